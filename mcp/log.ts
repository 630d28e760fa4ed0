import { createRedactor, type Redactor } from "../src/api/core.ts";
import { maxTextLength, sanitizeLine } from "../src/sanitize.ts";

/** Writes a line about something that happened. */
export type Log = (event: unknown) => void;

/**
 * Logs to a stream (stderr: stdout belongs to the protocol). Each event is one line of at most {@link maxTextLength}
 * characters, whatever its text holds, and never one of the secrets.
 */
export function createLog(
  stream: { write(text: string): unknown },
  secrets: readonly (string | undefined)[],
): Log {
  const redactor = createRedactor(secrets.filter((secret) => secret !== undefined));
  return (event) => {
    stream.write(`rallly-mcp: ${formatEvent(event, redactor)}\n`);
  };
}

/** An event as one line of at most {@link maxTextLength} characters, with the key masked. Never throws. */
export function formatEvent(event: unknown, redactor: Redactor): string {
  return sanitizeLine(toText(event), maxTextLength, redactor);
}

function toText(event: unknown): string {
  try {
    return event instanceof Error ? `${event.name}: ${event.message}` : String(event);
  } catch {
    return "an event without a text";
  }
}

import { createRedactor, type Redactor } from "../src/api/setup.ts";
import { maxTextLength, sanitizeLine } from "../src/sanitize.ts";

/** Logs an event as one line. */
export type Log = (event: unknown) => void;

/**
 * Creates a log on a stream (stderr: stdout carries the protocol). Each event is one line of at most {@link maxTextLength}
 * characters, with the secrets masked.
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

import { createRedactor } from "../src/api/redact.ts";
import { sanitizeText } from "../src/api/sanitize.ts";

/** Writes a line about something that happened. */
export type Log = (event: unknown) => void;

/** Logs to a stream (stderr: stdout belongs to the protocol), one bounded line each, never one of the secrets. */
export function createLog(
  stream: { write(text: string): unknown },
  secrets: readonly (string | undefined)[],
): Log {
  const mask = createRedactor(secrets.filter((secret) => secret !== undefined));
  return (event) => {
    const text = event instanceof Error ? `${event.name}: ${event.message}` : String(event);
    stream.write(`rallly-mcp: ${sanitizeText(text, undefined, mask)}\n`);
  };
}

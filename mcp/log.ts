import { cleanProse } from "./untrusted.ts";

/** Writes a line about something that happened. */
export type Log = (event: unknown) => void;

/** Logs to a stream (stderr: stdout belongs to the protocol), one bounded line each, never one of the secrets. */
export function createLog(
  stream: { write(text: string): unknown },
  secrets: readonly (string | undefined)[],
): Log {
  const known = secrets.filter((secret) => secret !== undefined && secret.length > 3) as string[];
  return (event) => {
    const text = event instanceof Error ? `${event.name}: ${event.message}` : String(event);
    const safe = known.reduce((sofar, secret) => sofar.replaceAll(secret, "[key]"), text);
    stream.write(`rallly-mcp: ${cleanProse(safe.replace(/\bsk_\w+/gu, "[key]"))}\n`);
  };
}

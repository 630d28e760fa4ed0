import { createRedactor, redactKeys } from "../src/api/redact.ts";
import { maxTextLength, sanitizeLine } from "../src/sanitize.ts";

/** Logs an event as one line. */
export type Log = (event: unknown) => void;

/** Creates a log on stderr: stdout carries the protocol. Each event is one line, without stacks, and with the secrets masked. */
export function createLog(secrets: readonly (string | undefined)[]): Log {
  const redact = createRedactor(...secrets.filter((secret) => secret !== undefined));
  // A person may pass a key as an argument.
  const mask = (text: string) => redactKeys(redact(text));
  return (event) => {
    process.stderr.write(`rallly-connect: ${sanitizeLine(describeEvent(event), maxTextLength, mask)}\n`);
  };
}

/** An event in words, without its stack. */
export const describeEvent = (event: unknown): string =>
  event instanceof Error ? `${event.name}: ${event.message}` : String(event);

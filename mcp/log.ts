import { createRedactor, redactDeep } from "../src/redact.ts";

/** Logs an event as one line. */
export type Log = (event: unknown) => void;

/** An event in words, without its stack. */
export const describeEvent = (event: unknown): string =>
  event instanceof Error ? `${event.name}: ${event.message}` : String(event);

/** Masks a key in a result or a text. */
export function createMask({ apiKey }: { apiKey: string | undefined }): <T>(value: T) => T {
  const redactor = createRedactor(apiKey ?? "");
  return (value) => redactDeep(value, redactor);
}

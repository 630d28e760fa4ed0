import { longestMessage } from "./defaults.ts";

/** A text fit for an error: the key taken out wherever it was echoed, and no longer than a person reads. */
export function redact(text: string, apiKey: string, longest: number = longestMessage): string {
  // First the key, then the length: a cut through the key would leave half of it.
  const clean = text.replaceAll(apiKey, "[key]");
  return clean.length > longest ? `${clean.slice(0, longest - 1)}…` : clean;
}

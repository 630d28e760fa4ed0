import { sanitizeLine, sanitizeText } from "../../src/api/sanitize.ts";

/** One line that other people wrote, without control and invisible characters; null stays null. */
export function cleanLine(text: string): string;
export function cleanLine(text: string | null | undefined): string | null;
export function cleanLine(text: string | null | undefined): string | null {
  return typeof text === "string" ? sanitizeLine(text) : null;
}

/** Several lines that other people wrote, likewise; null stays null. */
export const cleanText = (text: string | null): string | null => (text === null ? null : sanitizeText(text));

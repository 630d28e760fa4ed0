import { sanitizeLine } from "../../src/sanitize.ts";

/** Text that somebody else wrote, as one line without invisible characters. */
export const cleanText = (text: string, maxLength: number): string => sanitizeLine(text, maxLength);

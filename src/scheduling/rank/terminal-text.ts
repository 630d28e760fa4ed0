import { eastAsianWidth } from "get-east-asian-width";

/** The columns of a terminal that a sanitized text takes: none for combining marks, two for wide characters. */
export function terminalWidth(text: string): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

/** Cuts a text to a number of columns. Two dots replace the rest. */
export function truncateToWidth(text: string, columns: number): string {
  if (terminalWidth(text) <= columns) return text;
  let kept = "";
  let width = 0;
  for (const character of text) {
    width += widthOf(character);
    if (width > columns - 2) break;
    kept += character;
  }
  return `${kept.trimEnd()}..`;
}

/** Pads a text with spaces to a number of columns. */
export function padToWidth(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - terminalWidth(text)));
}

function widthOf(character: string): number {
  return /^\p{M}/u.test(character) ? 0 : eastAsianWidth(character.codePointAt(0) ?? 0);
}

const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|^\p{Emoji_Presentation}/u;

/** How many columns of a terminal a text takes: none for combining marks, two for wide characters. */
export function terminalWidth(text: string): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

/** A text cut to a number of columns, with two dots in place of what was left out. */
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

/** A text followed by as many spaces as fill a number of columns. */
export function padToWidth(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - terminalWidth(text)));
}

function widthOf(character: string): number {
  if (/^\p{M}/u.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

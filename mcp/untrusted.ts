/** Longest title, name, location or label that an answer carries, in characters. The service itself allows 255. */
export const LINE_LIMIT = 255;

/** Longest description that an answer carries, in characters. The service itself allows 1,000. */
export const PROSE_LIMIT = 1000;

// A terminal's colour or title sequence goes as a whole: without its ESC the rest would stay behind as litter.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
const terminalSequence = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_])/gu;

// Format characters cover bidi overrides, zero-width characters and tags; "default ignorable" the invisible ones
// that Unicode files under letters, marks or variation selectors.
const invisible = /[\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

const stackedMarks = /(\p{M}{4})\p{M}+/gu;

/** One line of text typed by a stranger, without anything invisible, at most {@link LINE_LIMIT} characters. */
export function cleanLine(text: string, limit: number = LINE_LIMIT): string {
  return bound(strip(text).replace(/\s+/gu, " ").trim(), limit);
}

/** Several lines of text typed by a stranger: as {@link cleanLine}, with line breaks kept. */
export function cleanProse(text: string, limit: number = PROSE_LIMIT): string {
  const lines = strip(text)
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => line.replace(/\s+/gu, " ").trim());
  return bound(
    lines
      .join("\n")
      .replace(/\n{3,}/gu, "\n\n")
      .trim(),
    limit,
  );
}

/** Whether two titles are the same to a person: case counts, spacing, invisible characters and composition do not. */
export function sameTitle(one: string, other: string): boolean {
  return cleanLine(one) === cleanLine(other);
}

function strip(text: string): string {
  return text
    .replace(terminalSequence, "")
    .replace(invisible, "")
    .replace(/(?![\t\n\r])\p{Cc}/gu, " ")
    .replace(stackedMarks, "$1")
    .normalize("NFC");
}

function bound(text: string, limit: number): string {
  const characters = Array.from(text);
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join("")}…`;
}

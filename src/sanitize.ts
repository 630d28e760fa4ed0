/** Cleaning of text that other people or programs wrote: for answers, errors and logs. Pure, without imports. */

/** Longest line that {@link sanitizeLine} returns by default, in characters. The service allows titles of 255. */
const maxLineLength = 255;

/** Longest text that {@link sanitizeText} returns by default, in characters. The service allows descriptions of 1,000. */
export const maxTextLength = 1000;

/** Input beyond this is not looked at, in UTF-16 code units: cleaning a text of any size costs milliseconds. */
const maxSanitizedInput = 20_000;

/**
 * A terminal's color, cursor or title sequence, in its 7-bit and 8-bit form. It is removed whole: without its ESC,
 * the rest would stay behind.
 */
export const terminalSequence =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
  /(?:(?<!\u001b)\u001b+\[|\u009b)[0-?]*[ -/]*[@-~]|(?:(?<!\u001b)\u001b+[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u009c|\u001b\\)?|(?<!\u001b)\u001b+[ -/]*[0-~]/gu;

/**
 * Characters that nobody sees: bidi overrides, zero-width characters and tags are format characters; "default ignorable"
 * are those that Unicode lists as letters, marks or variation selectors.
 */
export const invisibleCharacter =
  /[\p{Cf}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/gu;

const stackedMarks = /(\p{M}{4})\p{M}+/gu;

/**
 * One visible line of a text that somebody else wrote, cut to `maxLength` characters. `mask` runs on the cleaned text
 * before the cut: a key is recognized without what hides it, and never cut in half.
 */
export function sanitizeLine(text: string, maxLength: number = maxLineLength, mask = identity): string {
  return maskAndTruncate(clean(text).replace(/\s+/gu, " ").trim(), maxLength, isTooLong(text), mask);
}

/** Like {@link sanitizeLine}, with line breaks kept, and at most one empty line at a time. */
export function sanitizeText(text: string, maxLength: number = maxTextLength, mask = identity): string {
  const lines = clean(text)
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => line.replace(/\s+/gu, " ").trim());
  const joined = lines
    .join("\n")
    .replace(/\n{3,}/gu, "\n\n")
    .trim();
  return maskAndTruncate(joined, maxLength, isTooLong(text), mask);
}

/** Whether two titles look the same: case counts; spacing, invisible characters and Unicode composition do not. */
export function sameTitle(one: string, other: string): boolean {
  return sanitizeLine(one) === sanitizeLine(other);
}

const identity = (text: string) => text;

const isTooLong = ({ length }: string) => length > maxSanitizedInput;

function clean(text: string): string {
  return text
    .slice(0, maxSanitizedInput)
    .replace(invisibleCharacter, "")
    .replace(terminalSequence, "")
    .replace(/(?![\t\n\r])\p{Cc}/gu, " ")
    .replace(stackedMarks, "$1")
    .normalize("NFC");
}

/** Characters behind the cut that `mask` also sees, so that it recognizes a key, even escaped, that the cut divides. */
const maskedBeyondCut = 500;

// Masking costs far more than cleaning, so most of what the cut removes is removed first.
function maskAndTruncate(
  text: string,
  maxLength: number,
  incomplete: boolean,
  mask: typeof identity,
): string {
  // A character has up to two UTF-16 code units.
  const part = text.slice(0, 2 * maxLength + maskedBeyondCut);
  return truncate(mask(part), maxLength, incomplete || part.length < text.length);
}

function truncate(text: string, maxLength: number, incomplete: boolean): string {
  const characters = Array.from(text);
  if (characters.length <= maxLength && !incomplete) return text;
  return `${characters.slice(0, maxLength - 1).join("")}…`;
}

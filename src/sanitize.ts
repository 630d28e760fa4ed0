/** Sanitizes text of other people and programs for results, errors and logs. Pure. */
import { redactKeys } from "./redact.ts";

/** Default maximum length of {@link sanitizeLine}, in characters. The service allows titles of 255. */
const maxLineLength = 255;

/** Default maximum length of {@link sanitizeText}, in characters. The service allows descriptions of 1,000. */
export const maxTextLength = 1000;

/** Input beyond this length is ignored, in UTF-16 code units. It bounds the time. */
const maxSanitizedInput = 20_000;

/**
 * A terminal sequence for color, cursor or title, in its 7-bit and 8-bit form. Removing only its ESC would leave the rest.
 */
const terminalSequence =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
  /(?:(?<!\u001b)\u001b+\[|\u009b)[0-?]*[ -/]*[@-~]|(?:(?<!\u001b)\u001b+[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u009c|\u001b\\)?|(?<!\u001b)\u001b+[ -/]*[0-~]/gu;

/**
 * Invisible characters but the three that belong to words and emoji. Bidi overrides, zero-width spaces and tags are format
 * characters. "Default ignorable" adds those that Unicode lists as letters, marks or variation selectors.
 */
const invisibleCharacter =
  /(?!\p{Join_Control}|\ufe0f)[\p{Cf}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/gu;

/** A variation selector that does not follow a visible character, and a joiner that is not between two. */
const looseJoiner =
  /(?<=^|\s|\p{Join_Control}|\ufe0f)\ufe0f|(?<=^|\s|\p{Join_Control})\p{Join_Control}|\p{Join_Control}(?=$|\s|\p{Join_Control}|\ufe0f)/gu;

const stackedMarks = /(\p{M}{4})\p{M}+/gu;

/**
 * Turns a text into one visible line of at most `maxLength` characters. `mask` runs on the clean text before the cut, so that
 * it recognizes a hidden key and the cut does not divide it.
 */
export function sanitizeLine(text: string, maxLength: number = maxLineLength, mask = identity): string {
  return maskAndTruncate(clean(text).replace(/\s+/gu, " ").trim(), maxLength, isTooLong(text), mask);
}

/** Quotes a piece of an input for a message, as one line of at most 40 characters, without a key. */
export const quote = (text: string): string => JSON.stringify(sanitizeLine(text, 40, redactKeys));

/** Like {@link sanitizeLine}, but keeps line breaks, with at most one empty line at a time. */
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

/** Whether two titles look the same. Spacing, invisible characters and Unicode composition do not count. */
export function sameTitle(one: string, other: string): boolean {
  const [first, second] = [one, other].map((title) =>
    sanitizeLine(title).replace(/\p{Join_Control}|\ufe0f/gu, ""),
  );
  return first === second;
}

const identity = (text: string) => text;

const isTooLong = ({ length }: string) => length > maxSanitizedInput;

function clean(text: string): string {
  return text
    .slice(0, maxSanitizedInput)
    .replace(invisibleCharacter, "")
    .replace(terminalSequence, "")
    .replace(/(?![\t\n\r])\p{Cc}/gu, " ")
    .replace(looseJoiner, "")
    .replace(stackedMarks, "$1")
    .normalize("NFC");
}

/** Number of characters beyond the cut that `mask` sees, so that it recognizes a key that the cut would divide. */
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

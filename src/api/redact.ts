import { sanitizeText } from "../sanitize.ts";
import { decodeHidden, decompose, hiddenPattern } from "./escapes.ts";
import { maxErrorLength } from "./policy.ts";

/** Replaces keys in a text with `[key]`. */
export type Redactor = (text: string) => string;

/** Number of consecutive letters and digits that identify a secret. Fewer may occur in any text. */
const gramLength = 8;

/** Repeated characters, such as zeros, identify nothing. */
const minDistinctCharacters = 4;

/** Maximum layers of escapes that are decoded, such as JSON in JSON in a URL. */
const maxEscapeLayers = 3;

const anyKey = /(?<![a-z0-9])sk_[a-z0-9]{1,64}_[\w.~+/=-]{5,}[\w=-]|(?<![a-z0-9])sk_[a-z0-9]{16,}/gi;

/**
 * Creates a redactor for the given secrets and for everything of the form `sk_<prefix>_<secret>`. It finds a secret in any
 * letter case, with characters inserted that are not letters or digits, escaped for URLs, JSON or HTML, in base64 and in
 * hex. It also masks parts of eight consecutive letters and digits. It ignores secrets of fewer than four characters.
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const matchers = secrets.filter(({ length }) => length > 3).map(createMatcher);
  return (text) => {
    if (!mayMatch(text, matchers)) return text;
    const ranges: Range[] = [];
    let view: View = { text, start: undefined, end: undefined };
    for (let layer = 0; layer <= maxEscapeLayers; layer += 1) {
      collect(view, anyKey, ranges);
      const letters = rewrite(view, /[^a-z0-9]/gu, ([found]) => toLetters(found));
      for (const matcher of matchers) matcher.collect(view, letters, ranges);
      const decoded = rewrite(rewrite(view, /[^ -~\s]/gu, decompose), hiddenPattern, decodeHidden);
      if (decoded === view) break;
      view = decoded;
    }
    return maskRanges(text, ranges);
  };
}

const plainText = /^[ -~]*$/;
const mayHide = /[%\\&[<]|sk_/i;

// Most texts are plain and contain no key. This check is cheaper than the ranges that masking needs.
function mayMatch(text: string, matchers: readonly Matcher[]): boolean {
  // Every match takes at least four characters.
  if (text.length < 4) return false;
  if (!plainText.test(text) || mayHide.test(text)) return true;
  const letters = text.toLowerCase().replace(/[^a-z0-9]+/g, "");
  return matchers.some(({ mayBeIn }) => mayBeIn(letters));
}

/** Sanitizes a text for an error or a log, masks the key, and cuts it to `maxLength` characters. */
export function redact(text: string, apiKey: string, maxLength: number = maxErrorLength): string {
  if (latest?.apiKey !== apiKey) latest = { apiKey, redactor: createRedactor([apiKey]) };
  return sanitizeText(text, maxLength, latest.redactor);
}

// Kept, because an error may have many fields, and creating a redactor takes as long as redacting many of them.
let latest: { apiKey: string; redactor: Redactor } | undefined;

/** Masks every string and every field name in a JSON value. */
export function redactDeep<T>(value: T, redactor: Redactor): T {
  return mapStrings(value, redactor) as T;
}

function mapStrings(value: unknown, redactor: Redactor): unknown {
  if (typeof value === "string") return redactor(value);
  if (Array.isArray(value)) return value.map((each) => mapStrings(each, redactor));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [redactor(key), mapStrings(each, redactor)]),
  );
}

const redactors = new WeakMap<object, Redactor>();
const generic = createRedactor([]);

/** Stores the redactor for a client's key, so that front ends can mask the key without having it. */
export function registerRedactor(client: object, apiKey: string): void {
  redactors.set(client, createRedactor([apiKey]));
}

/** Returns the redactor for a client's key. For an unknown client it masks everything of the form of a key. */
export function getRedactor(client: object | undefined): Redactor {
  return (client && redactors.get(client)) ?? generic;
}

type Range = [start: number, end: number];

/** A text made from another one. Each code unit stands for a range of the other; without ranges, both are equal. */
interface View {
  text: string;
  start: number[] | undefined;
  end: number[] | undefined;
}

interface Matcher {
  /** Whether the letters and digits of a plain text may contain the secret. */
  mayBeIn: (letters: string) => boolean;
  /** Collects the ranges of the secret in the text, and in its letters and digits alone. */
  collect: (view: View, letters: View, ranges: Range[]) => void;
}

function createMatcher(secret: string): Matcher {
  const [, prefix = "", secretPart = ""] = /^(sk_[a-z0-9]+_)(.+)$/is.exec(secret) ?? [];
  const plain = new RegExp(escapeRegExp(secret), "g");
  // The prefix is public. Even a short part of what follows it is secret.
  const cut = prefix === "" ? undefined : new RegExp(`${escapeRegExp(prefix)}[\\w.~+/=-]*[\\w=-]`, "gi");
  const wanted = [secretPart, secret].find((part) => listGrams([toLetters(part)]).some(isDistinct));
  if (wanted === undefined) {
    const compact = toCompact(secret);
    return {
      mayBeIn: () => true,
      collect(view, _, ranges) {
        collect(view, plain, ranges);
        if (compact.length < 4) return;
        const found = new RegExp(escapeRegExp(compact), "g");
        const visible = rewrite(view, /[^!-@[-~]/gu, ([match]) => toCompact(match));
        collect(visible, found, ranges);
      },
    };
  }
  const wantedGrams = listGrams(letterForms(wanted));
  const identifying = new Set(wantedGrams.filter(isDistinct));
  // Created with the first text that may contain the secret: most clients send no such text.
  let grams: ReadonlySet<string> | undefined;
  return {
    mayBeIn(letters) {
      for (let at = 0; at + gramLength <= letters.length; at += 1)
        if (identifying.has(letters.slice(at, at + gramLength))) return true;
      return false;
    },
    collect(view, letters, ranges) {
      collect(view, plain, ranges);
      if (cut !== undefined) collect(view, cut, ranges);
      grams ??= new Set([...wantedGrams, ...listGrams(letterForms(secret))]);
      collectRuns(letters, grams, identifying, ranges);
    },
  };
}

const escapeRegExp = (text: string) => text.replace(/[^a-z0-9]/giu, "\\$&");

/** Whether a gram has enough characters that differ. Checks no more than it needs: every client checks all parts of its key. */
function isDistinct(gram: string): boolean {
  let seen = "";
  for (const character of gram) {
    if (!seen.includes(character)) seen += character;
    if (seen.length === minDistinctCharacters) return true;
  }
  return false;
}

function listGrams(texts: readonly string[]): string[] {
  return texts.flatMap((text) =>
    Array.from({ length: Math.max(0, text.length - gramLength + 1) }, (_, at) =>
      text.slice(at, at + gramLength),
    ),
  );
}

/** The letters and digits of a secret: plain, in hex, and in base64 at each of its three possible offsets. */
function letterForms(secret: string): string[] {
  const base64 = [0, 1, 2].map((offset) => {
    const bytes = utf8.encode(" ".repeat(offset) + secret);
    const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replace(/=+$/, "");
    // The first and the last character also depend on the neighbors.
    return text.slice(offset === 0 ? 0 : offset + 1, -1);
  });
  const hex = Array.from(utf8.encode(secret), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [secret, hex, ...base64].map(toLetters);
}

const utf8 = new TextEncoder();

const toCompact = (text: string) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^!-~]/gu, "");
const toLetters = (text: string) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]/gu, "");

/** Replaces each match. Returns the same view when nothing changes. */
function rewrite(view: View, pattern: RegExp, replace: (match: RegExpExecArray) => string): View {
  const start: number[] = [];
  const end: number[] = [];
  let text = "";
  let at = 0;
  let changed = false;
  const copy = (to: number) => {
    text += view.text.slice(at, to);
    for (let unit = at; unit < to; unit += 1) {
      start.push(startOf(view, unit));
      end.push(endOf(view, unit));
    }
  };
  for (const match of view.text.matchAll(pattern)) {
    const replacement = replace(match);
    if (replacement === match[0]) continue;
    changed = true;
    copy(match.index);
    at = match.index + match[0].length;
    text += replacement;
    for (let unit = 0; unit < replacement.length; unit += 1) {
      start.push(startOf(view, match.index));
      end.push(endOf(view, at - 1));
    }
  }
  if (!changed) return view;
  copy(view.text.length);
  return { text, start, end };
}

const startOf = ({ start }: View, unit: number) => start?.[unit] ?? unit;
const endOf = ({ end }: View, unit: number) => end?.[unit] ?? unit + 1;

function collect(view: View, pattern: RegExp, ranges: Range[]): void {
  for (const { 0: found, index } of view.text.matchAll(pattern))
    ranges.push([startOf(view, index), endOf(view, index + found.length - 1)]);
}

// A run of overlapping grams is masked as a whole when one of them identifies the secret.
function collectRuns(
  view: View,
  grams: ReadonlySet<string>,
  identifying: ReadonlySet<string>,
  ranges: Range[],
): void {
  let run: { from: number; to: number; identified: boolean } | undefined;
  const close = () => {
    if (run?.identified) ranges.push([startOf(view, run.from), endOf(view, run.to - 1)]);
  };
  for (let at = 0; at + gramLength <= view.text.length; at += 1) {
    const gram = view.text.slice(at, at + gramLength);
    if (!grams.has(gram)) continue;
    if (run === undefined || at > run.to) {
      close();
      run = { from: at, to: at, identified: false };
    }
    run.to = at + gramLength;
    run.identified ||= identifying.has(gram);
  }
  close();
}

function maskRanges(text: string, ranges: Range[]): string {
  let masked = "";
  let at = 0;
  for (const [start, end] of ranges.sort(([one], [other]) => one - other)) {
    // A range may begin inside the preceding one.
    if (start >= at) masked += `${text.slice(at, start)}[key]`;
    at = Math.max(at, end);
  }
  return ranges.length === 0 ? text : masked + text.slice(at);
}

import type { Cursor } from "./time-tokens.ts";

/** Abbreviations of time zones. None of them is an IANA name, and many belong to several zones. */
const abbreviations = new Set(
  (
    "acdt acst act adt aedt aest akdt akst art ast awst bst brt cat cdt cest cet clst clt cot cst ct eat edt eest eet " +
    "est et gst hdt hkt hst idt ist jst kst mdt mest met msd msk mst mt myt ndt npt nst nzdt nzst pdt pet pht pkt pst " +
    "pt sast sgt sst uyt wat west wet wib wit wita"
  ).split(" "),
);

/** First words of the names that Windows, browsers and people in America give to time zones. */
const regions = new Set([
  "alaskan",
  "alaska",
  "atlantic",
  "central",
  "eastern",
  "hawaii",
  "mountain",
  "pacific",
]);

const kinds = new Set(["standard", "daylight", "summer"]);

/** The longest name has five words: "New Zealand Daylight Saving Time". */
const maxWords = 5;

/**
 * Parses `EST` or `Eastern Standard Time` and gives it as it is named in messages. Inside of brackets a place may follow
 * (`Eastern Time - New York`).
 */
export function parseZoneName(cursor: Cursor): string | undefined {
  return takeBracketed(cursor, parsePlain) ?? parsePlain(cursor);
}

/** Parses what stands in round or square brackets; anything else in them is passed over up to the closing one. */
function takeBracketed(cursor: Cursor, parse: (cursor: Cursor) => string | undefined): string | undefined {
  return cursor.attempt(() => {
    if (cursor.take("(", "[") === undefined) return undefined;
    const name = parse(cursor);
    if (name === undefined) return undefined;
    while (cursor.peek()?.kind === "word" || cursor.peek()?.kind === "dash") cursor.at++;
    return cursor.take(")", "]") && name;
  });
}

function parsePlain(cursor: Cursor): string | undefined {
  const first = cursor.peek();
  if (first?.kind !== "word") return undefined;
  if (abbreviations.has(first.text)) {
    cursor.at++;
    return first.text.toUpperCase();
  }
  return cursor.attempt(() => parseLongName(cursor));
}

function parseLongName(cursor: Cursor): string | undefined {
  const words: string[] = [];
  while (words.length < maxWords && words.at(-1) !== "time") {
    const token = cursor.peek();
    if (token?.kind !== "word") return undefined;
    cursor.at++;
    words.push(token.text);
  }
  const known = regions.has(words[0] ?? "") || words.slice(1).some((word) => kinds.has(word));
  if (words.at(-1) !== "time" || words.length < 2 || !known) return undefined;
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
}

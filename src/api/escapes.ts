import { invisibleCharacter, terminalSequence } from "../sanitize.ts";

/** Matches what can hide a key: escapes, markup, terminal sequences and invisible characters. */
export const hiddenPattern = new RegExp(
  [
    terminalSequence.source,
    String.raw`\[[\d;]*m`,
    invisibleCharacter.source,
    String.raw`<\/?[a-z][^<>]{0,100}>`,
    "(?<bytes>(?:%[89a-f][0-9a-f])+|%[0-7][0-9a-f])",
    String.raw`(?:\\u|%u)(?<unicode>[0-9a-f]{4})`,
    String.raw`\\u\{0*(?<point>[0-9a-f]{1,6})\}`,
    String.raw`\\x(?<byte>[0-9a-f]{2})`,
    "&#x0*(?<reference>[0-9a-f]{1,6});?",
    String.raw`&#0*(?<decimal>\d{1,7});?`,
    String.raw`\\(?<octal>[0-3][0-7]{2})`,
    "(?<ampersand>&amp;?)",
    "&[a-z][a-z0-9]{1,31};",
    String.raw`\\[abefnrtv0]`,
    String.raw`\\(?<escaped>.)`,
  ].join("|"),
  "giu",
);

const utf8Decoder = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });

/** Decodes a match of `hiddenPattern`. What is no escape becomes empty. */
export function decodeHidden({ groups = {} }: RegExpExecArray): string {
  const { bytes, unicode, point, byte, reference, decimal, octal, escaped, ampersand } = groups;
  const hex = unicode ?? point ?? byte ?? reference;
  if (bytes !== undefined)
    return utf8Decoder.decode(
      Uint8Array.from(bytes.slice(1).split("%"), (byte) => Number.parseInt(byte, 16)),
    );
  if (hex !== undefined) return fromCodePoint(Number.parseInt(hex, 16));
  if (decimal !== undefined) return fromCodePoint(Number(decimal));
  if (octal !== undefined) return fromCodePoint(Number.parseInt(octal, 8));
  if (ampersand !== undefined) return "&";
  return escaped ?? "";
}

/** No character decomposes to more ASCII characters, as in "(10)". Longer ones, such as U+FDFA with 18, only cost time. */
const maxDecomposed = 4;

/** Decomposes a character to compatible ones, such as a circled letter to the letter. */
export const decompose = ([found]: RegExpExecArray) => {
  const decomposed = found.normalize("NFKD");
  return decomposed.length > maxDecomposed ? found : decomposed;
};

const fromCodePoint = (code: number) => (code <= 0x10ffff ? String.fromCodePoint(code) : "");

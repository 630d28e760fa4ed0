/** Cleans what people paste and programs write, before it is read. */
import { foldText } from "../../../src/fold-text.ts";

/** Longer than any time with its end. */
const maxLength = 300;

/** A text without capitals, accents, invisible characters and repeated white space. Every dash is "-". Empty if it is too long. */
export function fold(text: string): string {
  const line = text.replace(/\s+/gu, " ").trim();
  return line.length > maxLength ? "" : foldText(line).replaceAll("\u2212", "-");
}

const fence = /^ *`{3}[^\n]*$/gm;
const breaks = /<\/?(?:br|p|li|[uo]l|div|t[rdh]|h[1-6])\b[^<>]*>/gi;
const tag = /<\/?(?:[biu]|a|em|strong|span|code|font|time|table|tbody)\b[^<>]*>/gi;
const entity = /&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,6}));/gi;
const entities = new Map(
  Object.entries({ nbsp: " ", amp: "&", quot: '"', apos: "'", ndash: "-", mdash: "-", minus: "-" }),
);

/** A text without the marks of Markdown and HTML. Each item of a list is on a line of its own. */
export function cleanText(text: string): string {
  return text
    .normalize("NFKC")
    .replace(fence, "")
    .replace(breaks, "\n")
    .replace(tag, "")
    .replace(entity, (whole, decimal?: string, hex?: string, name = "") => {
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      if (Number.isNaN(code)) return entities.get(name.toLowerCase()) ?? whole;
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
    })
    .replace(/\*\*|__|`/g, "");
}

/** The marks before the items of a list: bullets, the boxes of tasks, calendars, and the edge of a table. */
const bullet =
  /^(?:(?:[-*+>|\u2022\u2023\u25aa\u00b7\u2013\u2014\u2610\u2705\u{1f4c5}\u{1f4c6}\u{1f5d3}]\ufe0f?|\[[ x]?\]) +)+|^@(?=[\p{L}\d])|(?<! ) +\|$/giu;

/** A number or a label before the item of a list. The number can as well be the day of a date. */
const numbering =
  /^(?:[(#]?(?:\d{1,3}|[a-z])[.):]|#\d+|(?:option|slot) ?(?:\d{1,3}|[a-z])(?:[.):]| ?[-\u2013\u2014])|when:|date:|start:|on)(?: +|$)/i;

/** The items of a list in text: lines, also divided by semicolons, without bullets. */
export const listItems = (text: string): string[] =>
  cleanText(text)
    .split(/[;\n\r]/)
    .map((line) => line.trim().replace(bullet, ""))
    .filter((line) => line !== "");

/** What stands behind the number or the label of an item of a list, if that is all that is before it. */
export const dropNumber = (text: string): string => text.trim().replace(numbering, "");

const quoted = /^["'\u201c\u2018](.*)["'\u201d\u2019]$/su;

/** A text without quotation marks around it. */
export const unquote = (text: string): string => text.trim().replace(quoted, "$1").trim();

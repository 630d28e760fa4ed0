import { type Html, html } from "../../html.ts";
import { sanitizeLine, sanitizeText } from "../../sanitize.ts";

/** A text of other people as one line, with its own direction, so that it cannot reorder the text around it. */
export function lineOf(text: string): Html {
  return html`<bdi>${sanitizeLine(text)}</bdi>`;
}

/** A text of other people with its line breaks, as a block. */
export function blockOf(text: string): Html {
  return html`<p class="prose" dir="auto">${sanitizeText(text)}</p>`;
}

/** Whether a text has a letter, a digit or a sign that a page shows. The blank braille pattern shows nothing. */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(sanitizeLine(text).replaceAll("\u2800", ""));
}

/** A number with its noun: "1 answer", "2 answers". */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

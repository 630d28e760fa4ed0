import { type Html, html } from "../../src/html.ts";
import { sanitizeLine } from "../../src/sanitize.ts";

/** The name that a client gave itself, as one line without invisible characters. */
export const cleanName = (name: string): string => sanitizeLine(name, 100) || "an app without a name";

/** Text that somebody else wrote, as one line. Isolated, so that text from right to left does not move what is around it. */
export const isolate = (text: string, maxLength: number): Html =>
  html`<bdi>${sanitizeLine(text, maxLength)}</bdi>`;

/** {@link cleanName}, isolated. */
export const isolateName = (name: string): Html => html`<bdi>${cleanName(name)}</bdi>`;

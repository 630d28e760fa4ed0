import { createHash } from "node:crypto";
import type { Context } from "hono";
import { html, raw } from "hono/html";
import { secureHeaders } from "hono/secure-headers";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { sanitizeLine, sanitizeText } from "../../sanitize.ts";
import { formatOption } from "../../time/index.ts";
import { style } from "./style.ts";

/** Markup. Every text in its template is escaped. */
export type Html = ReturnType<typeof html>;

/** Why a form was not accepted. */
export interface Refusal {
  message: string;
  status: ContentfulStatusCode;
}

/** What forms have done, by the code in the address of the next page. Only these texts can appear there. */
const doneMessages = new Map([
  ["saved", "Your answers are saved. Keep the address of this page to change them later."],
  ["close", "The poll is closed."],
  ["reopen", "The poll is open again."],
  ["schedule", "The time is picked."],
  ["cancel", "The poll is canceled."],
  ["delete", "The poll is deleted."],
  ["clock", "The clock is set."],
]);

/**
 * Sends a page. The title of the tab and the heading may be a text of other people. `now` is the time of the sandbox's
 * clock in milliseconds since 1970.
 */
export function sendPage(c: Context, now: number, title: string, body: Html, refusal?: Refusal) {
  const done = refusal === undefined && doneMessages.get(c.req.query("done") ?? "");
  c.header("Cache-Control", "no-store");
  return c.html(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${refusal && "Error: "}${sanitizeLine(title)} – Rallly sandbox</title>
<link rel="icon" href="data:,">
<style>${raw(style)}</style>
</head>
<body>
<header><a href="/">Rallly sandbox</a><span>Clock: ${formatClock(now)}</span></header>
<main>
<h1>${lineOf(title)}</h1>
${done && html`<p class="done" role="status">${done}</p>`}
${refusal && html`<p class="refusal" role="alert">Nothing was changed. ${sanitizeLine(refusal.message)}</p>`}
${body}
</main>
</body>
</html>
`,
    refusal?.status ?? 200,
  );
}

function formatClock(now: number): string {
  const text = formatOption({ startTime: new Date(now).toISOString(), duration: 0 }, "UTC");
  return text.replace(/-\d\d:\d\d \(UTC\)$/, " UTC");
}

const styleHash = createHash("sha256").update(style).digest("base64");

/** The headers of every page: no script at all, no frames, and nothing from elsewhere. */
export const pageHeaders = () =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: [`'sha256-${styleHash}'`],
      imgSrc: ["data:"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    // With no-referrer, browsers would send `Origin: null` with forms.
    referrerPolicy: "same-origin",
    strictTransportSecurity: false,
    xFrameOptions: "DENY",
  });

/** A text of other people as one line, with its own direction, so that it cannot reorder the text around it. */
export const lineOf = (text: string): Html => html`<bdi>${sanitizeLine(text)}</bdi>`;

/** A text of other people with its line breaks, as a block. */
export const blockOf = (text: string): Html => html`<p class="prose" dir="auto">${sanitizeText(text)}</p>`;

/** A number with its noun: "1 answer", "2 answers". */
export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** A list to choose one entry of. */
export function renderSelect(
  name: string,
  label: string,
  chosen: string,
  choices: [value: string, text: string][],
): Html {
  const entries = choices.map(
    ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
  );
  return html`<label class="field">${label}<select name="${name}">${entries}</select></label>`;
}

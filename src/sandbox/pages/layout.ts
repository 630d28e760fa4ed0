import { createHash } from "node:crypto";
import type { Context } from "hono";
import { html, raw } from "hono/html";
import { secureHeaders } from "hono/secure-headers";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Problem } from "../../problem.ts";
import { sanitizeLine, sanitizeText } from "../../sanitize.ts";
import { formatOption } from "../../time/index.ts";
import { icon, style } from "./style.ts";

/** Markup. Every text in its template is escaped. */
export type Html = ReturnType<typeof html>;

/** The content of a page. */
export interface PageContent {
  /** The title of the tab and the heading. It may be a text of other people. */
  title: string;
  /** Below the heading. */
  body: Html;
  /** Problems of a submitted form. They are listed above the content, with links to the fields. */
  problems?: readonly Problem[] | undefined;
  /** What a submitted form has done; a key of {@link doneMessages}. */
  done?: string | undefined;
}

/** What forms have done, by the code in the address of the next page. Only these texts can appear there. */
const doneMessages = new Map([
  ["saved", "Your answers are saved. Keep the address of this page to change them later."],
  [
    "unanswered",
    "Your name is saved, but without an answer to any option. Keep the address of this page to answer later.",
  ],
  ["close", "The poll is closed."],
  ["reopen", "The poll is open again."],
  ["schedule", "The time is picked."],
  ["cancel", "The poll is canceled."],
  ["delete", "The poll is deleted."],
  ["clock", "The clock is set."],
]);

/** Sends a page. `now` is the time of the sandbox's clock in milliseconds since 1970. */
export function sendPage(c: Context, now: number, content: PageContent, status: ContentfulStatusCode = 200) {
  const { title, body, problems = [], done = "" } = content;
  const message = problems.length === 0 && doneMessages.get(done);
  c.header("Cache-Control", "no-store");
  const clock = formatOption({ startTime: new Date(now).toISOString(), duration: 0 }, "UTC");
  return c.html(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${problems.length > 0 && "Error: "}${sanitizeLine(title)} – Rallly sandbox</title>
<link rel="icon" href="${icon}">
<style>${raw(style)}</style>
</head>
<body>
<header><a href="/">Rallly sandbox</a><span class="dim">Clock: ${clock.replace(/-\d\d:\d\d \(UTC\)$/, " UTC")}</span></header>
<main>
<h1>${lineOf(title)}</h1>
${message && html`<p class="done" role="status">${message}</p>`}
${problems.length > 0 && renderSummary(problems)}
${body}
</main>
</body>
</html>
`,
    status,
  );
}

function renderSummary(problems: readonly Problem[]): Html {
  const items = problems.map(({ path, message }) =>
    path === "" ? html`<li>${message}</li>` : html`<li><a href="#${path}">${message}</a></li>`,
  );
  return html`<div class="problems" role="alert" tabindex="-1" autofocus><p>Nothing was changed:</p><ul>${items}</ul></div>`;
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
export function lineOf(text: string): Html {
  return html`<bdi>${sanitizeLine(text)}</bdi>`;
}

/** A text of other people with its line breaks, as a block. */
export function blockOf(text: string): Html {
  return html`<p class="prose" dir="auto">${sanitizeText(text)}</p>`;
}

/** A number with its noun: "1 answer", "2 answers". */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** An input with its label. `attributes` is markup such as html`type="email"`. */
export function renderInput(
  name: string,
  label: Html,
  value: string,
  attributes: Html,
  problems: readonly Problem[],
): Html {
  const invalid = problems.some(({ path }) => path === name) && html` aria-invalid="true"`;
  return html`<label class="field">${label}<input id="${name}" name="${name}" value="${value}" ${attributes}${invalid}></label>`;
}

/** A list to choose one entry of: value and text. */
export function renderSelect(
  name: string,
  label: string,
  value: string,
  choices: readonly (readonly [value: string, text: string])[],
): Html {
  const entries = choices.map(
    ([choice, text]) =>
      html`<option value="${choice}"${choice === value && html` selected`}>${text}</option>`,
  );
  return html`<label class="field">${label}<select name="${name}">${entries}</select></label>`;
}

import { createHash } from "node:crypto";
import { type Html, type HtmlPart, html, trusted } from "../../html.ts";
import type { Problem } from "../../problem.ts";
import { sanitizeLine } from "../../sanitize.ts";
import { formatOption } from "../../time/index.ts";
import type { Reply } from "../http.ts";
import { icon, style } from "./style.ts";

/** The content of a page. */
export interface PageContent {
  /** The title of the tab and the heading. It may be a text of other people. */
  title: string;
  /** Below the heading. */
  body: HtmlPart;
  /** The sandbox's clock, in milliseconds since 1970. */
  now: number;
  /** Problems of a submitted form. They are listed above the content, with links to the fields. */
  problems?: readonly Problem[] | undefined;
  /** What a submitted form has done; a key of {@link doneMessages}. */
  done?: string | null | undefined;
}

const styleHash = createHash("sha256").update(style).digest("base64");

// No script at all, no frames, and nothing from elsewhere. A Referrer-Policy of no-referrer would make browsers send
// `Origin: null` with forms.
const headers = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy":
    `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; ` +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": "no-store",
};

/** Makes the reply with a page. */
export function pageReply(status: number, { title, body, now, problems = [], done }: PageContent): Reply {
  const tab = `${problems.length > 0 ? "Error: " : ""}${sanitizeLine(title)} – Rallly sandbox`;
  const message = Object.hasOwn(doneMessages, done ?? "") ? doneMessages[done ?? ""] : undefined;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${tab}</title>
<link rel="icon" href="${icon}">
<style>${trusted(style)}</style>
</head>
<body>
<header class="bar"><a class="home" href="/">Rallly sandbox</a><span class="dim">Clock: ${formatClock(now)}</span></header>
<main>
<h1><bdi>${sanitizeLine(title)}</bdi></h1>
${message !== undefined && html`<p class="done" role="status">${message}</p>`}
${problems.length > 0 && renderSummary(problems)}
${body}
</main>
</body>
</html>
`;
  return { status, headers, body: page.toString() };
}

/** What forms have done, by the code in the address of the next page. Only these texts can appear there. */
const doneMessages: Record<string, string> = {
  saved: "Your answers are saved. Keep the address of this page to change them later.",
  unanswered:
    "Your name is saved, but without an answer to any option. You count as a participant without votes. Keep the address of this page to answer later.",
  closed: "The poll is closed.",
  reopened: "The poll is open again.",
  scheduled: "The time is picked.",
  canceled: "The poll is canceled.",
  deleted: "The poll is deleted.",
  clock: "The clock is set.",
  faults: "The fault is active.",
  outage: "The outage is set.",
  reset: "Faults and outages have ended, and the rate limits start anew.",
};

/** Sends the browser to a page with GET, so that a reload does not send the form again. */
export function redirectReply(location: string): Reply {
  return { status: 303, headers: { ...headers, Location: location }, body: "" };
}

/** The address of a page with the parameters that have a value. */
export function addressOf(path: string, parameters: Record<string, string | null | undefined> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value);
  return query.size === 0 ? path : `${path}?${query}`;
}

/** A time of the sandbox's clock, in UTC. */
function formatClock(now: number): string {
  const startTime = new Date(now).toISOString();
  return formatOption({ startTime, duration: 0 }, "UTC").replace(/-\d\d:\d\d \(UTC\)$/, " UTC");
}

function renderSummary(problems: readonly Problem[]): Html {
  const items = problems.map(({ path, message }) =>
    path === "" ? html`<li>${message}</li>` : html`<li><a href="#${path}">${message}</a></li>`,
  );
  return html`<div class="summary" role="alert" tabindex="-1" autofocus><p>Nothing was changed:</p><ul>${items}</ul></div>`;
}

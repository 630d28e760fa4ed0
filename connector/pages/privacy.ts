import { html } from "hono/html";
import type { PageContext } from "../bindings.ts";
import { lifetimes } from "../oauth.ts";
import { describeOperator, endingHelp, showPage } from "./layout.ts";

const days = (seconds: number) => (seconds === 86_400 ? "a day" : `${seconds / 86_400} days`);
const unusedGrant = `${days(lifetimes.idle)} without use; ${lifetimes.code / 60} minutes if it was never begun`;

/** Everything that the connector stores, and for how long. */
const stored: [what: string, form: string, time: string][] = [
  ["Your API key", "encrypted with a token that only the app has", unusedGrant],
  ["The connection: app, rights, times, a hash of the key", "in clear text, tokens as hashes", unusedGrant],
  [
    "The app: its name and addresses",
    "in clear text",
    `${days(lifetimes.idle)} without use; ${days(lifetimes.unused)} if it got no token and has no secret`,
  ],
  ["An opened form", "encrypted", `${lifetimes.code / 60} minutes`],
  ["The answer to an app's last refresh", "encrypted under the app's request", "a minute"],
  ["When Rallly first refused a key", "in clear text", "an hour"],
  ["Errors, in Cloudflare's log", "in clear text, without keys", "as long as Cloudflare keeps the log"],
  ["Network addresses", "counted, not stored", "a minute"],
  ["Polls, participants and votes", "passed to the app, not stored", "-"],
];

/** The page about privacy: what is stored, for how long, and who runs the connector. */
export function servePrivacy(context: PageContext): Response | Promise<Response> {
  return showPage(
    context,
    "Privacy",
    html`<p>${describeOperator(context)} It runs on Cloudflare.</p>
<table>
<thead><tr><th>What</th><th>How</th><th>How long</th></tr></thead>
<tbody>${stored.map(([what, form, time]) => html`<tr><td>${what}</td><td>${form}</td><td>${time}</td></tr>`)}</tbody>
</table>
<p>What an app reads from Rallly goes to that app, whose own terms hold there. The operator could change the code, and would then see keys while calls run.</p>
<p>${endingHelp}</p>`,
  );
}

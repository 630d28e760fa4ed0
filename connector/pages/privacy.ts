import { html } from "hono/html";
import type { PageContext } from "../bindings.ts";
import { ttl } from "../hooks.ts";
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
  ["The answer to an app's last refresh", "in memory, not stored", "a minute"],
  [
    "For events, once you have saved a secret: the webhook's last two secrets, your API key, when the last event came, and when the key was checked",
    "encrypted under the webhook's address, which only Rallly has; the times in clear text, the address as a hash",
    `${days(lifetimes.idle)} without an event or a subscription`,
  ],
  [
    "Subscriptions: the app's callback and secret, the poll, people whose answers are awaited, and which events the app has got",
    "encrypted likewise; a hash of the key, its connection and ids of events in clear text",
    `until the app ends it, at most ${ttl.max / 86_400_000} days after it was renewed; after the connection ends or the key is revoked, until the next event`,
  ],
  ["When Rallly first refused a key", "in clear text", "an hour"],
  ["Errors, in Cloudflare's log", "in clear text, without keys", "as long as Cloudflare keeps the log"],
  ["Network addresses", "counted, not stored", "a minute"],
];

/** The page about privacy: what is stored, for how long, and who runs the connector. */
export function servePrivacy(context: PageContext): Response | Promise<Response> {
  return showPage(
    context,
    "Privacy",
    html`<p>Your API key is stored encrypted, and sent to nobody but Rallly. Polls, names, votes and events pass through to the app that you connected, and are not stored. What is stored goes when it was not used for ${days(lifetimes.idle)}.</p>
<p>${describeOperator(context)} It runs on Cloudflare. The operator could change the code, and would then see keys while calls run. In the app, its own terms hold.</p>
<h2>What is stored</h2>
<dl>${stored.map(([what, form, time]) => html`<dt>${what}</dt><dd><b>How:</b> ${form}<br><b>How long:</b> ${time}</dd>`)}</dl>
<p>${endingHelp}</p>`,
  );
}

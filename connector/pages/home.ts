import { html } from "hono/html";
import { hosts, serverName as name, toClaudeLink } from "../../cli/hosts.ts";
import type { PageContext } from "../bindings.ts";
import { toResource } from "../oauth.ts";
import { endingHelp, showPage, siteName } from "./layout.ts";

/** The start page: what this is and which URL to give to an assistant. */
export function serveHome(context: PageContext): Response | Promise<Response> {
  const url = toResource(new URL(context.req.url).origin);
  const cursor = new URLSearchParams({ name, config: btoa(JSON.stringify({ url })) });
  const vsCode = new URLSearchParams({ name, config: JSON.stringify({ type: "http", url }) });
  const links = {
    Claude: toClaudeLink(url),
    Cursor: `https://cursor.com/install-mcp?${cursor}`,
    "VS Code": `https://insiders.vscode.dev/redirect/mcp/install?${vsCode}`,
  };
  const buttons = Object.entries(links).map(
    ([title, link]) => html`<a class="button primary" href="${link}">Add to ${title}</a>`,
  );
  const ready = html`<p class="buttons">${buttons}</p>
<p>Claude Code:</p>
<p><code>${hosts["claude-code"]?.command?.({ url })}</code></p>
<p>ChatGPT and others take this URL as a custom connector:</p>
<p><code>${url}</code></p>
<p>The assistant then opens a page here that asks for the API key of your space.</p>
<p><a href="/webhook">Be told when people answer</a>: a set-up in Rallly, once for a space.</p>`;
  const notReady = html`<p class="problem">Its operator has not entered a name, so nobody can connect yet.</p>`;
  return showPage(
    context,
    siteName,
    html`<p>Lets an assistant such as Claude or ChatGPT read your Rallly scheduling polls and find the best time, and create and delete polls if you allow it.</p>
${context.env.OPERATOR ? ready : notReady}
<p class="help">${endingHelp}</p>`,
  );
}

import { html } from "hono/html";
import { endingHelp, type PageContext, showPage, siteName } from "./layout.ts";

/** The start page: what this is and which URL to give to an assistant. */
export function serveHome(context: PageContext): Response | Promise<Response> {
  const { origin } = new URL(context.req.url);
  return showPage(
    context,
    siteName,
    html`<p>Lets an assistant such as Claude or ChatGPT read your Rallly scheduling polls and find the best time, and create and delete polls if you allow it.</p>
<p>Add this URL as a custom connector of your assistant:</p>
<p><code>${origin}/mcp</code></p>
<p>It then asks for the API key of your space.</p>
<p class="help">${endingHelp}</p>`,
  );
}

import { html } from "../../src/html.ts";
import { renderPage, siteName } from "./layout.ts";

/** The start page: what this is and which URL to give to an assistant. */
export async function serveHome(request: Request): Promise<Response> {
  const { origin } = new URL(request.url);
  return renderPage({
    title: siteName,
    content: html`<p>Lets an assistant such as Claude or ChatGPT create Rallly scheduling polls, read the votes and find the best time. Not affiliated with Rallly.</p>
<p>Add this URL as a custom connector of your assistant:</p>
<p><code>${origin}/mcp</code></p>
<p>It then asks for the API key of your space. <a href="/connections">See and end your connections</a>.</p>`,
  });
}

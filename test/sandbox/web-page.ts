import { request } from "undici";
import type { Sandbox } from "../../src/sandbox/index.ts";

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** A page of the sandbox as a browser without scripts gets it; `text` is what a reader sees. */
async function load(sandbox: Sandbox, path: string, options: Parameters<typeof request>[1] = {}) {
  const response = await request(new URL(path, sandbox.url), options);
  const markup = await response.body.text();
  const text = markup
    .replace(/<(style|title)>[\s\S]*?<\/\1>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? "")
    .replace(/\s+/g, " ");
  const headers: Record<string, unknown> = response.headers;
  return { status: response.statusCode, headers, location: String(headers["location"]), markup, text };
}

/** Opens a page by its path. */
export const open = (sandbox: Sandbox, path: string) => load(sandbox, path);

/** Submits a form as a browser does from the sandbox's own page, without following the redirect. */
export function submit(
  sandbox: Sandbox,
  path: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = { origin: new URL(sandbox.url).origin, "sec-fetch-site": "same-origin" },
) {
  return load(sandbox, path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(fields).toString(),
  });
}

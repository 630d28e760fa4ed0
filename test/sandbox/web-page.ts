import { request } from "undici";
import type { Sandbox } from "../../src/sandbox/index.ts";

/** A page of the sandbox as a browser without scripts gets it. */
export interface WebPage {
  status: number;
  headers: Record<string, string>;
  /** The markup. */
  markup: string;
  /** The visible text: without tags, entities decoded, spaces collapsed. */
  text: string;
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const decode = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? "");

/** The text of markup as a reader sees it. */
export function toText(markup: string): string {
  const body = markup.replace(/<(style|title)>[\s\S]*?<\/\1>/g, "");
  return decode(body.replace(/<[^>]*>/g, " ")).replace(/\s+/g, " ");
}

async function load(url: string, options: Parameters<typeof request>[1]): Promise<WebPage> {
  const response = await request(url, options);
  const markup = await response.body.text();
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
  );
  return { status: response.statusCode, headers, markup, text: toText(markup) };
}

const originOf = (sandbox: Sandbox) => new URL(sandbox.url).origin;

/** Opens a page by its path. */
export function open(sandbox: Sandbox, path: string): Promise<WebPage> {
  return load(originOf(sandbox) + path, {});
}

/** Submits a form as a browser does from the sandbox's own page, without following the redirect. A header can be removed with undefined. */
export function submit(
  sandbox: Sandbox,
  path: string,
  fields: Record<string, string> = {},
  headers: Record<string, string | undefined> = {},
): Promise<WebPage> {
  const sent: Record<string, string | undefined> = {
    origin: originOf(sandbox),
    "sec-fetch-site": "same-origin",
    "content-type": "application/x-www-form-urlencoded",
    ...headers,
  };
  const given = Object.entries(sent).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return load(originOf(sandbox) + path, {
    method: "POST",
    headers: Object.fromEntries(given),
    body: new URLSearchParams(fields).toString(),
  });
}

/** The value of a hidden field of a page. */
export function hiddenValue({ markup }: WebPage, name: string): string {
  return new RegExp(`type="hidden" name="${name}" value="([^"]*)"`).exec(markup)?.[1] ?? "";
}

/** Opens the connector's pages in a real Chromium, and plays the host that a person connects. */
import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import type { AxeResults } from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, onTestFinished } from "vitest";
import { launchBrowser } from "../../scripts/browser.ts";
import type { Served } from "./harness.ts";

/** Whether the Chromium that npm installs runs here: on Linux on x86-64. */
const hasBrowser = process.platform === "linux" && process.arch === "x64";

/** Describes tests in one Chromium. Left out where it does not run. `getBrowser` works once a test runs. */
export function describeInBrowser(name: string, addTests: (getBrowser: () => Browser) => void): void {
  describe.runIf(hasBrowser)(name, () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchBrowser();
    });
    afterAll(() => browser.close());
    addTests(() => browser);
  });
}

/** Options of a visit with a browser that runs no scripts. */
export const noScript = { javaScriptEnabled: false };

/** A key that the sandbox does not know. */
export const wrongKey = "sk_wrong_0000000000000000000000000000";

/** The field for the key. */
export const keyField = (page: Page) => page.getByLabel("API key of your space");

/** The button that sends the key. */
export const connectButton = (page: Page) => page.getByRole("button", { name: "Check the key and connect" });

/** The text of the page's heading. */
export const heading = (page: Page) => page.getByRole("heading", { level: 1 }).textContent();

/** Enters a key on the page where a person connects. */
export async function enter(page: Page, key: string): Promise<void> {
  await keyField(page).fill(key);
  await connectButton(page).click();
}

/** Enters a key on the page of connections. */
export async function showConnections(page: Page, key: string): Promise<void> {
  await keyField(page).fill(key);
  await page.getByRole("button", { name: "Show connections" }).click();
}

/** An open page. */
export interface Visit {
  page: Page;
  /** Errors and warnings in the console, with violations of the policy, dialogs, and requests to other places. */
  incidents: string[];
}

/** Opens a page of the connector in a context of its own, until the test ends. */
export async function visit(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const incidents: string[] = [];
  page.on("console", (message) => {
    // Pages with an error status are errors in the console.
    const isStatus = /the server responded with a status of/.test(message.text());
    if (["error", "warning"].includes(message.type()) && !isStatus) incidents.push(message.text());
  });
  page.on("pageerror", (error) => incidents.push(error.message));
  page.on("dialog", (dialog) => {
    incidents.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const { hostname } = new URL(request.url());
    if (!["127.0.0.1", "[::1]", "localhost"].includes(hostname)) incidents.push(`request: ${request.url()}`);
  });
  await page.goto(url);
  return { page, incidents };
}

/** The violations that axe finds in a page. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
  const found = await page.evaluate<AxeResults>("axe.run({ resultTypes: ['violations'] })");
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}

/** How much wider a page is than its window, in pixels. */
export const findOverflow = (page: Page): Promise<number> =>
  page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");

/** A host that takes codes on this machine. */
export interface BrowserHost {
  /** The page that the host opens. */
  url: string;
  /** The parameters that its callback received, in order. */
  received: Record<string, string>[];
  /** Exchanges a code for tokens. */
  exchange(code: string): Promise<Response>;
}

/** Registers a host whose callback listens on loopback, until the test ends. */
export async function openHost(
  { origin }: Pick<Served, "origin">,
  {
    name = "Browser host",
    scope = "polls:read polls:write",
    address = "127.0.0.1",
    reply = "Back at the host",
  }: {
    name?: string;
    scope?: string;
    address?: string;
    /** The text of the callback's page, or a URL that it redirects to. */
    reply?: string | URL;
  } = {},
): Promise<BrowserHost> {
  const received: Record<string, string>[] = [];
  const listener = createServer(({ url = "" }, response) => {
    const { pathname, searchParams } = new URL(url, "http://host.invalid");
    if (pathname === "/callback") received.push(Object.fromEntries(searchParams));
    if (reply instanceof URL) response.writeHead(302, { location: reply.href }).end();
    else response.setHeader("content-type", "text/html").end(`<title>Host</title><p>${reply}</p>`);
  });
  await new Promise<void>((resolve) => listener.listen(0, address, resolve));
  onTestFinished(() => {
    listener.closeAllConnections();
    listener.close();
  });
  const { port } = listener.address() as AddressInfo;
  const callback = `http://${address.includes(":") ? `[${address}]` : address}:${port}/callback`;
  const registered = await fetch(`${origin}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: name,
      redirect_uris: [callback],
      token_endpoint_auth_method: "none",
    }),
  });
  if (registered.status !== 201) throw new Error(await registered.text());
  const { client_id } = (await registered.json()) as { client_id: string };
  const verifier = randomBytes(32).toString("base64url");
  const resource = `${origin}/mcp`;
  const parameters = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: callback,
    scope,
    state: "a state & more",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    resource,
  });
  return {
    url: `${origin}/authorize?${parameters}`,
    received,
    exchange: (code) =>
      fetch(`${origin}/oauth/token`, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "authorization_code",
          code,
          client_id,
          redirect_uri: callback,
          code_verifier: verifier,
          resource,
        }),
      }),
  };
}

/** Opens the connector's pages in a real Chromium, and plays the host that a person connects. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import type { AxeResults } from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, onTestFinished } from "vitest";
import { launchBrowser } from "../../scripts/browser.ts";
import type { Connector } from "./harness.ts";
import { type Flow, openFlow } from "./person.ts";

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

/** The field for the key. */
export const keyField = (page: Page) => page.getByLabel("API key of your space");

/** The button that sends the key. */
export const checkButton = (page: Page) => page.getByRole("button", { name: "Check the key" });

/** The text of the page's heading. */
export const heading = (page: Page) => page.getByRole("heading", { level: 1 }).textContent();

/** Chooses the access, and enters a key. */
export async function enter(page: Page, key: string, access = "Everything"): Promise<void> {
  await page.getByLabel(access).check();
  await keyField(page).fill(key);
  await checkButton(page).click();
}

/** An open page. */
export interface Visit {
  page: Page;
  /** Errors and warnings in the console, with violations of the policy. */
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
export interface BrowserHost extends Flow {
  /** The parameters that its callback received, in order. */
  received: Record<string, string>[];
}

/** Registers a host whose callback listens on loopback, until the test ends. */
export async function openHost(connector: Connector, client_name = "Browser host"): Promise<BrowserHost> {
  const received: Record<string, string>[] = [];
  const listener = createServer(({ url = "" }, response) => {
    const { pathname, searchParams } = new URL(url, "http://host.invalid");
    if (pathname === "/callback") received.push(Object.fromEntries(searchParams));
    response.setHeader("content-type", "text/html").end("<title>Host</title><p>Back at the host</p>");
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    listener.closeAllConnections();
    listener.close();
  });
  const { port } = listener.address() as AddressInfo;
  const redirect_uris = [`http://127.0.0.1:${port}/callback`];
  return { ...(await openFlow(connector, { client_name, redirect_uris })), received };
}

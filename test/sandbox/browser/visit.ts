/** Opens the pages of a sandbox in a real Chromium. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { Sandbox } from "../../../src/sandbox/index.ts";

export { launchBrowser } from "../../../scripts/browser.ts";

/** An open page. */
export interface Visit {
  page: Page;
  /** Errors in the console, with violations of the policy. */
  incidents: string[];
  close(): Promise<void>;
}

/** The address of a sandbox without a path. */
export const originOf = (sandbox: Sandbox): string => new URL(sandbox.url).origin;

/** Opens a page by its path in a context of its own. */
export async function visit(
  browser: Browser,
  sandbox: Sandbox,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 900, height: 800 },
    locale: "en-GB",
    ...options,
  });
  const page = await context.newPage();
  const incidents: string[] = [];
  page.on("console", (message) => message.type() === "error" && incidents.push(message.text()));
  await page.goto(originOf(sandbox) + path);
  return { page, incidents, close: () => context.close() };
}

/** The violations that axe finds in a page. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
  const found = await page.evaluate<AxeResults>("axe.run({ resultTypes: ['violations'] })");
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}

/** Opens the built view in a real Chromium, inside the host of host.ts. */
import { fileURLToPath } from "node:url";
import type { McpUiHostContext } from "@modelcontextprotocol/ext-apps/app-bridge";
import { build } from "esbuild";
import type { Browser, Frame, Page } from "playwright-core";
import { type Grid, gridKey } from "../../../mcp/view/grid.ts";
import { buildView } from "../../../scripts/build-view.ts";

export { launchBrowser } from "../../../scripts/browser.ts";

/** An open view. */
export interface Stage {
  page: Page;
  view: Frame;
  /** Every address that anything on the page asked for, beyond the host's own page. */
  requests: string[];
  /** What the browser complained about: errors, and violations of the policy. */
  complaints: string[];
}

const address = "http://host.test/";

let hostPage: Promise<string> | undefined;

async function buildHost(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("host.ts", import.meta.url))],
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    logLevel: "silent",
  });
  return `<!doctype html><title>Host</title><body style="margin:0"><script type="module">${outputFiles[0]?.text}</script>`;
}

/** Opens a view, with a grid or a result if given. */
export async function openStage(
  browser: Browser,
  {
    grid,
    result = grid === undefined ? undefined : answerWith(grid),
    html,
    context = {},
    width = 760,
    zone = "Asia/Kolkata",
  }: {
    grid?: Grid;
    result?: object | undefined;
    html?: string;
    context?: McpUiHostContext;
    width?: number;
    zone?: string;
  },
): Promise<Stage> {
  hostPage ??= buildHost();
  const body = await hostPage;
  const page = await browser.newPage({
    viewport: { width, height: 900 },
    timezoneId: zone,
    locale: "en-GB",
    deviceScaleFactor: 2,
  });
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.route("**/*", (route) => {
    if (route.request().url() === address) return route.fulfill({ contentType: "text/html", body });
    requests.push(route.request().url());
    return route.abort();
  });
  await page.clock.setFixedTime("2027-02-20T09:00:00Z");
  await page.goto(address);
  const given = [html ?? (await buildView()), JSON.stringify(context)] as const;
  await page.evaluate(([html, text]) => window.host.open(html, JSON.parse(text)), given);
  if (result !== undefined) await sendResult(page, result);
  const view = page.frames()[1];
  if (view === undefined) throw new Error("The view's frame is missing");
  return { page, view, requests, complaints };
}

/** Sends a grid as the result of the tool. */
export async function sendGrid(page: Page, grid: Grid): Promise<void> {
  await sendResult(page, answerWith(grid));
}

async function sendResult(page: Page, result: object): Promise<void> {
  // As text, because the types of a result are too deep for the compiler here.
  await page.evaluate((text) => window.host.sendResult(JSON.parse(text)), JSON.stringify(result));
}

/** Sets the result of the next tool call. */
export async function setAnswer(page: Page, answer: object): Promise<void> {
  await page.evaluate((text) => {
    window.host.answer = JSON.parse(text);
  }, JSON.stringify(answer));
}

/** The requests of the view so far. */
export async function readAsked(page: Page) {
  return page.evaluate(() => window.host.asked);
}

/** A tool result with the grid, as the server sends it. */
export function answerWith(grid: Grid) {
  return { content: [{ type: "text" as const, text: "Best: …" }], _meta: { [gridKey]: grid } };
}

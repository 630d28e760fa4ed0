/** Opens the built view in a real Chromium, inside the host of host.ts. */
import { fileURLToPath } from "node:url";
import type { McpUiHostCapabilities, McpUiHostContext } from "@modelcontextprotocol/ext-apps/app-bridge";
import { build } from "esbuild";
import type { Browser, Frame, Page } from "playwright-core";
import { type Grid, gridKey } from "../../../mcp/view/grid.ts";
import { buildView, type viewNames } from "../../../scripts/build/view.ts";

/** An open view. */
export interface Stage {
  page: Page;
  view: Frame;
  /** The URL of every request of the page, except for the host itself. */
  requests: string[];
  /** Errors in the browser console, with violations of the policy. */
  errors: string[];
}

const address = "http://host.test/";

/** What the host supports by default. */
export const allCapabilities = {
  openLinks: {},
  serverTools: {},
  serverResources: {},
  downloadFile: {},
  updateModelContext: { text: {}, structuredContent: {} },
  sandbox: { permissions: { clipboardWrite: {} } },
};

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

/** How a view is opened. */
export interface Setting {
  name?: (typeof viewNames)[number];
  grid?: Grid;
  input?: object;
  result?: object | undefined;
  callTool?: (params: { name: string; arguments?: Record<string, unknown> }) => Promise<object>;
  context?: McpUiHostContext;
  capabilities?: McpUiHostCapabilities;
  width?: number;
  zone?: string;
  scale?: number;
  now?: string;
  /** Whether a finger points. */
  touch?: boolean;
}

/** Opens a view, with a grid or a result if given. The calls of the page go to `callTool`, if there is one. */
export async function openStage(
  browser: Browser,
  {
    name = "results",
    grid,
    input = {},
    result = grid === undefined ? undefined : createToolResult(grid),
    callTool,
    context = {},
    capabilities = allCapabilities,
    width = 706,
    zone = "Asia/Kolkata",
    scale = 1,
    now = "2027-02-20T09:00:00Z",
    touch = false,
  }: Setting,
): Promise<Stage> {
  hostPage ??= buildHost();
  const body = await hostPage;
  const page = await browser.newPage({
    viewport: { width, height: 900 },
    timezoneId: zone,
    locale: "en-GB",
    deviceScaleFactor: scale,
    hasTouch: touch,
  });
  const requests: string[] = [];
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  await page.route("**/*", (route) => {
    if (route.request().url() === address) return route.fulfill({ contentType: "text/html", body });
    requests.push(route.request().url());
    return route.abort();
  });
  await page.clock.setFixedTime(now);
  if (callTool) await page.exposeFunction("callServer", callTool);
  await page.goto(address);
  const given = [await buildView(name), JSON.stringify(context), JSON.stringify(capabilities)] as const;
  await page.evaluate(
    ([html, context, capabilities]) => window.host.open(html, JSON.parse(context), JSON.parse(capabilities)),
    given,
  );
  if (result !== undefined) await sendResult(page, result, input);
  const view = page.frames()[1];
  if (view === undefined) throw new Error("The view's frame is missing");
  return { page, view, requests, errors };
}

/** Sends a grid as the result of the tool. */
export async function sendGrid(page: Page, grid: Grid): Promise<void> {
  await sendResult(page, createToolResult(grid));
}

/** Sends a result of the tool, after its arguments. */
export async function sendResult(page: Page, result: object, input: object = {}): Promise<void> {
  // As text, because the types of a result are too deep for the compiler here.
  const given = [JSON.stringify(input), JSON.stringify(result)] as const;
  await page.evaluate(
    ([input, result]) => window.host.sendResult(JSON.parse(input), JSON.parse(result)),
    given,
  );
}

/** Sets the result of the next tool call. */
export async function setToolResult(page: Page, result: object): Promise<void> {
  await page.evaluate((text) => {
    window.host.toolResult = JSON.parse(text);
  }, JSON.stringify(result));
}

/** The requests of the view so far. */
export async function getRequests(page: Page) {
  return page.evaluate(() => window.host.requests);
}

/** A tool result with the grid, as the server sends it. */
export function createToolResult(grid: Grid) {
  return { content: [{ type: "text" as const, text: "Best: …" }], _meta: { [gridKey]: grid } };
}

/** Holds the host's responses back until the returned function is called. */
export async function holdResponses(page: Page): Promise<() => Promise<void>> {
  const handle = await page.evaluateHandle(() => {
    const held = { release: () => {} };
    window.host.delay = new Promise((resolve) => {
      held.release = resolve;
    });
    return held;
  });
  return () => handle.evaluate((held) => held.release());
}

/** What an action changes in the table of a page: each attribute, and each element or text that is added or taken away. */
export async function listChanges(view: Frame, act: () => Promise<void>): Promise<string[]> {
  await view.evaluate(() => {
    const changes: string[] = [];
    Object.assign(window, { changes });
    const scroller = document.getElementById("scroller");
    if (scroller === null) throw new Error("The page has no table");
    new MutationObserver((records) => {
      for (const { attributeName, target } of records) changes.push(attributeName ?? `in ${target.nodeName}`);
    }).observe(scroller, { subtree: true, attributes: true, childList: true, characterData: true });
  });
  await act();
  const changes = await view.evaluate(() => Reflect.get(window, "changes") as string[]);
  // The focus moves the tab stop, and a mark shows where more can be scrolled to.
  return changes.filter((name) => name !== "tabindex" && name !== "class").sort();
}

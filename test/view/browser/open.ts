/** Opens pages for a file of tests: in one browser, and plans with a server behind them. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchBrowser } from "../../browser.ts";
import { fixedNow, openHost } from "../../mcp/harness.ts";
import { openStage, type Setting, type Stage } from "./stage.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Opens a page in the browser of this file. */
export const open = (setting: Setting): Promise<Stage> => openStage(browser, setting);

/** Previews a poll on a server: how to show the plan in a page whose calls reach the server. */
export async function preview(args: Record<string, unknown>, server = openHost()) {
  const opened = await server;
  const { host } = opened;
  const input = { ...args, dryRun: true };
  const result = await host.callTool({ name: "create_poll", arguments: input });
  const callTool = (params: Parameters<typeof host.callTool>[0]) => host.callTool(params);
  return { ...opened, setting: { name: "plan", now: fixedNow, result, input, callTool } as const };
}

/** End to end: sandbox, client, MCP server, resource, result and view. */
import { getToolUiResourceUri } from "@modelcontextprotocol/ext-apps/app-bridge";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openHost } from "../../mcp/harness.ts";
import { launchBrowser, openStage, setToolResult } from "./stage.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function openVoted() {
  const opened = await openHost();
  const { data: poll } = await opened.client.createPoll({
    title: "Kick-off dinner",
    kind: "time",
    timeZone: "Europe/Berlin",
    options: ["2027-03-01", "2027-03-02", "2027-03-03"].map((date) => ({
      startTime: `${date}T18:00:00Z`,
      duration: 90,
    })),
  });
  const vote = (name: string, marks: ("yes" | "ifNeedBe" | "no")[]) => {
    const choices = Object.fromEntries(poll.options.map(({ id }, index) => [id, marks[index] ?? "no"]));
    opened.sandbox.vote(poll.id, { name, email: `${name.toLowerCase()}@example.com`, choices });
  };
  vote("Ada", ["yes", "yes", "no"]);
  vote("Bob", ["no", "yes", "yes"]);
  vote("Cleo", ["no", "ifNeedBe", "yes"]);
  return { ...opened, poll, vote };
}

describe("find_best_times in a host with views", () => {
  it("names a page that shows the same best option as its text", async () => {
    const { host } = await openVoted();
    const { tools } = await host.listTools();
    const tool = tools.find(({ name }) => name === "find_best_times");
    const uri = getToolUiResourceUri(tool ?? {}) ?? "";
    const { contents } = await host.readResource({ uri });
    const [page] = contents;
    expect(page?.mimeType).toBe("text/html;profile=mcp-app");
    expect(page?._meta).toMatchObject({ ui: { csp: {} } });
    const result = await host.callTool({
      name: "find_best_times",
      arguments: { title: "Kick-off dinner", required: ["Cleo"] },
    });
    const { view, errors } = await openStage(browser, {
      html: page !== undefined && "text" in page ? page.text : "",
      result,
    });
    await view.waitForSelector(".entry");
    const best = await view.locator(".entry .when").first().textContent();
    expect(best).toMatch(/Tuesday,? 2 March 2027, 19:00–20:30/);
    expect(JSON.stringify(result.content)).toMatch(/Best: Tue, 2 March 2027, 19:00.20:30/);
    expect(await view.locator('tbody button[aria-pressed="true"]').allTextContents()).toEqual(["Cleo"]);
    expect(errors).toEqual([]);
  });

  it("shows a new vote after a refresh", async () => {
    const { host, vote, poll } = await openVoted();
    const result = await host.callTool({ name: "find_best_times", arguments: { title: poll.title } });
    const { page, view } = await openStage(browser, { result });
    await view.waitForSelector(".entry");
    vote("Dana", ["yes", "no", "yes"]);
    // The host forwards the view's call unchanged.
    await view.click("#refresh");
    await page.waitForFunction(() => window.host.requests.calls.length === 1);
    const [call] = await page.evaluate(() => window.host.requests.calls);
    const fresh = await host.callTool(call as { name: string; arguments: Record<string, unknown> });
    expect(fresh.isError).not.toBe(true);
    await setToolResult(page, fresh);
    await view.locator("#refresh:not([aria-disabled])").click();
    await view.getByText("Up to date.").waitFor();
    expect(await view.locator("tbody .name").allTextContents()).toEqual(["Ada", "Bob", "Cleo", "Dana"]);
  });
});

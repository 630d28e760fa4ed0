/** The invited people who have not answered. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { maxMissingNames } from "../../../mcp/view/grid.ts";
import { openHost } from "../../mcp/harness.ts";
import { createGrid, reviewPoll } from "../sample.ts";
import { createToolResult, launchBrowser, openStage, setToolResult } from "./stage.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe("the people who have not answered", () => {
  it("are not mentioned without a list", async () => {
    const { view } = await openStage(browser, { grid: createGrid(reviewPoll) });
    await view.waitForSelector(".entry");
    expect(await view.locator("#missing").isVisible()).toBe(false);
  });

  it("are listed as they were typed, and follow a refresh", async () => {
    const missing = ["Grace Hopper", "linus@example.com", "דנה לוי"];
    const { page, view } = await openStage(browser, { grid: createGrid(reviewPoll, { missing }) });
    await view.waitForSelector(".entry");
    expect(await view.textContent("#missing")).toBe(
      "Not answered yet: Grace Hopper, linus@example.com, דנה לוי",
    );
    expect(await view.locator("#missing bdi").allTextContents()).toEqual(missing);
    await setToolResult(page, createToolResult(createGrid(reviewPoll, { missing: [] })));
    await view.click("#refresh");
    await view.getByText("Up to date.").waitFor();
    expect(await view.textContent("#missing")).toBe("Everyone on the list has answered.");
  });

  it("are those that find_missing_people found", async () => {
    const { host, client, sandbox } = await openHost();
    const { data: poll } = await client.createPoll({
      title: "Lunch",
      kind: "date",
      options: [{ date: "2027-03-01" }],
    });
    sandbox.vote(poll.id, { name: "Ada", choices: {} });
    const result = await host.callTool({
      name: "find_missing_people",
      arguments: { pollId: poll.id, invited: ["Ada", "Ben Example <ben@example.com>"] },
    });
    const { view } = await openStage(browser, { result });
    await view.waitForSelector(".entry");
    expect(await view.textContent("#missing")).toBe("Not answered yet: Ben Example <ben@example.com>");
    expect(await view.locator("#calendar").isVisible()).toBe(true);
  });

  it("are counted beyond the first fifty, and fit a narrow view", async () => {
    const missing = Array.from({ length: maxMissingNames + 1 }, (_, index) => `Guest-${index}`.repeat(9));
    const { view } = await openStage(browser, { grid: createGrid(reviewPoll, { missing }), width: 320 });
    await view.waitForSelector(".entry");
    expect(await view.textContent("#missing")).toMatch(/ and 1 more$/);
    expect(await view.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

  it("stay text when they look like markup", async () => {
    const missing = ["<img src=x onerror=alert(1)>", "</p><script>alert(2)</script>"];
    const { view, errors } = await openStage(browser, { grid: createGrid(reviewPoll, { missing }) });
    await view.waitForSelector(".entry");
    expect(await view.locator("#missing bdi").allTextContents()).toEqual(missing);
    expect(await view.locator("#missing :not(bdi)").count()).toBe(0);
    expect(errors).toEqual([]);
  });
});

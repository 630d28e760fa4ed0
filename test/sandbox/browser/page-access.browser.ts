/** The pages in axe and at phone width, in light and dark. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../../src/sandbox/index.ts";
import { create, datePoll } from "../request.ts";
import { findViolations, launchBrowser, visit } from "./visit.ts";

let browser: Browser;
let sandbox: Sandbox;
beforeAll(async () => {
  browser = await launchBrowser();
  sandbox = await startSandbox({ now: "2027-02-01T08:00:00Z", limits: "none" });
});
afterAll(async () => {
  await browser.close();
  await sandbox.close();
});

const findWidth = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const submitEmpty = (page: Page) => page.getByRole("button", { name: "Send your answers" }).click();

/** Every kind of page: its path, and what to do on it first. */
const pages: Record<string, { path: string; act?: (page: Page) => Promise<void> }> = {
  "the start page": { path: "/?done=clock" },
  "the start page with problems": {
    path: "/",
    async act(page) {
      await page.getByLabel("Path").fill("polls");
      await page.getByLabel("Number of requests").fill("many");
      await page.getByRole("button", { name: "Start this fault" }).click();
    },
  },
  "an invite page with times in two zones": {
    path: "/invite/DemoPoll0024?zone=America/Argentina/ComodRivadavia",
  },
  "an invite page with dates": { path: "/invite/DemoPoll0025" },
  "an invite page with problems": { path: "/invite/DemoPoll0019", act: submitEmpty },
  "a saved answer": { path: "/invite/DemoPoll0024/cmdemovoter0024x000000001?done=saved" },
  "an invite page that hides everything": { path: "/invite/DemoPoll0017" },
  "a scheduled poll": { path: "/invite/DemoPoll0003" },
  "a canceled poll": { path: "/invite/DemoPoll0004" },
  "an admin page": { path: "/poll/DemoPoll0019?done=closed" },
  "an admin page of 40 people": { path: "/poll/DemoPoll0023" },
  "an admin page of 100 times": { path: "/poll/DemoPoll0006" },
  "an admin page in Arabic": { path: "/poll/DemoPoll0011" },
  "the question before a delete": { path: "/poll/DemoPoll0024/delete" },
  "a missing poll": { path: "/invite/nothing" },
};

describe("axe finds no violation, and nothing is wider than the page, on", () => {
  for (const [name, { path, act }] of Object.entries(pages)) {
    it(name, async () => {
      const { page, close } = await visit(browser, sandbox, path);
      await act?.(page);
      for (const [width, colorScheme] of [
        [1000, "light"],
        [1000, "dark"],
        [320, "light"],
      ] as const) {
        await page.setViewportSize({ width, height: 700 });
        await page.emulateMedia({ colorScheme });
        expect.soft(await findViolations(page), `${width} ${colorScheme}`).toEqual([]);
        expect.soft(await findWidth(page), `${width} ${colorScheme}`).toBe(0);
      }
      await close();
    });
  }
});

describe("the pages", () => {
  it("have checked answers that axe accepts, and a wide table that scrolls with the keyboard", async () => {
    const { page, close } = await visit(browser, sandbox, "/invite/DemoPoll0006", {
      viewport: { width: 320, height: 700 },
    });
    for (const vote of ["Yes", "If need be", "No"])
      await page.getByRole("radio", { name: vote, exact: true }).nth(vote.length).check();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findViolations(page)).toEqual([]);
      expect(await findWidth(page)).toBe(0);
    }
    const table = page.getByRole("region", { name: "Answers" });
    await table.focus();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
    await close();
  });

  it("are not wider than a phone with the longest words", async () => {
    const word = "W".repeat(255);
    const { id } = await create(sandbox, {
      ...datePoll,
      title: word,
      description: word.repeat(3),
      location: word,
      conferencing: { provider: "custom", label: word.slice(0, 100), uri: `https://example.com/${word}` },
    });
    sandbox.vote(id, { name: word, email: `${"e".repeat(60)}@${"d".repeat(60)}.example.com`, choices: {} });
    for (const path of ["/", `/invite/${id}`, `/poll/${id}`, `/poll/${id}/delete`]) {
      const { page, close } = await visit(browser, sandbox, path, { viewport: { width: 320, height: 700 } });
      expect.soft(await findWidth(page), path).toBe(0);
      await close();
    }
  });
});

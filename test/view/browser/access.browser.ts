/** Accessibility: the rules of axe. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Browser, Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCrowd, createGrid, reviewPoll } from "../sample.ts";
import { launchBrowser, openStage } from "./stage.ts";

let browser: Browser;
let axe: string;
beforeAll(async () => {
  browser = await launchBrowser();
  axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
});
afterAll(() => browser.close());

async function findViolations(view: Frame): Promise<string[]> {
  await view.evaluate(axe);
  const found = await view.evaluate<AxeResults>("axe.run({ resultTypes: ['violations'] })");
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}

const grids = {
  "a usual poll": createGrid(reviewPoll, { requiredIds: ["p1"] }),
  "a poll of days": createGrid({ dates: ["2027-03-01", "2027-03-02"], people: { Ana: "21", محمد: "02" } }),
  "three zones to choose from": createGrid(reviewPoll, { shownIn: "America/New_York" }),
  "a crowd": createGrid(createCrowd(100, 200)),
  "people without an answer": createGrid(reviewPoll, { missing: ["Grace Hopper", "דנה לוי"] }),
  "a poll without participants": createGrid({ ...reviewPoll, people: {} }),
};

describe("the view in axe", () => {
  for (const theme of ["light", "dark"] as const) {
    for (const [name, grid] of Object.entries(grids)) {
      it(`has no violations: ${name}, ${theme}`, async () => {
        const { page, view } = await openStage(browser, { grid, context: { theme } });
        expect(await findViolations(view)).toEqual([]);
        await view.locator("tbody button, .entry").first().click();
        expect(await findViolations(view)).toEqual([]);
        await page.close();
      });
    }
  }
});

/** Takes the pictures of the README. */
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGrid, reviewPoll } from "../sample.ts";
import { launchBrowser, openStage } from "./stage.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe("the pictures in docs/images", () => {
  for (const theme of ["light", "dark"] as const) {
    it(`show the results, ${theme}`, async () => {
      const { page, view, errors } = await openStage(browser, {
        grid: createGrid(reviewPoll, { requiredIds: ["p6"] }),
        context: { theme, locale: "en-GB" },
        width: 780,
      });
      await view.getByRole("button", { name: "Grace O’Connor", exact: true }).waitFor();
      const frame = page.locator("iframe");
      const height = await view.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height));
      await page.waitForFunction((tall) => document.querySelector("iframe")?.clientHeight === tall, height);
      const path = fileURLToPath(new URL(`../../../docs/images/results-${theme}.png`, import.meta.url));
      const picture = await frame.screenshot({ path });
      expect(picture.byteLength).toBeGreaterThan(20_000);
      expect(errors).toEqual([]);
    });
  }
});

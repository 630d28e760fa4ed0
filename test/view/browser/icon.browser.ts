/** Compares the icon of the Zapier app with its drawing. */
import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { renderIcon } from "../../../scripts/zapier-icon.ts";
import { launchBrowser } from "./stage.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it("zapier/submission/icon.png is what icon.svg renders to (npm run zapier:icon writes it)", async () => {
  const rendered = await renderIcon(browser);
  const committed = readFileSync(new URL("../../../zapier/submission/icon.png", import.meta.url));
  expect(rendered.equals(committed)).toBe(true);
});

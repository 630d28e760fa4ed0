/** The three votes look different with every kind of color blindness, measured in rendered pixels. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGrid, reviewPoll } from "../sample.ts";
import { launchBrowser, openStage } from "./stage.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const sights = ["none", "protanopia", "deuteranopia", "tritanopia", "achromatopsia"] as const;

/** The rendered color at a point, under the emulated vision deficiency. */
async function getColor(page: Page, x: number, y: number): Promise<number[]> {
  const picture = await page.screenshot({ clip: { x, y, width: 2, height: 2 } });
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const brush = new OffscreenCanvas(2, 2).getContext("2d");
    brush?.drawImage(image, 0, 0);
    return [...(brush?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
  }, picture.toString("base64"));
}

function measureDistance(one: number[], other: number[]): number {
  return Math.hypot(...one.map((value, index) => value - (other[index] ?? 0)));
}

describe("the cells of yes, if need be, and no or unanswered", () => {
  for (const theme of ["light", "dark"] as const) {
    it(`differ in color with every kind of color blindness, ${theme}`, async () => {
      const { page, view } = await openStage(browser, { grid: createGrid(reviewPoll), context: { theme } });
      const devtools = await page.context().newCDPSession(page);
      const points = await view.locator(".sample").evaluateAll((samples) =>
        samples.map((sample) => {
          const { left, top } = sample.getBoundingClientRect();
          return { x: left + 8, y: top + 8 };
        }),
      );
      await page.setViewportSize({ width: 760, height: 1200 });
      for (const type of sights) {
        await devtools.send("Emulation.setEmulatedVisionDeficiency", { type });
        const [yes = [], ifNeedBe = [], noOrUnanswered = []] = await Promise.all(
          points.map(({ x, y }) => getColor(page, x, y)),
        );
        expect
          .soft(measureDistance(yes, ifNeedBe), `${type}: yes ${yes} and if need be ${ifNeedBe}`)
          .toBeGreaterThan(60);
        expect
          .soft(
            measureDistance(ifNeedBe, noOrUnanswered),
            `${type}: if need be ${ifNeedBe} and no or unanswered ${noOrUnanswered}`,
          )
          .toBeGreaterThan(60);
        expect
          .soft(
            measureDistance(yes, noOrUnanswered),
            `${type}: yes ${yes} and no or unanswered ${noOrUnanswered}`,
          )
          .toBeGreaterThan(60);
      }
    });
  }

  it("have a symbol each", async () => {
    const { view } = await openStage(browser, { grid: createGrid(reviewPoll) });
    const symbols = await view.evaluate(() =>
      ["yes", "if-need-be", "no-or-unanswered"].map((name) => {
        const cell = document.querySelector(`td.${name}`);
        if (cell === null) throw new Error(`No cell says ${name}`);
        const after = getComputedStyle(cell, "::after");
        return [
          after.content,
          after.borderBottomWidth,
          getComputedStyle(cell).backgroundImage !== "none",
        ].join(" ");
      }),
    );
    expect(symbols[0]).toMatch(/^"" 2px false$/);
    expect(symbols[1]).toMatch(/^"~"/);
    expect(symbols[2]).toMatch(/true$/);
  });
});

describe("names in the view", () => {
  it("have the direction of their script", async () => {
    const { view } = await openStage(browser, {
      grid: createGrid({
        dates: ["2027-03-01"],
        people: { "דנה לוי": "2", "محمد علي": "1", "Ana (نسخة)": "2" },
      }),
    });
    const directions = await view
      .locator("tbody .name")
      .evaluateAll((names) => names.map((name) => getComputedStyle(name).direction));
    expect(directions).toEqual(["rtl", "rtl", "ltr"]);
  });
});

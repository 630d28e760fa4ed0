/** The choices of the viewer, with pointer and keyboard. */
import type { Browser, Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCrowd, createGrid, reviewPoll } from "../sample.ts";
import { launchBrowser, openStage, sendGrid } from "./stage.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const grid = createGrid(reviewPoll);
const listBest = (view: Frame) => view.locator(".entry .when").allTextContents();
const activeText = (view: Frame) => view.evaluate(() => document.activeElement?.textContent);
/** Row and column of the focused cell, from 1. The first two rows are days and options. */
const activePlace = (view: Frame) =>
  view.evaluate(() => {
    const cell = document.activeElement?.closest<HTMLTableCellElement>("td,th");
    return [Number(cell?.parentElement?.getAttribute("aria-rowindex")), (cell?.cellIndex ?? Number.NaN) + 1];
  });

describe("required people in the view", () => {
  // Nils is available on the second day only.
  const split = createGrid({
    dates: ["2027-03-01", "2027-03-02"],
    people: { Ana: "22", Bo: "20", Nils: "02", Ola: "20" },
  });

  it("change the ranking while they are starred", async () => {
    const { view } = await openStage(browser, { grid: split });
    expect((await listBest(view))[0]).toMatch(/^Monday,? 1 March 2027$/);
    const nils = view.getByRole("button", { name: "Nils", exact: true });
    await nils.click();
    expect((await listBest(view))[0]).toMatch(/^Tuesday,? 2 March 2027$/);
    expect(await nils.getAttribute("aria-pressed")).toBe("true");
    expect(await view.textContent("#status")).toMatch(/^Nils must attend. Best: Tuesday,? 2 March 2027$/);
    expect(await view.locator(".entry").last().textContent()).toContain("Required, no or unanswered: Nils");
    await nils.click();
    expect((await listBest(view))[0]).toMatch(/^Monday,? 1 March 2027$/);
  });

  it("are starred initially when they are in the tool's arguments", async () => {
    const { view } = await openStage(browser, {
      grid: createGrid({ ...reviewPoll }, { requiredIds: ["p1", "p3"] }),
    });
    const starred = await view.locator('tbody button[aria-pressed="true"]').allTextContents();
    expect(starred).toEqual(["Bartłomiej Nowak", "דנה לוי"]);
  });
});

describe("times in the view", () => {
  it("are in the poll's zone until the viewer chooses another", async () => {
    const { view } = await openStage(browser, {
      grid,
      context: { timeZone: "Asia/Kolkata", locale: "en-GB" },
    });
    expect((await listBest(view))[0]).toMatch(/^Wednesday,? 3 March 2027, 0?9:00–0?9:45$/);
    await view.getByRole("button", { name: "Mine: Kolkata" }).click();
    expect((await listBest(view))[0]).toMatch(/^Wednesday,? 3 March 2027, 13:30–14:15$/);
    expect(await activeText(view)).toBe("Mine: Kolkata");
  });

  it("are in the zone of the tool's arguments until the viewer chooses, and again after the next result", async () => {
    const asked = createGrid(reviewPoll, { shownIn: "America/New_York" });
    const { page, view } = await openStage(browser, {
      grid: asked,
      context: { timeZone: "Asia/Kolkata", locale: "en-GB" },
    });
    expect((await listBest(view))[0]).toMatch(/, 0?3:00–0?3:45$/);
    expect(await view.textContent("#times")).toBe(" Times in America/New_York.");
    await view.getByRole("button", { name: "Poll: Paris" }).click();
    expect((await listBest(view))[0]).toMatch(/, 0?9:00–0?9:45$/);
    await sendGrid(page, asked);
    await view.getByText("Times in America/New_York.").waitFor();
    expect((await listBest(view))[0]).toMatch(/, 0?3:00–0?3:45$/);
  });

  it("leave dates without a zone", async () => {
    const days = createGrid({ dates: ["2027-03-01"], people: { Ana: "2" } });
    for (const zone of ["Pacific/Kiritimati", "Pacific/Niue"]) {
      const { page, view } = await openStage(browser, { grid: days, zone, context: { timeZone: zone } });
      expect((await listBest(view)).join()).toMatch(/^Monday,? 1 March 2027$/);
      expect(await view.locator("#zones").isVisible()).toBe(false);
      await page.close();
    }
  });

  it("are labelled UTC when the poll's zone is unknown", async () => {
    const martian = createGrid({ ...reviewPoll, timeZone: "Mars/Phobos" });
    const { view } = await openStage(browser, { grid: martian, context: { locale: "en-GB" } });
    expect((await listBest(view))[0]).toMatch(/ 0?8:00–0?8:45$/);
    expect(await view.textContent("#times")).toBe(" Times in UTC.");
    expect(await view.getByRole("button", { name: "Universal: UTC" }).getAttribute("aria-pressed")).toBe(
      "true",
    );
  });

  it("of a floating poll have no zone", async () => {
    const floating = createGrid({ ...reviewPoll, timeZone: null });
    const { view } = await openStage(browser, { grid: floating });
    expect((await listBest(view))[0]).toMatch(/ 0?8:00–0?8:45$/);
    expect(await view.textContent("#times")).toContain("no time zone");
    expect(await view.locator("#zones").isVisible()).toBe(false);
  });
});

describe("the host's theme", () => {
  it("is applied when it changes", async () => {
    const { page, view } = await openStage(browser, { grid, context: { theme: "light" } });
    const readBackground = () => view.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await readBackground()).toBe("rgb(255, 255, 255)");
    await page.evaluate(() => window.host.changeContext({ theme: "dark" }));
    await view.waitForSelector(':root[data-theme="dark"]');
    expect(await readBackground()).toBe("rgb(23, 26, 32)");
    await page.evaluate(() =>
      window.host.changeContext({
        theme: "dark",
        // @ts-expect-error: hosts send any variables
        styles: { variables: { "--color-background-primary": "rgb(1, 2, 3)" } },
      }),
    );
    await view.waitForFunction(() => getComputedStyle(document.body).backgroundColor === "rgb(1, 2, 3)");
  });
});

describe("the keyboard in the view", () => {
  it("moves through the table from one tab stop and stars with Space", async () => {
    const { page, view } = await openStage(browser, { grid });
    expect(await view.locator('#scroller [tabindex="0"]').count()).toBe(1);
    await view.locator('#scroller [tabindex="0"]').focus();
    expect(await activeText(view)).toBe("Ana Souza");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    expect(await view.locator('tbody button[aria-pressed="true"]').allTextContents()).toEqual([
      "Bartłomiej Nowak",
    ]);
    expect(await activeText(view)).toBe("Bartłomiej Nowak");
    await page.keyboard.press("ArrowRight");
    expect(await activePlace(view)).toEqual([4, 2]);
    await page.keyboard.press("End");
    expect(await activePlace(view)).toEqual([4, 16]);
    await page.keyboard.press("Control+End");
    expect(await activePlace(view)).toEqual([11, 16]);
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowRight");
    expect(await activePlace(view)).toEqual([2, 2]);
    await page.keyboard.press("Enter");
    expect(
      await view.locator('.pick[aria-pressed="true"]').evaluate((each) => each.closest("th")?.cellIndex),
    ).toBe(1);
    expect(await view.locator('#scroller [tabindex="0"]').count()).toBe(1);
  });

  it("keeps the focus on the pressed entry", async () => {
    const { page, view } = await openStage(browser, { grid });
    await view.locator(".entry").nth(1).focus();
    await page.keyboard.press("Enter");
    expect(await activeText(view)).toContain("Tuesday");
    expect(await view.locator('.entry[aria-pressed="true"]').count()).toBe(1);
  });
});

describe("a view of 100 options and 200 people", () => {
  const crowd = createGrid(createCrowd(100, 200));

  it("renders only rows near the visible ones, with their real row numbers", async () => {
    const { page, view } = await openStage(browser, { grid: crowd });
    const table = view.getByRole("grid");
    expect(await table.getAttribute("aria-rowcount")).toBe("202");
    expect(await view.locator("tbody td").count()).toBeLessThan(4000);
    await view.locator('#scroller [tabindex="0"]').focus();
    await page.keyboard.press("Control+End");
    expect(await activePlace(view)).toEqual([202, 101]);
    expect(await view.locator("tbody td").count()).toBeLessThan(4000);
    const inSight = await view.evaluate(() => {
      const cell = document.activeElement?.getBoundingClientRect();
      const frame = document.querySelector("#scroller")?.getBoundingClientRect();
      return (
        cell !== undefined && frame !== undefined && cell.bottom <= frame.bottom && cell.right <= frame.right
      );
    });
    expect(inSight).toBe(true);
  });

  it("does not scroll when a person is starred", async () => {
    const { view } = await openStage(browser, { grid: crowd });
    const moved = await view.evaluate(async () => {
      let count = 0;
      const body = document.querySelector("tbody");
      if (body === null) throw new Error("No table");
      new MutationObserver((records) => {
        count += records.length;
      }).observe(body, { childList: true });
      body.querySelector("button")?.click();
      await new Promise(requestAnimationFrame);
      return count;
    });
    expect(moved).toBe(0);
    expect(await view.textContent("#status")).toContain("Person 1 must attend");
  });

  it("supports arrow keys after the focused row was scrolled away", async () => {
    const { page, view } = await openStage(browser, { grid: crowd });
    await view.locator('#scroller [tabindex="0"]').focus();
    await view.evaluate(() => document.querySelector("#scroller")?.scrollTo(0, 4000));
    await view.waitForFunction(() => document.activeElement?.id === "scroller");
    expect(await view.locator("#scroller").getAttribute("tabindex")).toBe("0");
    await page.keyboard.press("ArrowDown");
    expect(await activeText(view)).toBe("Person 2");
    expect(await view.locator("#scroller").getAttribute("tabindex")).toBe("-1");
  });
});

describe("the order of columns in the view", () => {
  it("is by date, or by rank", async () => {
    const { view } = await openStage(browser, { grid });
    const readBadges = () =>
      view
        .locator(".head")
        .evaluateAll((heads) =>
          heads.slice(0, 3).map((head) => head.querySelector(".badge")?.textContent ?? ""),
        );
    expect(await readBadges()).toEqual(["", "", ""]);
    await view.getByRole("button", { name: "Best first" }).click();
    expect(await readBadges()).toEqual(["1", "2", "3"]);
    expect(await view.locator("tbody .row").first().locator("td").first().getAttribute("class")).toBe("yes");
  });
});

describe("a view of a poll without votes", () => {
  it("shows the options and a notice", async () => {
    const { view } = await openStage(browser, { grid: createGrid({ ...reviewPoll, people: {} }) });
    expect(await view.locator("#empty").isVisible()).toBe(true);
    expect(await view.locator(".head").count()).toBe(15);
  });
});

/** Access to both pages: sizes, the rules of axe, colors, and the direction of names. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Frame, Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { createCrowd, createGrid, plans, review, reviewPoll } from "../sample.ts";
import { open, preview } from "./open.ts";
import type { Setting } from "./stage.ts";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const themes = ["light", "dark"] as const;
const longNames = Array.from({ length: 40 }, (_, index) => `Wolfeschlegelsteinhausenbergerdorff ${index}`);
const polls = {
  "a usual poll": createGrid(reviewPoll, { required: ["p1"], optional: ["p2"] }),
  days: createGrid({ dates: ["2027-03-01", "2027-03-02"], people: { Ana: "21", محمد: "02" } }),
  "a crowd": createGrid(createCrowd(20, 390), { missing: ["דנה לוי"], required: ["Nobody"] }),
  "long texts": createGrid(
    {
      title: "A title that is long ".repeat(12),
      starts: ["2027-09-01T22:30:00Z", "2027-09-02T22:30:00Z", "2027-09-03T22:30:00Z"],
      people: Object.fromEntries(longNames.map((name) => [name, "021"])),
    },
    { missing: longNames, minAvailable: 41 },
  ),
  nobody: createGrid({ ...reviewPoll, people: {} }),
};

const stages: [name: string, prepare: () => Promise<Setting>][] = [];
for (const [name, grid] of Object.entries(polls)) stages.push([name, async () => ({ grid })]);
for (const [name, args] of Object.entries(plans))
  stages.push([`a plan: ${name}`, async () => (await preview(args)).setting]);

const widths = [320, 360, 768, 1200];
const modes = ["light", "dark", "forced colors", "text of 200 %"] as const;
const locales = ["en-US", "de-DE", "fr-FR", "es-ES"];
/** Each width meets each mode and each language, and each mode each language. */
const rows = widths.flatMap((width, at) =>
  modes.map((mode, each) => [width, mode, locales[(at + each) % 4] ?? ""] as const),
);

describe("a page is at most 500 px high, or 560 on a phone, and scrolls in its table alone, with targets of 44 px for a finger and no finding of axe", () => {
  // Each case has a quarter of the rows, and each page all of them.
  const cases = stages.map(
    ([name, prepare], at) => [name, prepare, rows.filter((_, row) => row % 4 === at % 4)] as const,
  );
  it.each(cases)("%s", async (_, prepare, shown) => {
    const { page, view, errors, requests } = await open({ ...(await prepare()), touch: true });
    await view.locator("[data-option], [aria-selected]").last().click();
    await view.evaluate(axe);
    for (const [width, mode, locale] of shown) {
      const theme = mode === "dark" ? "dark" : "light";
      const sent = JSON.stringify({ theme, locale, timeZone: "America/New_York" });
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ forcedColors: mode === "forced colors" ? "active" : "none" });
      await page.evaluate((text) => window.host.changeContext(JSON.parse(text)), sent);
      await view.waitForFunction(
        (locale) => document.documentElement.lang.startsWith(locale),
        locale.slice(0, 2),
      );
      const row = `${width} px, ${mode}, ${locale}`;
      const found = await view.evaluate(
        ([mode, background]) => {
          const { style } = document.documentElement;
          style.fontSize = mode === "text of 200 %" ? "200%" : "";
          // The host's page is behind the transparent one.
          style.background = "";
          const own = getComputedStyle(document.body).backgroundColor;
          style.background = background;
          const visible = [...document.querySelectorAll<HTMLElement>("body *")].filter(
            (one) => one.offsetWidth > 0,
          );
          return {
            // Seven days of a week are on one screen of a phone.
            small: visible
              .filter((one) => one.matches("button, select, [aria-selected]"))
              .filter(
                (one) => one.offsetHeight < 44 || one.offsetWidth < (one.matches(".blocks *") ? 36 : 44),
              )
              .map((one) => one.outerHTML),
            nested: visible
              .filter((one) => one.scrollHeight > one.clientHeight + 1)
              .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY))
              .map((one) => one.id)
              .filter((id) => !["scroller", "who", "remarks", "must-list", "missing-names"].includes(id)),
            width: document.documentElement.scrollWidth,
            // Nothing hangs out of it.
            height: Math.max(
              ...[...document.querySelectorAll("#content")].map(({ scrollHeight }) => scrollHeight),
            ),
            own,
          };
        },
        [mode, theme === "dark" ? "#212121" : "#fff"] as const,
      );
      await expect.poll(() => listIdleStops(view), { message: row }).toEqual([]);
      const { height, own, ...rest } = found;
      expect.soft(rest, row).toEqual({ small: [], nested: [], width });
      expect
        .soft(height, row)
        .toBeLessThanOrEqual((width < 480 ? 560 : 500) * (mode === "text of 200 %" ? 2 : 1));
      expect.soft(own, row).toMatch(/, 0\)$/);
      const { violations } = await view.evaluate<AxeResults>("axe.run({ resultTypes: ['violations'] })");
      const findings = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
      expect.soft([findings, errors, requests], row).toEqual([[], [], []]);
    }
    await page.close();
  });
});

/** The tab stops that are no controls, and do nothing: nothing scrolls there, or nobody says what. Axe finds controls without a name. */
const listIdleStops = (view: Frame) =>
  view.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[tabindex="0"]:not(button, td, th)')]
      .filter((one) => one.offsetWidth > 0)
      .filter((one) => {
        const label = document.getElementById(one.getAttribute("aria-labelledby") ?? "");
        return one.scrollHeight <= one.clientHeight + 1 || !label?.textContent;
      })
      .map(({ outerHTML }) => outerHTML),
  );

/** Colors that hosts send, in the order card, text, secondary text, border, ring. */
const hosts: Record<string, [light: string[], dark: string[]]> = {
  Claude: [
    ["rgb(255 255 255)", "rgb(20 20 19)", "rgb(61 61 58)", "rgb(31 30 29 / 40%)", "rgb(20 20 19 / 70%)"],
    [
      "rgb(48 48 46)",
      "rgb(250 249 245)",
      "rgb(194 192 182)",
      "rgb(222 220 209 / 40%)",
      "rgb(250 249 245 / 70%)",
    ],
  ],
  "VS Code": [
    ["#ffffff", "#3b3b3b", "#3b3b3bb3", "#e5e5e5", "#005fb8"],
    ["#1f1f1f", "#cccccc", "#9d9d9d", "#2b2b2b", "#0078d4"],
  ],
  Goose: [
    ["#ffffff", "#3f434b", "#878787", "#e3e6ea", "#e3e6ea"],
    ["#22252a", "#ffffff", "#878787", "#3f434b", "#3f434b"],
  ],
  ChatGPT: [
    ["#ffffff", "#0d0d0d", "#5d5d5d", "#0d0d0d1a", "#0d0d0d1a"],
    ["#212121", "#ffffff", "#cdcdcd", "#ffffff1a", "#ffffff1a"],
  ],
};

describe("text has a contrast of 4.5 and what marks a choice one of 3 in the colors of a host", () => {
  const names = ["background-primary", "text-primary", "text-secondary", "border-primary", "ring-primary"];
  const rows = Object.entries(hosts).flatMap(([name, [light, dark]]) => [
    [name, "light", light] as const,
    [name, "dark", dark] as const,
    [
      name,
      "light-dark() of both in the dark",
      light.map((each, at) => `light-dark(${each}, ${dark[at]})`),
    ] as const,
  ]);
  it.each(rows)("%s, %s", async (_, scheme, colors) => {
    const theme = scheme === "light" ? "light" : "dark";
    const variables = Object.fromEntries(names.map((name, at) => [`--color-${name}`, colors[at]]));
    const { page, view } = await open({ grid: polls["a usual poll"] });
    const sent = JSON.stringify({ theme, styles: { variables } });
    await page.evaluate((text) => window.host.changeContext(JSON.parse(text)), sent);
    await view.waitForFunction((theme) => document.documentElement.style.colorScheme === theme, theme);
    await view.evaluate(() => document.documentElement.style.setProperty("background", "var(--card)"));
    const [card, ring, edge] = await view.evaluate(() =>
      ["card", "link", "edge"].map((name) => {
        const brush = new OffscreenCanvas(1, 1).getContext("2d");
        const element = document.body.appendChild(document.createElement("i"));
        for (const each of ["card", name]) {
          element.style.color = `var(--${each})`;
          if (brush) brush.fillStyle = getComputedStyle(element).color;
          brush?.fillRect(0, 0, 1, 1);
        }
        element.remove();
        return [...(brush?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
      }),
    );
    expect(measureContrast(card, ring)).toBeGreaterThanOrEqual(3);
    expect(measureContrast(card, edge)).toBeGreaterThanOrEqual(3);
    // The ring of a filled button stands outside of it, with the ground of the page on both of its sides.
    await view.locator("#share").focus();
    const focused = await view.locator("#share").evaluate((one) => {
      const { outlineStyle, outlineOffset, outlineWidth, outlineColor } = getComputedStyle(one);
      document.documentElement.style.color = "var(--link)";
      const isRing = outlineColor === getComputedStyle(document.documentElement).color;
      return [outlineStyle, outlineOffset, outlineWidth, isRing];
    });
    expect(focused).toEqual(["solid", "2px", "2px", true]);
    await view.evaluate(axe);
    const { violations } = await view.evaluate<AxeResults>("axe.run({ runOnly: ['color-contrast'] })");
    expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
    await page.close();
  });
});

/** The contrast of two colors by WCAG 2. */
function measureContrast(one: readonly number[] = [], other: readonly number[] = []): number {
  const [low = 0, high = 0] = [one, other]
    .map((color) => {
      const [red = 0, green = 0, blue = 0] = color.map((value) =>
        value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    })
    .sort((a, b) => a - b);
  return high / low;
}

/** Opens the preview of a plan. */
const openPlan = async (args: Record<string, unknown>, width = 706) =>
  open({ ...(await preview(args)).setting, width });

describe("forced colors", () => {
  const styleOf = (locator: Locator, name: "outlineStyle" | "backgroundColor") =>
    locator.evaluate((one, name) => getComputedStyle(one)[name], name);

  it("keep the choice and the votes apart, with no finding of axe", async () => {
    const { page, view } = await open({ grid: polls["a usual poll"] });
    await page.emulateMedia({ forcedColors: "active" });
    expect(await styleOf(view.locator('[data-option][aria-selected="true"]'), "outlineStyle")).toBe("solid");
    await view.click("#best");
    await view.evaluate(axe);
    const { violations } = await view.evaluate<AxeResults>("axe.run({ resultTypes: ['violations'] })");
    expect(violations.map(({ id }) => id)).toEqual([]);
  });

  it("keep what is in the plan apart from what can be added", async () => {
    const { page, view } = await openPlan(plans["twelve with busy and excluded days"] ?? {});
    await page.emulateMedia({ forcedColors: "active" });
    const [chosen, open] = [view.locator("td.chosen").first(), view.locator("td.open").first()];
    expect(await styleOf(chosen, "outlineStyle")).toBe("solid");
    expect(await styleOf(open, "outlineStyle")).toBe("none");
    const colors = [chosen, open].map((cell) => styleOf(cell.locator(".place"), "backgroundColor"));
    expect(new Set(await Promise.all(colors)).size).toBe(2);
  });
});

describe("what can be scrolled to", () => {
  const days = { startDate: "2027-03-01", endDate: "2027-03-21" };
  const week = { ...review, windows: [{ ...days, endDate: "2027-03-07", from: "09:00", to: "11:00" }] };
  const nights = createGrid({
    starts: Array.from({ length: 98 }, (_, at) => new Date(Date.UTC(2027, 2, 1 + at, 20)).toISOString()),
    people: { Ana: "2".repeat(98) },
  });

  it.each([
    ["votes", () => open({ grid: polls["a crowd"] })],
    ["weeks", () => open({ grid: nights, width: 280 })],
    ["plan", () => openPlan({ ...review, windows: [{ ...days, from: "09:00", to: "13:00" }] }, 280)],
  ] as const)("has a shadow in both directions, until the end is reached: %s", async (name, openIt) => {
    const { view } = await openIt();
    if (name === "votes") await view.click("#best");
    await view.locator("#scroller.below.beside").waitFor();
    await view.locator("#scroller").evaluate((one) => one.scrollTo({ top: one.scrollHeight }));
    await view.locator("#scroller:not(.below)").waitFor();
    await view.locator("#scroller").evaluate((one) => one.scrollTo({ left: one.scrollWidth }));
    await view.locator("#scroller:not(.beside)").waitFor();
  });

  it("is no day of a week, on a phone of 320 px", async () => {
    const { view: plan } = await openPlan(week, 320);
    const { view: results } = await open({ grid: nights, width: 320 });
    for (const view of [plan, results]) {
      expect(await view.locator(".blocks .head th").count()).toBe(7);
      const [inner, outer] = await view
        .locator("#scroller")
        .evaluate((one) => [one.scrollWidth, one.clientWidth]);
      expect(inner).toBe(outer);
    }
  });
});

describe("the votes differ in their symbol, and in color with every kind of color blindness", () => {
  const sights = ["none", "protanopia", "deuteranopia", "tritanopia", "achromatopsia"] as const;
  it.each(themes)("%s", async (theme) => {
    const { page, view } = await open({ grid: polls["a usual poll"], context: { theme } });
    await view.click("#best");
    const symbols = await view
      .locator("#legend path")
      .evaluateAll((all) => all.map((one) => one.getAttribute("d")));
    expect(new Set(symbols).size).toBe(4);
    const samples = await view.locator("#legend .icon:not(.star)").all();
    const boxes = await Promise.all(samples.map((sample) => sample.boundingBox()));
    const devtools = await page.context().newCDPSession(page);
    for (const type of sights) {
      await devtools.send("Emulation.setEmulatedVisionDeficiency", { type });
      const colors: number[][] = [];
      for (const box of boxes) {
        const clip = { x: (box?.x ?? 0) + 4, y: (box?.y ?? 0) + 3, width: 2, height: 2 };
        const picture = (await page.screenshot({ clip })).toString("base64");
        colors.push(await page.evaluate(readColor, picture));
      }
      for (const [one, other] of [
        [0, 1],
        [1, 2],
        [0, 2],
      ] as const) {
        const distance = Math.hypot(
          ...(colors[one] ?? []).map((value, index) => value - (colors[other]?.[index] ?? 0)),
        );
        expect.soft(distance, `${type}: ${colors[one]} and ${colors[other]}`).toBeGreaterThan(60);
      }
    }
  });
});

/** The first color of a picture, as red, green and blue. Runs in the page. */
async function readColor(base64: string): Promise<number[]> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const brush = new OffscreenCanvas(2, 2).getContext("2d");
  brush?.drawImage(await createImageBitmap(new Blob([bytes], { type: "image/png" })), 0, 0);
  return [...(brush?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
}

it("names have the direction of their script", async () => {
  const people = { "דנה לוי": "2", "محمد علي": "1", "Ana (نسخة)": "2" };
  const { view } = await open({ grid: createGrid({ dates: ["2027-03-01"], people }) });
  const names = view.locator("th .name");
  const directions = await names.evaluateAll((all) => all.map((name) => getComputedStyle(name).direction));
  expect(directions).toEqual(["rtl", "rtl", "ltr"]);
});

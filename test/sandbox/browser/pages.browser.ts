/** The pages in a real Chromium: axe, phone width, light and dark, and the keyboard. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import type { Sandbox } from "../../../src/sandbox/index.ts";
import { launchBrowser } from "../../browser.ts";
import { call, create, datePoll, openSandbox } from "../request.ts";
import type { ResultsShape } from "../shapes.ts";

let browser: Browser;
let sandbox: Sandbox;
/** Errors in the console, with violations of the pages' policy. */
let incidents: string[];
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  sandbox = await openSandbox({ seed: "demo" });
  incidents = [];
});

/** Opens a page by its path in a context of its own. */
async function visit(path: string, width = 900): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 700 }, locale: "en-GB" });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.on("console", (message) => message.type() === "error" && incidents.push(message.text()));
  await page.goto(new URL(path, sandbox.url).href);
  return page;
}

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(axe, "utf8"));
  const found = await page.evaluate<AxeResults>("axe.run({ resultTypes: ['violations'] })");
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}
const measureOverflow = (page: Page) =>
  page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");

it.each<[string, string, ((page: Page) => Promise<unknown>)?]>([
  ["the start page", "/"],
  ["an invite page with times", "/invite/DemoPoll0024"],
  [
    "an invite page with a problem",
    "/invite/DemoPoll0007",
    async (page) => {
      await page.getByLabel("Your name").fill(" ");
      await page.getByRole("button", { name: "Send your answers" }).click();
    },
  ],
  [
    "an invite page with 100 times, one answered",
    "/invite/DemoPoll0006",
    (page) => page.getByRole("radio").first().check(),
  ],
  ["a saved answer", "/invite/DemoPoll0024/cmdemovoter0024x000000001?saved="],
  ["the invite page of a scheduled poll", "/invite/DemoPoll0003"],
  ["an admin page of 40 people", "/poll/DemoPoll0023", (page) => page.getByText("Delete…").click()],
  ["the admin page of a scheduled poll", "/poll/DemoPoll0003"],
])("axe finds nothing, and nothing is wider than the page, on %s", async (_name, path, act) => {
  const page = await visit(path);
  await act?.(page);
  for (const [width, colorScheme] of [
    [1000, "light"],
    [320, "dark"],
  ] as const) {
    await page.setViewportSize({ width, height: 700 });
    await page.emulateMedia({ colorScheme });
    expect.soft(await findViolations(page), `${width} ${colorScheme}`).toEqual([]);
    expect.soft(await measureOverflow(page), `${width} ${colorScheme}`).toBe(0);
  }
  expect(incidents.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
});

it("the longest words do not make a page wider than a phone", async () => {
  const word = "W".repeat(255);
  const { id } = await create(sandbox, { ...datePoll, title: word, description: word, location: word });
  sandbox.vote(id, { name: word, email: `${"e".repeat(60)}@${"d".repeat(60)}.example.com`, choices: {} });
  for (const path of ["/", `/invite/${id}`, `/poll/${id}`])
    expect.soft(await measureOverflow(await visit(path, 320)), path).toBe(0);
});

it("with the keyboard alone a person votes, an organizer picks a date, and the table scrolls", async () => {
  const { id } = await create(sandbox, datePoll);
  const page = await visit(`/invite/${id}`);
  await page.getByLabel("Your name").focus();
  await page.keyboard.type("Ada");
  for (const key of ["Tab", "Tab", "Space", "Tab", "Space", "ArrowRight", "Tab", "Enter"])
    await page.keyboard.press(key);
  await page.getByText("Your answers are saved.").waitFor();
  const { options } = (await call<ResultsShape>(sandbox, "GET", `/polls/${id}/results`)).body.data;
  const votes = options.map((option) => option.votes.find(({ count }) => count === 1)?.type);
  expect(votes).toEqual(["yes", "ifNeedBe"]);
  const admin = await visit(`/poll/${id}`);
  await admin.getByRole("radio").first().press("Space");
  await admin.getByRole("button", { name: "Pick this date" }).press("Enter");
  await admin.getByText("scheduled", { exact: true }).waitFor();
  const table = (await visit("/poll/DemoPoll0006")).getByRole("region", { name: "Answers" });
  await table.press("ArrowRight");
  await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
});

/** The pages in a real browser: axe, phone width, light and dark, the keyboard, without scripts, and other sites. */
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../../src/sandbox/index.ts";
import { call, countPeople, create, datePoll, start } from "../request.ts";
import type { ResultsShape } from "../shapes.ts";
import { findViolations, launchBrowser, originOf, visit } from "./visit.ts";

let browser: Browser;
let sandbox: Sandbox;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  sandbox = await startSandbox({ now: start, limits: "none" });
});
afterEach(() => sandbox.close());

const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
const press = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).click();

it.each<[string, string, ((page: Page) => Promise<unknown>)?]>([
  ["the start page", "/"],
  ["an invite page with times in two zones", "/invite/DemoPoll0024?zone=America/Argentina/ComodRivadavia"],
  [
    "an invite page with a problem",
    "/invite/DemoPoll0007",
    async (page) => {
      await page.getByLabel("Your name").fill(" ");
      await press("Send your answers")(page);
    },
  ],
  [
    "an invite page with 100 times, one answered",
    "/invite/DemoPoll0006",
    (page) => page.getByRole("radio").first().check(),
  ],
  ["a saved answer", "/invite/DemoPoll0024/cmdemovoter0024x000000001?done=saved"],
  ["the invite page of a scheduled poll", "/invite/DemoPoll0003"],
  [
    "an admin page of 40 people",
    "/poll/DemoPoll0023?done=close",
    (page) => page.getByText("Delete…").click(),
  ],
  ["the admin page of a scheduled poll", "/poll/DemoPoll0003"],
])("axe finds nothing, and nothing is wider than the page, on %s", async (_name, path, act) => {
  const { page, incidents, close } = await visit(browser, sandbox, path);
  await act?.(page);
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [1000, 320]) {
      await page.setViewportSize({ width, height: 700 });
      await page.emulateMedia({ colorScheme });
      expect.soft(await findViolations(page), `${width} ${colorScheme}`).toEqual([]);
      expect.soft(await page.evaluate(overflow), `${width} ${colorScheme}`).toBe(0);
    }
  expect(incidents.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
  await close();
});

it("the longest words do not make a page wider than a phone", async () => {
  const word = "W".repeat(255);
  const { id } = await create(sandbox, { ...datePoll, title: word, description: word, location: word });
  sandbox.vote(id, { name: word, email: `${"e".repeat(60)}@${"d".repeat(60)}.example.com`, choices: {} });
  for (const path of ["/", `/invite/${id}`, `/poll/${id}`]) {
    const { page, close } = await visit(browser, sandbox, path, { viewport: { width: 320, height: 700 } });
    expect.soft(await page.evaluate(overflow), path).toBe(0);
    await close();
  }
});

it("a person votes with the keyboard alone, and the table scrolls with it", async () => {
  const { id } = await create(sandbox, datePoll);
  const { page, close } = await visit(browser, sandbox, `/invite/${id}`);
  const keys = page.keyboard;
  await page.getByLabel("Your name").focus();
  await keys.type("Ada");
  await keys.press("Tab");
  await keys.press("Tab");
  await keys.press("Space");
  await keys.press("Tab");
  await keys.press("Space");
  await keys.press("ArrowRight");
  await keys.press("Tab");
  await keys.press("Enter");
  await page.getByText("Your answers are saved.").waitFor();
  const { options } = (await call<ResultsShape>(sandbox, "GET", `/polls/${id}/results`)).body.data;
  expect(options.map(({ votes }) => votes.find(({ count }) => count === 1)?.type)).toEqual([
    "yes",
    "ifNeedBe",
  ]);
  await page.goto(`${originOf(sandbox)}/poll/DemoPoll0006`);
  const table = page.getByRole("region", { name: "Answers" });
  await table.focus();
  await keys.press("ArrowRight");
  await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  await close();
});

it("without scripts, a double click votes once, and the organizer picks, reopens and deletes", async () => {
  const { id } = await create(sandbox, datePoll);
  const { page, close } = await visit(browser, sandbox, `/invite/${id}`, { javaScriptEnabled: false });
  await page.getByLabel("Your name").fill("Grace");
  await page.getByRole("radio", { name: "Yes", exact: true }).first().check();
  await page.getByRole("button", { name: "Send your answers" }).dblclick();
  await page.getByText("Your answers are saved.").waitFor();
  expect(await countPeople(sandbox, id)).toBe(1);
  await page.goto(`${originOf(sandbox)}/poll/${id}`);
  await page.getByRole("radio").first().check();
  await press("Pick this date")(page);
  await page.getByText("The time is picked.").waitFor();
  await press("Reopen")(page);
  await page.getByText("The poll is open again.").waitFor();
  await page.getByText("Delete…").click();
  await press("Delete the poll")(page);
  await page.getByText("The poll is deleted.").waitFor();
  expect((await call(sandbox, "GET", `/polls/${id}`)).status).toBe(404);
  await close();
});

it("another site can neither send a form nor show a page in a frame, but link to it", async () => {
  const { id } = await create(sandbox, datePoll);
  const page = await browser.newPage();
  const target = `${originOf(sandbox)}/poll/${id}`;
  await page.route("http://attacker.example/", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<a href="${target}">Poll</a><iframe src="${target}"></iframe><form method="post" action="${target}/close"><button>Win</button></form>`,
    }),
  );
  await page.goto("http://attacker.example/");
  expect(await page.frames()[1]?.content()).not.toContain("Team offsite");
  await press("Win")(page);
  await page.getByText("Only the sandbox's own pages").waitFor();
  expect((await call(sandbox, "GET", `/polls/${id}`)).body.data.status).toBe("open");
  await page.goto("http://attacker.example/");
  await page.getByRole("link").click();
  await page.getByRole("heading", { name: "Team offsite" }).waitFor();
  await page.close();
});

/** What the viewer sees and chooses. */
import type { Browser, Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCrowd, createGrid, reviewPoll } from "../sample.ts";
import { allCapabilities, getRequests, launchBrowser, listChanges, openStage } from "./stage.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const grid = createGrid(reviewPoll);
/** Opens the table, where the calendar comes first. */
async function openTable(stage: Parameters<typeof openStage>[1]) {
  const opened = await openStage(browser, stage);
  await opened.view.click("#best");
  return opened;
}
const english = { locale: "en-GB", timeZone: "Asia/Kolkata" } as const;
/** The people who must attend. */
const readStars = (view: Frame) =>
  view
    .locator('.person[aria-pressed="true"]')
    .evaluateAll((all) => all.map((one) => one.ariaLabel?.replace("Must attend: ", "")));
const readDays = (view: Frame) => view.locator(".option .grow strong").allTextContents();
/** The row and column of the focus. */
const activeCell = (view: Frame) =>
  view.evaluate(() => {
    const cell = document.activeElement?.closest<HTMLTableCellElement>("td, th");
    return `${(cell?.parentElement as HTMLTableRowElement | undefined)?.rowIndex}/${cell?.cellIndex}`;
  });

const crowd = createGrid(createCrowd(100, 390), { missing: ["Grace Hopper"], required: ["Grace Hopper"] });

describe("the view inline", () => {
  it("shows the best option, the reasons and one vote per person and option at one glance", async () => {
    const { view } = await openTable({ grid, context: english });
    expect(await view.textContent("#place")).toBe("Best · 8 of 9 available");
    expect(await view.textContent("#when")).toMatch(/^Wednesday,? 3 March 2027, 0?9:00–0?9:45$/);
    expect(await view.textContent("#remarks")).toBe("No or unanswered: Grace O’Connor");
    const [best] = await view.getByRole("button", { name: /^Wed,? 3 Mar 0?9:00–0?9:45$/ }).all();
    expect(await best?.getAttribute("title")).toBe("Rank 1, 8 of 9 available");
    const votes = await view
      .locator("tbody tr")
      .first()
      .locator("td")
      .evaluateAll((cells) => cells.map((cell) => cell.ariaLabel));
    const codes = ["No or unanswered", "If need be", "Yes"];
    expect(votes).toEqual(Object.values(reviewPoll.people).map((each) => codes[Number(each[6])]));
  });

  it("lists 150 people and counts the others", async () => {
    const { view } = await openTable({ grid: crowd });
    expect(await view.locator(".person").count()).toBe(150);
    expect(await view.locator("thead th").last().textContent()).toBe("and 240 more");
  });

  it("says what its links open", async () => {
    const { view } = await openStage(browser, { grid });
    const labels = await view
      .locator("header .action")
      .evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute("title")]));
    expect(labels).toEqual([
      ["Voting page", null],
      ["Manage poll", null],
      ["Share", null],
      ["", "Full screen"],
      ["", "Refresh"],
    ]);
  });
});

describe("a click changes in the page only what it means", () => {
  it("two rows of a table of 100 options and 390 people", async () => {
    const { view } = await openTable({ grid: crowd });
    const changes = await listChanges(view, () => view.locator(".option").nth(1).click());
    expect(changes).toEqual(["aria-pressed", "aria-pressed"]);
  });

  it("two places of a calendar of 100 options", async () => {
    const { view } = await openStage(browser, { grid: crowd });
    const changes = await listChanges(view, () => view.locator(".shade").nth(1).click());
    expect(changes).toEqual(["aria-selected", "aria-selected"]);
  });
});

describe("who has not answered", () => {
  it.each([
    [
      "is listed as typed",
      { missing: ["Grace Hopper", "דנה לוי"] },
      "Not answered yet (2): Grace Hopper, דנה לוי",
    ],
    ["is counted beyond five", { missing: [..."ABCDEFG"] }, "Not answered yet (7): A, B, C, D, E and 2 more"],
    ["is nobody", { missing: [], unclear: [] }, "Everyone on the list has answered."],
    ["may be nobody", { missing: [], unclear: ["Käthe Blum"] }, "Unclear (1): Käthe Blum"],
    [
      "is listed before those who are unclear",
      { missing: ["Ida"], unclear: ["Käthe Blum"] },
      "Not answered yet (1): Ida. Unclear (1): Käthe Blum",
    ],
  ])("%s", async (_, request, text) => {
    const { page, view } = await openStage(browser, { grid: createGrid(reviewPoll, request) });
    expect(await view.textContent("#missing")).toBe(text);
    await page.close();
  });

  it("is said where no option fits because a required person is among them", async () => {
    const { view } = await openTable({ grid: crowd });
    expect(await view.textContent("#place")).toMatch(/^None fits; this comes closest ·/);
    expect(await view.textContent("#remarks")).toMatch(
      /^It is not known what somebody who must attend has answered/,
    );
  });
});

describe("the choices of the viewer", () => {
  it("require people: those of the arguments first, then any", async () => {
    const people = { Ana: "22", Bo: "20", Nils: "02", Ola: "20" };
    const split = createGrid(
      { dates: ["2027-03-01", "2027-03-02"], people },
      { required: ["p0"], optional: ["p3"] },
    );
    const { view } = await openStage(browser, { grid: split, context: english });
    expect(await readStars(view)).toEqual(["Ana"]);
    // Ola is optional: her answers only decide ties.
    expect(await view.locator("thead tr").last().locator("td").last().textContent()).toBe("optional");
    await view.getByRole("button", { name: "Must attend: Nils" }).click();
    expect(await view.textContent("#when")).toMatch(/^Tuesday,? 2 March 2027$/);
    expect(await view.textContent("#status")).toMatch(/^Best · 2 of 3 available: Tuesday,? 2 March 2027$/);
    await view.getByRole("button", { name: "Must attend: Nils" }).click();
    expect(await view.textContent("#when")).toMatch(/^Monday,? 1 March 2027$/);
  });

  it("set the zone, which is that of the arguments first", async () => {
    const asked = createGrid(reviewPoll, { shownIn: "America/New_York" });
    const { view } = await openStage(browser, { grid: asked, context: english });
    expect(await view.textContent("#when")).toMatch(/, 0?3:00–0?3:45$/);
    await view.selectOption("#zone", { label: "Central European Time (poll)" });
    expect(await view.textContent("#when")).toMatch(/, 0?9:00–0?9:45$/);
    await view.selectOption("#zone", { label: "India Standard Time (yours)" });
    expect(await view.textContent("#when")).toMatch(/, 13:30–14:15$/);
  });

  it.each([
    ["days", { dates: ["2027-03-03"], people: { Ana: "2" } }, /^Wednesday,? 3 March 2027$/, ""],
    [
      "times without a zone",
      { ...reviewPoll, timeZone: null },
      /3 March 2027, 0?8:00–0?8:45$/,
      "Times as written",
    ],
  ])("do not change %s", async (_, sample, when, zones) => {
    for (const timeZone of ["Pacific/Niue", "Pacific/Kiritimati"]) {
      const context = { locale: "en-GB", timeZone };
      const { page, view } = await openStage(browser, { grid: createGrid(sample), context, zone: timeZone });
      expect(await view.textContent("#when")).toMatch(when);
      expect(await view.textContent("#zone")).toBe(zones);
      await page.close();
    }
  });

  it("order the options best first or by date, and select one", async () => {
    const { page, view } = await openTable({ grid, context: english });
    expect(await view.locator(".option").count()).toBe(15);
    await view.click("#date");
    expect((await readDays(view)).slice(0, 4).map((day) => day.replace(",", ""))).toEqual([
      "Mon 1 Mar",
      "Mon 1 Mar",
      "Mon 1 Mar",
      "Tue 2 Mar",
    ]);
    await view.locator(".option").nth(5).click();
    expect(await view.textContent("#place")).toMatch(/^Rank \d+ · \d of 9 available$/);
    expect(await view.textContent("#when")).toMatch(/^Tuesday,? 2 March 2027, 16:30/);
    await page.waitForFunction(() => window.host.requests.contexts.length === 1);
  });

  it.each([
    ["as data", { structuredContent: {} }],
    ["as text", { text: {} }],
    ["not at all", undefined],
  ])("reach the model where the host offers it: %s", async (_, updateModelContext) => {
    const { updateModelContext: __, ...others } = allCapabilities;
    const capabilities = { ...others, ...(updateModelContext && { updateModelContext }) };
    const { page, view } = await openTable({ grid, context: english, capabilities });
    await view.getByRole("button", { name: "Must attend: Imani Mwangi" }).click();
    await view.locator(".option").nth(1).click();
    await view.click("#vote");
    await page.waitForFunction(() => window.host.requests.links.length === 1);
    const told = {
      poll: grid.poll.id,
      title: grid.poll.title,
      chosenOption: { number: 4, when: "2027-03-02T09:00:00+01:00", available: 8 },
      mustAttend: ["Imani Mwangi"],
    };
    const expected = {
      "as data": { structuredContent: told },
      "as text": { content: [{ type: "text", text: JSON.stringify(told) }] },
      "not at all": undefined,
    }[_];
    expect((await getRequests(page)).contexts.at(-1)).toEqual(expected);
  });

  it("fill the screen where the host offers it", async () => {
    const availableDisplayModes = ["inline", "fullscreen"] as const;
    const safeAreaInsets = { top: 40, right: 0, bottom: 34, left: 0 };
    const context = { ...english, availableDisplayModes: [...availableDisplayModes], safeAreaInsets };
    const { page, view } = await openStage(browser, { grid: crowd, context });
    const heightOf = () => view.evaluate(() => document.body.offsetHeight);
    expect(await heightOf()).toBe(500);
    await view.click("#full");
    await view.waitForFunction(() => document.body.offsetHeight === 900);
    // Not under a notch or a bar.
    const first = await view.locator("#content > :visible").first().boundingBox();
    const last = await view.locator("#content > :visible").last().boundingBox();
    expect(first?.y).toBe(40 + 12);
    expect(Number(last?.y) + Number(last?.height)).toBe(900 - 34 - 12);
    await view.click("#full");
    await view.waitForFunction(() => document.body.offsetHeight === 500);
    expect((await getRequests(page)).modes).toEqual(["fullscreen", "inline"]);
  });

  it("are in the language of the host", async () => {
    const context = { locale: "de-DE", timeZone: "Europe/Berlin" };
    const { view } = await openStage(browser, { grid, context });
    expect(await view.textContent("#place")).toBe("Am besten · 8 von 9 können");
    expect(await view.textContent("#when")).toBe("Mittwoch, 3. März 2027, 09:00–09:45 Uhr");
    expect(await view.locator("#legend").textContent()).toContain("Muss dabei sein");
  });
});

describe("what became of a poll", () => {
  it.each([
    ["scheduled", "A time was picked in Rallly; this view cannot see which"],
    ["canceled", "This poll was canceled"],
  ] as const)("is said where it is %s, without a best option or a calendar file", async (status, text) => {
    const { page, view } = await openStage(browser, { grid: { ...grid, poll: { ...grid.poll, status } } });
    expect(await view.textContent("#when")).toBe(text);
    await view.locator("[data-option]").first().click();
    expect(await view.textContent("#place")).toMatch(new RegExp(`^${text} · \\d of 9 available$`));
    expect(await view.locator("#calendar:visible, .best, .top").count()).toBe(0);
    expect(await view.locator("#manage").isVisible()).toBe(true);
    await page.close();
  });

  it("is said where voting ended: the best option stays, and nobody is asked to answer", async () => {
    const closed = { ...grid, missing: ["Ida"], poll: { ...grid.poll, status: "closed" as const } };
    const { view } = await openStage(browser, { grid: closed });
    await view.click("#share");
    expect(await view.locator("#sharing button:visible").allTextContents()).toEqual(["Copy link"]);
    expect(await view.textContent("#place")).toBe("Voting ended · Best · 8 of 9 available");
    expect(await view.locator(".top").count()).toBe(1);
  });

  it("is read again once by the page on the screen, after an hour", async () => {
    const { page, view } = await openStage(browser, { grid, now: "2027-02-20T10:01:00Z" });
    await page.waitForFunction(() => window.host.requests.calls.length === 1);
    expect(await view.textContent("#facts")).toContain("read Sat 14:30");
    const { page: young } = await openStage(browser, { grid, now: "2027-02-20T09:59:00Z" });
    await young.clock.fastForward(59_000);
    expect((await getRequests(young)).calls).toEqual([]);
  });
});

describe("the calendar", () => {
  it("has the counts, outlines the best, and a tap shows who can and who cannot", async () => {
    const { view } = await openStage(browser, { grid, context: english });
    expect(await view.locator(".shade").count()).toBe(15);
    const best = view.locator(".top");
    expect(await best.getAttribute("aria-label")).toMatch(
      /^Wed,? 3 Mar, 0?9:00–0?9:45, 8 of 9 available, Best$/,
    );
    await view.locator('[data-option="4"]').click();
    expect(await view.textContent("#when")).toMatch(/^Tuesday,? 2 March 2027, 0?9:00/);
    const said = await view.locator("#who li").allTextContents();
    const names = said.flatMap((line) => line.replace(/^.*?: /, "").split(", "));
    expect(names.sort()).toEqual(Object.keys(reviewPoll.people).sort());
    expect(await view.locator('[aria-selected="true"]').getAttribute("data-option")).toBe("4");
  });

  it("is moved in by keyboard, and follows the zone", async () => {
    const { page, view } = await openStage(browser, { grid, context: english });
    await view.locator('#heat [tabindex="0"]').focus();
    for (const key of ["ArrowRight", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    expect(await view.textContent("#when")).toMatch(/^Tuesday,? 2 March 2027, 14:00/);
    await view.selectOption("#zone", { label: "India Standard Time (yours)" });
    expect(await view.textContent("#when")).toMatch(/, 18:30–19:15$/);
    expect(await view.locator("#heat th.side").first().textContent()).toMatch(/^0?(?:1:30|13:30)/);
  });
});

describe("sharing", () => {
  const missing = createGrid(reviewPoll, { missing: ["Grace Hopper"] });
  const message =
    /^Design review: the new booking flow \(1\s?–\s?5 March 2027\): please say when you can\.\nhttps:\/\/rallly\.example\/invite\/Xk3pQ9vLm2Ab$/;
  const reminder =
    "Grace Hopper: your answer to “Design review: the new booking flow” is still missing.\nhttps://rallly.example/invite/Xk3pQ9vLm2Ab";

  it.each([
    ["by the clipboard", { writeText: true }],
    ["by a command where the clipboard is closed", { command: true }],
    ["by hand where a frame allows nothing", {}],
  ] as const)(
    "copies link, message and reminder %s",
    async (_, { writeText = false, command = false }: { writeText?: boolean; command?: boolean }) => {
      const { page, view } = await openStage(browser, { grid: missing, context: english });
      await view.evaluate(
        ([writeText, command]) => {
          const copied: string[] = [];
          Object.assign(window, { copied });
          const take = async (text: string) => {
            if (!writeText) throw new Error("closed");
            copied.push(text);
          };
          Object.defineProperty(navigator, "clipboard", { value: { writeText: take } });
          document.execCommand = () => {
            if (command) copied.push(getSelection()?.toString() ?? "");
            return command ?? false;
          };
        },
        [writeText, command] as const,
      );
      await view.click("#share");
      const expected = [
        ["#copy-link", missing.poll.inviteUrl],
        ["#copy-message", message],
        ["#copy-reminder", reminder],
      ] as const;
      for (const [at, [button, text]] of expected.entries()) {
        await view.click(button);
        await view.getByText(writeText || command ? "Copied." : "Copy the marked text.").waitFor();
        const got = await view.evaluate(
          (at) => (Reflect.get(window, "copied") as string[])[at] ?? getSelection()?.toString(),
          at,
        );
        expect(got).toEqual(typeof text === "string" ? text : expect.stringMatching(text));
      }
      await page.close();
    },
  );

  it("is all that a poll without answers shows, with its times", async () => {
    const { view } = await openStage(browser, {
      grid: createGrid({ ...reviewPoll, people: {} }),
      context: english,
    });
    expect(await view.textContent("#message")).toMatch(message);
    expect(await view.locator("#orders, #legend, #share").filter({ visible: true }).count()).toBe(0);
    expect(await view.locator(".option").count()).toBe(15);
    expect(await view.textContent("#state")).toBe("Nobody has answered yet");
    expect(await view.locator("#choice").isVisible()).toBe(false);
  });
});

describe("the keyboard", () => {
  it("moves through the table from one tab stop", async () => {
    const { page, view } = await openTable({ grid, context: english });
    const stop = view.locator('#table [tabindex="0"]');
    await stop.focus();
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      return activeCell(view);
    };
    expect(await press("ArrowRight", "ArrowDown")).toBe("3/1");
    expect(await press("Home", "Space")).toBe("3/0");
    expect(await view.textContent("#place")).toMatch(/^Rank 2 ·/);
    expect(await press("End")).toBe("3/9");
    expect(await press("Control+End")).toBe("16/9");
    await press("PageUp");
    expect(await press("Control+Home")).toBe("0/1");
    expect(await press("ArrowRight", "Space")).toBe("0/2");
    expect(await view.textContent("#status")).toBe("Bartłomiej Nowak");
    expect(await press("ArrowDown", "Space")).toBe("1/2");
    expect(await readStars(view)).toEqual(["Bartłomiej Nowak"]);
    expect(await stop.count()).toBe(1);
  });
});

describe("the host's theme", () => {
  it("is applied when it changes, without values that load something", async () => {
    const { page, view, requests } = await openStage(browser, { grid, context: { theme: "light" } });
    const readColor = () => view.evaluate(() => getComputedStyle(document.body).color);
    expect(await readColor()).toBe("rgb(22, 32, 46)");
    await page.evaluate(() => window.host.changeContext({ theme: "dark" }));
    await view.waitForFunction(() => getComputedStyle(document.body).color === "rgb(233, 237, 243)");
    const variables = {
      "--color-text-primary": "rgb(250, 250, 3)",
      "--color-background-primary": "url(https://evil.example)",
    };
    const sent = JSON.stringify({ theme: "dark", styles: { variables } });
    await page.evaluate((text) => window.host.changeContext(JSON.parse(text)), sent);
    await view.waitForFunction(() => getComputedStyle(document.body).color === "rgb(250, 250, 3)");
    expect(requests).toEqual([]);
  });
});

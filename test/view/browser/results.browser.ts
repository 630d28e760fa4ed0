/** What the viewer sees and chooses. */
import type { Frame } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { GridRequest } from "../../../mcp/view/grid.ts";
import { createCrowd, createGrid, reviewPoll } from "../sample.ts";
import { open } from "./open.ts";
import { allCapabilities, getRequests, listChanges, type Setting } from "./stage.ts";

const grid = createGrid(reviewPoll);
/** Opens the table, where the calendar comes first. */
async function openTable(setting: Setting) {
  const opened = await open(setting);
  await opened.view.click("#best");
  return opened;
}
const english = { locale: "en-GB", timeZone: "Asia/Kolkata" } as const;
/** The people who must attend. */
const readStars = (view: Frame) =>
  view
    .locator('.person[aria-pressed="true"]')
    .evaluateAll((all) => all.map((one) => one.ariaLabel?.replace("Must attend: ", "")));
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
    expect(await view.textContent("#place")).toBe("Best · 8 of 9, all yes");
    expect(await view.textContent("#when")).toMatch(/^Wednesday,? 3 March 2027, 0?9:00–0?9:45$/);
    expect(await view.textContent("#remarks")).toBe("No or no answer: Grace O’Connor");
    expect(await view.textContent("#can-count")).toBe("8 Yes");
    const [best] = await view.getByRole("button", { name: /^Wed,? 3 Mar 0?9:00–0?9:45$/ }).all();
    expect(await best?.getAttribute("title")).toBe("Rank 1, 8 of 9 available");
    const votes = await view
      .locator("tbody tr")
      .first()
      .locator("td")
      .evaluateAll((cells) => cells.map((cell) => cell.ariaLabel));
    const codes = ["No or no answer", "If need be", "Yes"];
    expect(votes).toEqual(Object.values(reviewPoll.people).map((each) => codes[Number(each[6])]));
  });

  it("lists 150 people and counts the others", async () => {
    const { view } = await openTable({ grid: crowd });
    expect(await view.locator(".person").count()).toBe(150);
    expect(await view.locator("#people th").last().textContent()).toBe("and 240 more");
  });

  it("shows eight rows of 15 options and 9 people, and five on a phone", async () => {
    for (const [width, least] of [
      [706, 8],
      [320, 5],
    ] as const) {
      const { page, view } = await openTable({ grid, context: english, width });
      await page.waitForFunction(() => (window.host.requests.sizes.at(-1)?.height ?? 0) >= 500);
      await view.waitForFunction(() => Math.abs(window.innerHeight - document.body.offsetHeight) < 2);
      const rows = await view.evaluate(() => {
        const end = document.getElementById("scroller")?.getBoundingClientRect().bottom ?? 0;
        const all = [...document.querySelectorAll("#options tr")];
        return all.filter((row) => row.getBoundingClientRect().bottom <= end).length;
      });
      expect(rows).toBeGreaterThanOrEqual(least);
      await page.close();
    }
  });

  it("has one solid button, and the rest in a menu that Escape closes", async () => {
    const context = { ...english, availableDisplayModes: ["inline" as const, "fullscreen" as const] };
    const { page, view } = await open({ grid, context, now: "2027-02-20T09:02:30Z" });
    expect(await view.locator(".primary:visible").allTextContents()).toEqual(["Share"]);
    await view.click("#more");
    const labels = ["Voting page", "Manage poll", "Full screen", "Updated 2 min ago · Refresh"];
    expect(await view.locator("#menu button:visible").allTextContents()).toEqual(labels);
    await page.keyboard.press("Escape");
    expect(await view.locator("#menu button:visible").count()).toBe(0);
    expect(await view.evaluate(() => document.activeElement?.ariaLabel)).toBe("More");
  });
});

describe("a click changes in the page only what it means", () => {
  it("two rows of a table of 100 options and 390 people", async () => {
    const { view } = await openTable({ grid: crowd });
    const changes = await listChanges(view, () => view.locator(".option").nth(1).click());
    expect(changes).toEqual(["aria-pressed", "aria-pressed"]);
  });

  it("two places of a calendar of 100 options", async () => {
    const { view } = await open({ grid: crowd });
    const changes = await listChanges(view, () => view.locator(".shade").nth(1).click());
    expect(changes).toEqual(["aria-selected", "aria-selected"]);
  });
});

describe("who has not answered", () => {
  it.each<[string, Partial<GridRequest>, string[]]>([
    [
      "is listed as typed",
      { missing: ["Grace Hopper", "דנה לוי"], reminds: true },
      ["2 have not answered", "Grace Hopper, דנה לוי"],
    ],
    [
      "is listed whole",
      { missing: [..."ABCDEFGHIJKL"], reminds: true },
      ["12 have not answered", "A, B, C, D, E, F, G, H, I, J, K, L"],
    ],
    ["is not reminded where the tool does not offer it", { missing: ["Ida"] }, ["1 has not answered", "Ida"]],
    ["is nobody", { missing: [], unclear: [], reminds: true }, ["Everyone on the list has answered.", ""]],
    ["may be nobody", { missing: [], unclear: ["Käthe Blum"] }, ["1 unclear", "1 unclear: Käthe Blum"]],
    [
      "is listed before those who are unclear",
      { missing: ["Ida"], unclear: ["Käthe Blum"], reminds: true },
      ["1 has not answered · 1 unclear", "Ida1 unclear: Käthe Blum"],
    ],
  ])("%s", async (_, request, texts) => {
    const { page, view } = await open({ grid: createGrid(reviewPoll, request) });
    const [count = "", names] = texts;
    const isReminded = request.reminds === true && request.missing?.length !== 0;
    expect([await view.textContent("#missing-count"), await view.textContent("#missing-names")]).toEqual(
      texts,
    );
    await view.getByText(count).first().click();
    expect(await view.locator("#missing-names").isVisible()).toBe(names !== "");
    expect(await view.locator("#copy-reminder").isVisible()).toBe(isReminded);
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
    const { view } = await open({ grid: split, context: english });
    expect(await readStars(view)).toEqual(["Ana"]);
    // Ola is optional: her answers only decide ties.
    expect(await view.locator("thead th").last().locator("small").textContent()).toBe("optional");
    await view.getByRole("button", { name: "Must attend: Nils" }).click();
    expect(await view.textContent("#when")).toMatch(/^Tuesday,? 2 March 2027$/);
    // Screen readers hear what the card shows, and the footer does not repeat it.
    expect(await view.locator("#choice [role=status]").textContent()).toMatch(
      /^Best · 2 of 3, all yesTuesday,? 2 March 2027$/,
    );
    expect(await view.textContent("#status")).toBe("");
    await view.getByRole("button", { name: "Must attend: Nils" }).click();
    expect(await view.textContent("#when")).toMatch(/^Monday,? 1 March 2027$/);
  });

  it("set the zone, which is that of the arguments first", async () => {
    const asked = createGrid(reviewPoll, { shownIn: "America/New_York" });
    const { view } = await open({ grid: asked, context: english });
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
      const { page, view } = await open({ grid: createGrid(sample), context, zone: timeZone });
      expect(await view.textContent("#when")).toMatch(when);
      expect(await view.textContent("#zone")).toBe(zones);
      await page.close();
    }
  });

  it("star people in the calendar, too", async () => {
    const { view } = await open({ grid, context: english });
    await view.click("#must");
    await view.getByRole("checkbox", { name: "Grace O’Connor" }).click();
    expect(await view.textContent("#must-count")).toBe("Must attend: 1");
    expect(await view.textContent("#when")).toMatch(/^Tuesday,? 2 March 2027, 0?9:00/);
    await view.click("#best");
    expect(await readStars(view)).toEqual(["Grace O’Connor"]);
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
    await view.click("#more");
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
    const { page, view } = await open({ grid: crowd, context });
    const heightOf = () => view.evaluate(() => document.body.offsetHeight);
    expect(await heightOf()).toBe(500);
    await view.click("#more");
    await view.click("#full");
    await view.waitForFunction(() => document.body.offsetHeight === 900);
    // Not under a notch or a bar.
    const first = await view.locator("#content > :visible").first().boundingBox();
    const last = await view.locator("#content > :visible").last().boundingBox();
    expect(first?.y).toBe(40 + 12);
    expect(Number(last?.y) + Number(last?.height)).toBe(900 - 34 - 12);
    await page.keyboard.press("Escape");
    await view.waitForFunction(() => document.body.offsetHeight === 500);
    expect((await getRequests(page)).modes).toEqual(["fullscreen", "inline"]);
  });

  it("are in the language of the host", async () => {
    const context = { locale: "de-DE", timeZone: "Europe/Berlin" };
    const { view } = await open({ grid, context });
    expect(await view.textContent("#place")).toBe("Am besten · 8 von 9, alle Ja");
    expect(await view.textContent("#when")).toBe("Mittwoch, 3. März 2027, 09:00–09:45 Uhr");
    expect(await view.locator("#must").textContent()).toContain("Muss dabei sein");
  });
});

describe("what became of a poll", () => {
  it.each([
    ["scheduled", "A time was picked in Rallly", "See the time in Rallly"],
    ["canceled", "This poll was canceled", "Open in Rallly"],
  ] as const)("is said where it is %s, with the button that helps alone", async (status, text, button) => {
    const { page, view } = await open({ grid: { ...grid, poll: { ...grid.poll, status } } });
    expect(await view.textContent("#when")).toBe(text);
    expect(await view.locator(".primary:visible").allTextContents()).toEqual([button]);
    await view.click("#see");
    await page.waitForFunction(() => window.host.requests.links.length === 1);
    expect((await getRequests(page)).links).toEqual([grid.poll.adminUrl]);
    await view.locator("[data-option]").first().click();
    expect(await view.textContent("#place")).toMatch(new RegExp(`^${text} · \\d of 9`));
    expect(await view.locator("#calendar:visible, td.chip").count()).toBe(0);
    await page.close();
  });

  it("is said where voting ended: the best option stays, and nobody is asked to answer", async () => {
    const closed = {
      ...grid,
      missing: ["Ida"],
      reminds: true,
      poll: { ...grid.poll, status: "closed" as const },
    };
    const { view } = await open({ grid: closed });
    expect(await view.locator("#share:visible, #copy-reminder:visible").count()).toBe(0);
    expect(await view.locator(".primary:visible").allTextContents()).toEqual(["Pick the time in Rallly"]);
    expect(await view.textContent("#place")).toBe("Voting ended · Best · 8 of 9, all yes");
    expect(await view.locator("td.chip").count()).toBe(1);
  });

  it("is said where it was deleted since it was read", async () => {
    const _meta = { "rallly-connect/failure": { kind: "not-found" } };
    const { view } = await open({
      grid,
      callTool: async () => ({ isError: true, content: [], _meta }),
    });
    await view.click("#more");
    await view.click("#refresh");
    await view.getByText("This poll was deleted").waitFor();
    expect(await view.locator(".primary:visible, #calendar:visible").count()).toBe(0);
  });
});

describe("the calendar", () => {
  it("has the counts of yes and if need be, fills the best, and a tap shows who can and who cannot", async () => {
    const { view } = await open({ grid, context: english });
    expect(await view.locator(".shade").count()).toBe(15);
    const best = view.locator("td.chip");
    expect(await best.getAttribute("aria-label")).toMatch(
      /^8, Wed,? 3 Mar, 0?9:00–0?9:45, 8 of 9 available, Best$/,
    );
    expect(await view.locator('[data-option="4"]').textContent()).toBe(" 7 + 1");
    expect(await view.textContent("#scale")).toBe("48 of 9 availableBest");
    await view.locator('[data-option="4"]').click();
    expect(await view.textContent("#when")).toMatch(/^Tuesday,? 2 March 2027, 0?9:00/);
    const said = await view.locator("#remarks p, #who p").allTextContents();
    const names = said.flatMap((line) => line.replace(/^.*?: /, "").split(", "));
    expect(await view.locator("#who").isVisible()).toBe(false);
    await view.click("#can-count");
    expect(await view.locator("#who").isVisible()).toBe(true);
    expect(names.sort()).toEqual(Object.keys(reviewPoll.people).sort());
    expect(await view.locator('[aria-selected="true"]').getAttribute("data-option")).toBe("4");
  });

  it("is moved in by keyboard, and follows the zone", async () => {
    const { page, view } = await open({ grid, context: english });
    await view.locator('#heat [tabindex="0"]').focus();
    for (const key of ["ArrowRight", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    expect(await view.textContent("#when")).toMatch(/^Tuesday,? 2 March 2027, 14:00/);
    await view.selectOption("#zone", { label: "India Standard Time (yours)" });
    expect(await view.textContent("#when")).toMatch(/, 18:30–19:15$/);
    expect(await view.locator("#heat th.side").first().textContent()).toMatch(/^0?(?:1:30|13:30)/);
  });
});

describe("a crowd of 105", () => {
  const many = createGrid(createCrowd(15, 105));

  it.each([706, 320])("has everybody who cannot on the card, without scrolling, at %i px", async (width) => {
    const { view } = await open({ grid: many, context: english, width });
    expect(await view.textContent("#remarks")).toMatch(/^No or no answer: Person 1, .*Person 83$/);
    const [inner, outer] = await view
      .locator("#remarks")
      .evaluate((one) => [one.scrollHeight, one.clientHeight]);
    expect(inner).toBe(outer);
    expect(await view.locator("#remarks").getAttribute("tabindex")).toBe("-1");
    await view.click("#can-count");
    await view.locator('#who[tabindex="0"]').waitFor();
  });

  it("has shades from the fewest to the most of this poll", async () => {
    const { view } = await open({ grid: many, context: english });
    const shades = await view
      .locator(".shade")
      .evaluateAll((all) =>
        all.map((one) => [
          Number(/(\d+) of/.exec(one.ariaLabel ?? "")?.[1]),
          one.style.getPropertyValue("--shade"),
        ]),
      );
    expect(Object.fromEntries(shades)).toEqual({ 83: "5%", 84: "14%", 85: "23%", 88: "50%" });
  });
});

describe("sharing", () => {
  const missing = createGrid(reviewPoll, { missing: ["Grace Hopper"], reminds: true });
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
      const { page, view } = await open({ grid: missing, context: english });
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

  it("is all that a poll without answers shows, with its week", async () => {
    const { view } = await open({
      grid: createGrid({ ...reviewPoll, people: {} }),
      context: english,
    });
    expect(await view.textContent("#message")).toMatch(message);
    expect(await view.locator("#orders, #legend, #share, #scale").filter({ visible: true }).count()).toBe(0);
    expect(await view.locator(".shade").allTextContents()).toEqual(Array.from({ length: 15 }, () => " "));
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
    expect(await press("ArrowRight", "ArrowDown")).toBe("2/1");
    expect(await press("Home", "Space")).toBe("2/0");
    expect(await view.textContent("#place")).toMatch(/^Rank 2 · \d of 9/);
    expect(await press("End")).toBe("2/9");
    expect(await press("Control+End")).toBe("15/9");
    await press("PageUp");
    expect(await press("Control+Home")).toBe("0/1");
    expect(await press("ArrowRight", "Space")).toBe("0/2");
    expect(await readStars(view)).toEqual(["Bartłomiej Nowak"]);
    expect(await stop.count()).toBe(1);
  });
});

describe("the host's theme", () => {
  it("is applied when it changes, without values that load something", async () => {
    const { page, view, requests } = await open({ grid, context: { theme: "light" } });
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

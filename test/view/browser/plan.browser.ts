/** The plan view: real previews of create_poll on a sandbox, changed and created through hosts that offer more or less. */
import type { Frame, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { writeStart } from "../../../mcp/view/draft.ts";
import { createOptionFormatter } from "../../../mcp/view/format.ts";
import { chooseSpeech } from "../../../mcp/view/words/index.ts";
import type { FaultRule } from "../../../src/sandbox/index.ts";
import { fixedNow, openHost } from "../../mcp/harness.ts";
import { createPlanMaker } from "../random-plans.ts";
import { plans, review } from "../sample.ts";
import { open, preview } from "./open.ts";
import { getRequests, holdResponses, listChanges, type Setting, sendResult } from "./stage.ts";

const context = { locale: "en-GB", timeZone: "Europe/Berlin" };

/** Previews a poll on a server, and shows the plan in a page. */
async function openPlan(args: Record<string, unknown>, changed: Setting = {}, rules: FaultRule[] = []) {
  const { setting, client, sandbox, ...server } = await preview(args);
  const { result, input } = setting;
  sandbox.setFaults({ rules });
  /** Opens a page for the same preview, as after a reload. */
  const reopen = (changed: Setting = {}) => open({ ...setting, context, ...changed });
  const opened = await reopen(changed);
  // It has looked whether the poll exists.
  if (changed.capabilities === undefined && !("result" in changed) && result.isError !== true)
    await opened.view.locator('#create[aria-disabled="false"], #another:visible').waitFor();
  const listPolls = async () => {
    sandbox.setFaults({ rules: [] });
    const { data } = await client.listPolls({ limit: 100 });
    return data.filter(({ title }) => title === args["title"]);
  };
  return { ...opened, ...server, reopen, client, sandbox, result, input, listPolls };
}

const places = (view: Frame, selected: boolean) => view.locator(`td[aria-selected="${selected}"]`);
/** The link at the end of the message. */
const readLink = async (view: Frame) => (await view.textContent("#message"))?.split("\n").at(-1);
/** The calls of a page that are no looks. */
const listCreates = async (page: Page) =>
  (await getRequests(page)).calls.filter((call) => !JSON.stringify(call).includes('"dryRun":true'));
const status = (view: Frame) => view.locator("#status");
const modes: ("inline" | "fullscreen")[] = ["inline", "fullscreen"];
const sayDone = "The poll exists. Send this link to the people you invite.";

describe("a real preview", () => {
  it("says texts and settings, why a day is empty, and the time of a second zone with night", async () => {
    const { view } = await openPlan(plans["twelve with busy and excluded days"] ?? {});
    expect(await view.textContent("#facts")).toBe("12 options · 60 min · Central European Time");
    expect(await view.textContent("#details")).toBe("voters give an email · Room 5 · Bring <b>ideas</b>");
    expect(await view.locator("td.busy").first().getAttribute("title")).toMatch(/^Tue.*, busy$/);
    expect(await view.locator("td.excluded").first().getAttribute("title")).toMatch(/^Thu.*, left out$/);
    expect(await view.locator("th.side").allTextContents()).toEqual([
      "09:00 17:00 ",
      "10:00 18:00 ",
      "11:00 19:00 ",
      "12:00 20:00 ",
    ]);
    const { view: night } = await openPlan(plans["a hundred"] ?? {});
    expect(await night.locator("th .moon").count()).toBeGreaterThan(0);
    expect(await night.locator("td .moon").count()).toBe(0);
    expect(await night.textContent("#facts")).toMatch(/^100 of at most 100 options/);
  });

  it("has two rows for a time that the clock shows twice, and notes a slot over a clock change", async () => {
    const { view } = await openPlan(plans["a clock change"] ?? {});
    expect(await view.locator("th.side").allTextContents()).toEqual([
      "01:30 ",
      "02:30 UTC+02:00 ",
      "02:30 UTC+01:00 ",
    ]);
    expect(await places(view, true).first().textContent()).toContain("until 02:30 clock change");
  });

  it("is a month with its name and every day, those that are past without a choice", async () => {
    const { view } = await openPlan(plans["whole days over two months"] ?? {});
    expect(await view.locator(".month").allTextContents()).toEqual(["February 2027", "March 2027"]);
    const february = view.locator("tbody").first().locator("td");
    const numbers = Array.from({ length: 28 }, (_, day) => `${day + 1}`);
    expect((await february.allTextContents()).map(Number.parseFloat).map(String)).toEqual(numbers);
    expect(await february.and(view.locator("[aria-selected]")).count()).toBe(28 - 11);
  });

  it("of a copy is created with the texts of its original", async () => {
    const server = openHost();
    const { client, sandbox } = await server;
    const original = await client.createPoll({
      title: "Weekly sync",
      description: "Bring notes",
      kind: "time",
      timeZone: "Europe/Berlin",
      options: [{ startTime: "2027-02-15T08:00:00Z", duration: 30 }],
    });
    sandbox.advance(7_200_000);
    const { setting } = await preview({ copyFrom: original.data.id, shiftDays: 14 }, server);
    const { view } = await open(setting);
    await view.locator('#create[aria-disabled="false"]').click();
    await view.getByText(sayDone).waitFor();
    const { data } = await client.listPolls({ limit: 100 });
    const copy = data.find(({ id, title }) => title === "Weekly sync" && id !== original.data.id);
    expect(copy).toMatchObject({
      description: "Bring notes",
      options: [{ startTime: expect.stringMatching(/^2027-03-01T08:00/) }],
    });
  });
});

describe("a person", () => {
  it("takes three of 20 slots away, adds one and creates the poll with one more call and no typed time", async () => {
    const { page, view, host, listPolls } = await openPlan(review);
    for (const place of [0, 3, 5]) await places(view, true).nth(place).click();
    await places(view, false).first().click();
    await status(view).getByText("the assistant may not know your changes").waitFor();
    expect(await view.textContent("#create")).toBe("Create poll with 18 options");
    const labels = await places(view, true).evaluateAll((all) => all.map((one) => one.ariaLabel));
    await view.click("#create");
    await view.getByText(sayDone).waitFor();
    const [poll, ...others] = await listPolls();
    expect([poll?.options.length, others]).toEqual([18, []]);
    expect(await listCreates(page)).toHaveLength(1);
    expect(await readLink(view)).toBe(poll?.inviteUrl);
    expect(await view.locator("#create").isVisible()).toBe(false);
    expect(await view.textContent("#state")).toBe("Poll created");
    expect(await view.locator("#state .done").count()).toBe(1);
    expect(await view.locator(".primary:visible").allTextContents()).toEqual(["Copy message"]);
    // The result of a real create shows the same.
    const times = (poll?.options ?? []).map((option) => ({
      start: writeStart(option, review.timeZone),
      duration: 60,
    }));
    const args = { title: review.title, timeZone: review.timeZone, times };
    const known = await host.callTool({ name: "create_poll", arguments: args });
    expect(known.structuredContent).toMatchObject({ created: false, id: poll?.id });
    const { view: other } = await open({ name: "plan", result: known, context });
    expect(await places(other, true).evaluateAll((all) => all.map((one) => one.ariaLabel))).toEqual(labels);
    await places(other, true).first().click({ force: true });
    expect(await places(other, true).count()).toBe(18);
    expect(await readLink(other)).toBe(poll?.inviteUrl);
  });

  it("adds a time and a day, takes a whole row, and undoes it all", async () => {
    const { view, listPolls } = await openPlan(review);
    await view.click("#add");
    await view.fill("#time", "13:30");
    await view.fill("#day", "2027-03-06");
    await view.locator("h1").click();
    expect(await view.locator(".head th").count()).toBe(6);
    await view.getByTitle("All: 13:30").click();
    expect(await places(view, true).count()).toBe(26);
    await view.click("#undo");
    expect(await places(view, true).count()).toBe(20);
    await view.getByTitle("All: 13:30").click();
    await view.getByTitle(/^All: Sat/).click();
    await view.click("#create");
    await view.getByText(sayDone).waitFor();
    expect((await listPolls())[0]?.options.length).toBe(30);
  });

  it("takes three days of a week away by three presses of their boxes", async () => {
    const { view } = await openPlan(review);
    for (const day of ["Mon", "Wed", "Fri"])
      await view.getByRole("checkbox", { name: `All: ${day}` }).click();
    expect(await places(view, true).count()).toBe(8);
    const boxes = view.locator(".head [role=checkbox]");
    const states = () => boxes.evaluateAll((all) => all.map((one) => one.getAttribute("aria-checked")));
    expect(await states()).toEqual(["false", "true", "false", "true", "false"]);
    await places(view, true).first().click();
    expect(await states()).toEqual(["false", "mixed", "false", "true", "false"]);
  });

  it("reads in its place how long a slot over midnight is", async () => {
    const times = ["2027-03-01T22:00", "2027-03-10T22:00"].map((start) => ({ start }));
    const { view } = await openPlan({ title: "Watch", timeZone: "Europe/Berlin", duration: 240, times });
    expect(await places(view, true).first().textContent()).toBe("1 Mar 22:00–02:00 +1");
    // Weeks have one row of weekdays.
    expect(await view.locator("thead").count()).toBe(1);
  });

  it("changes one place of a hundred by a click", async () => {
    const { view } = await openPlan(plans["a hundred"] ?? {});
    const changes = await listChanges(view, () => places(view, true).nth(7).click());
    // Its time gives way to a sign, and the boxes of its day and its time change.
    expect(changes.filter((name) => name === "aria-selected")).toHaveLength(1);
    expect(changes.length).toBeLessThan(16);
  });

  it("is told at the place and in a sentence that options overlap", async () => {
    const { view } = await openPlan(review);
    await view.click("#add");
    await view.fill("#time", "09:30");
    await view.locator("h1").click();
    await places(view, false).first().click();
    await status(view).getByText("3 options overlap others.").waitFor();
    expect(await view.locator('[aria-label*="overlaps"]').count()).toBe(3);
  });

  it("moves and chooses by keyboard from one tab stop", async () => {
    const { page, view } = await openPlan(review);
    await view.locator('#table [tabindex="0"]').focus();
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      return view.evaluate(() => document.activeElement?.getAttribute("title"));
    };
    expect(await press("ArrowRight", "ArrowDown")).toMatch(/^Tue,? 2 Mar, 10:00/);
    expect(await press("End")).toMatch(/^Fri,? 5 Mar, 10:00/);
    expect(await press("Control+End", "Home")).toBe("All: 12:00");
    expect(await press("ArrowRight")).toMatch(/^Mon,? 1 Mar, 12:00/);
    await press("Space");
    expect(await places(view, true).count()).toBe(19);
    expect(await press("Enter", "Control+Home", "ArrowDown")).toMatch(/^Mon,? 1 Mar, 0?9:00/);
    expect(await places(view, true).count()).toBe(20);
    expect(await view.locator('#table [tabindex="0"]').count()).toBe(1);
    await press("Tab", "Tab", "Tab", "Enter");
    await view.getByText(sayDone).waitFor();
    // The button is gone.
    expect(await view.evaluate(() => document.activeElement?.id)).toBe("copy-link");
  });

  it("cannot choose more than a poll takes, nor nothing", async () => {
    const { view } = await openPlan(plans["a hundred"] ?? {});
    const { view: single } = await openPlan(plans["one option"] ?? {});
    await places(single, true).click();
    await status(single).getByText("Choose at least one option.").waitFor();
    expect(await single.getAttribute("#create", "aria-disabled")).toBe("true");
    await places(view, false).first().click();
    await status(view).getByText("A poll takes at most 100 options.").waitFor();
    expect(await places(view, true).count()).toBe(100);
  });

  it("is given a message with the link, and opens the pages of the poll that was created", async () => {
    const { view, page, listPolls } = await openPlan(review);
    expect(await view.locator("#vote:visible, #manage:visible, #sharing:visible").count()).toBe(0);
    await view.click("#create");
    await view.getByText(sayDone).waitFor();
    await view.click("#more");
    await view.click("#vote");
    await page.waitForFunction(() => window.host.requests.links.length === 1);
    await view.click("#more");
    await view.click("#manage");
    await page.waitForFunction(() => window.host.requests.links.length === 2);
    const [poll] = await listPolls();
    expect((await getRequests(page)).links).toEqual([poll?.inviteUrl, poll?.adminUrl]);
    const message = await view.textContent("#message");
    expect(message).toMatch(/^Design review \(1\s?–\s?5 March 2027\): please say when you can\.\nhttp/);
    expect(await readLink(view)).toBe(poll?.inviteUrl);
  });
});

describe("hosts that offer less", () => {
  it("show the plan without a button where a page cannot call tools", async () => {
    const { view } = await openPlan(review, { capabilities: {} });
    await view.getByText("this app cannot.").waitFor();
    expect(await view.locator("#create:visible").count()).toBe(0);
    await places(view, true).first().click({ force: true });
    expect(await places(view, true).count()).toBe(20);
  });

  it("keep one message for all pages: each says which preview it is about, and what to create", async () => {
    const { page, view, reopen, listPolls } = await openPlan(plans["three weeks"] ?? {});
    const waitForMessage = (part: string) =>
      page.waitForFunction(
        (text) => JSON.stringify(window.host.requests.contexts.at(-1))?.includes(text),
        part,
      );
    for (let click = 0; click < 5; click++) await places(view, true).last().click();
    await waitForMessage("2027-03-25T09:00+01:00");
    const { page: other, view: otherView } = await reopen();
    await places(otherView, true).first().waitFor();
    expect((await getRequests(other)).contexts).toEqual([]);
    await view.click("#create");
    await waitForMessage("inviteUrl");
    const [poll] = await listPolls();
    const preview = { title: "Design review", now: "Fri 2027-02-12 10:00 +01:00" };
    const days = ["15", "18", "22", "25"].flatMap((day) => [`${day}T09:00`, `${day}T10:00`]).slice(0, -1);
    const times = days.map((start) => `2027-03-${start}+01:00`);
    const slots = { timeZone: "Europe/Berlin", duration: 60, times };
    expect((await getRequests(page)).contexts.slice(-2)).toEqual([
      { structuredContent: { ...preview, created: false, ...slots } },
      { structuredContent: { ...preview, created: true, id: poll?.id, inviteUrl: poll?.inviteUrl } },
    ]);
  });

  it("draw the page again minutes later: it looks, and an edited plan that was created stands in the way", async () => {
    const { page, view, reopen, listPolls } = await openPlan(review);
    await places(view, true).first().click();
    await view.click("#create");
    await view.getByText(sayDone).waitFor();
    await page.close();
    const now = new Date(Date.parse(fixedNow) + 300_000).toISOString();
    const { page: again, view: drawn } = await reopen({ now });
    await drawn.getByText("A poll of this title exists already").waitFor();
    expect(await drawn.locator(".primary:visible").allTextContents()).toEqual(["Open the poll"]);
    const [poll, ...others] = await listPolls();
    expect(await drawn.textContent("#message")).toMatch(
      /^Design review · 19 options, 1\s?–\s?5 March 2027\n/,
    );
    expect([await readLink(drawn), others]).toEqual([poll?.inviteUrl, []]);
    await drawn.click("#open");
    await again.waitForFunction(() => window.host.requests.links.length === 1);
    expect((await getRequests(again)).links).toEqual([poll?.adminUrl]);
    expect(await listCreates(again)).toEqual([]);
  });

  it("draw the page again: it shows the poll that exists instead of a button", async () => {
    const { page, view, reopen, listPolls } = await openPlan(review);
    await view.click("#create");
    await view.getByText(sayDone).waitFor();
    await page.close();
    const { view: drawn } = await reopen();
    await drawn.getByText(sayDone).waitFor();
    expect(await readLink(drawn)).toBe((await listPolls())[0]?.inviteUrl);
    expect(await drawn.locator("#create, #another").filter({ visible: true }).count()).toBe(0);
  });

  it("draw the page again and answer its look late, with an error: its button looks again, and creates nothing", async () => {
    const { reopen } = await openPlan(review);
    const answers: ((result: object) => void)[] = [];
    const { page, view } = await reopen({ callTool: () => new Promise((resolve) => answers.push(resolve)) });
    const waitForCalls = (count: number) =>
      page.waitForFunction((expected) => window.host.requests.calls.length === expected, count);
    const unknown = view.getByText("It is not known whether a poll of this title was created");
    await waitForCalls(1);
    await view.click("#create", { force: true });
    await page.clock.fastForward(71_000);
    await unknown.waitFor();
    answers[0]?.({ isError: true, content: [] });
    expect(await view.textContent("#create")).toBe("Look whether it exists");
    await view.click("#create");
    await waitForCalls(2);
    answers[1]?.({ isError: true, content: [] });
    await unknown.waitFor();
    expect(await listCreates(page)).toEqual([]);
  });

  it("draw a preview that is older than an hour: it asks the assistant for a new one, and creates nothing", async () => {
    const { reopen } = await openPlan(review);
    const now = new Date(Date.parse(fixedNow) + 3_600_000).toISOString();
    const { page, view } = await reopen({ now, capabilities: { serverTools: {}, message: { text: {} } } });
    const sentence = "Show me a new preview of this poll.";
    await view.getByText(`Ask for a new one: “${sentence}”`).waitFor();
    expect(await view.locator(".primary:visible").allTextContents()).toEqual(["Ask for a new preview"]);
    await view.click("#create");
    await page.waitForFunction(() => window.host.requests.messages.length === 1);
    const { messages, calls } = await getRequests(page);
    expect([messages, calls]).toEqual([[{ role: "user", content: [{ type: "text", text: sentence }] }], []]);
  });

  it("preview again what exists: the poll with its link, and no button", async () => {
    const { view, host, input, reopen } = await openPlan(review);
    await view.click("#create");
    await view.getByText(sayDone).waitFor();
    const result = await host.callTool({ name: "create_poll", arguments: input });
    const { view: again } = await reopen({ result });
    await again.getByText(sayDone).waitFor();
    expect(await again.textContent("#state")).toBe("A poll of this title exists already");
    expect(await readLink(again)).toBe(await readLink(view));
  });

  it("leave _meta out after a reload: a preview is made again, and nothing else is called", async () => {
    const { page, view, result, input, reopen } = await openPlan(review, { result: undefined });
    const { _meta, ...rest } = result;
    await sendResult(page, rest, input);
    await places(view, true).first().waitFor();
    const [first] = (await getRequests(page)).calls;
    expect([first, await listCreates(page)]).toEqual([{ name: "create_poll", arguments: input }, []]);
    const { dryRun: _, ...real } = input;
    const structuredContent = { created: true, inviteUrl: "https://rallly.example/x" };
    const { page: made, view: link } = await reopen({ result: { ...rest, structuredContent }, input: real });
    await link.getByText("https://rallly.example/x").waitFor();
    expect((await getRequests(made)).calls).toEqual([]);
  });

  it("send a result before the input, in parts or twice: nothing that was chosen is lost", async () => {
    const { page, view, result, input } = await openPlan(review, { result: undefined });
    const { _meta, ...rest } = result;
    await page.evaluate((text) => window.host.sendOnly(JSON.parse(text)), JSON.stringify(rest));
    await view.getByText("There is nothing to show.").waitFor();
    await page.evaluate(() => window.host.sendPartialInput({ title: "Design re" }));
    await sendResult(page, rest, input);
    await places(view, true).first().click();
    await sendResult(page, rest, input);
    await status(view).getByText("the assistant may not know your changes").waitFor();
    expect(await places(view, true).count()).toBe(19);
    expect(await listCreates(page)).toEqual([]);
  });

  it("change the language and the theme in the middle, or fill the screen: every word follows", async () => {
    const context = { locale: "en-GB", timeZone: "Europe/Berlin", availableDisplayModes: modes };
    const { page, view } = await openPlan(review, { context });
    await places(view, true).first().click();
    await view.click("#more");
    await view.click("#full");
    await page.waitForFunction(() => window.host.requests.modes.length === 1);
    await status(view).getByText("the assistant may not know your changes").waitFor();
    await page.evaluate(() => window.host.changeContext({ locale: "de-DE", theme: "dark" }));
    await status(view).getByText("Der Assistent kennt Ihre Änderungen vielleicht nicht").waitFor();
    expect(await view.textContent("#create")).toBe("Umfrage mit 19 Optionen anlegen");
    const { page: failed, view: sentence } = await openPlan({ ...review, duration: 5 });
    await failed.evaluate(() => window.host.changeContext({ theme: "dark" }));
    await sentence.waitForFunction(() => document.documentElement.style.colorScheme === "dark");
    await sentence.getByText("The request is not valid.").waitFor();
  });
});

describe("never two polls", () => {
  const post = { method: "POST", path: "/v1/polls" } as const;
  const lost: FaultRule = { ...post, fault: { kind: "reset" }, when: "after", times: 1 };
  const blind: FaultRule = { method: "GET", fault: { kind: "reset" }, skip: 2 };

  it.each<[string, FaultRule[], string, number]>([
    ["a lost response, found again", [lost], sayDone, 1],
    [
      "a lost response, and nothing to be seen",
      [lost, blind],
      "It is unclear whether the poll was created.",
      1,
    ],
    [
      "a limit",
      [{ ...post, fault: { kind: "respond", status: 429, headers: { "Retry-After": "1" } } }],
      "Try again in 1 seconds.",
      0,
    ],
  ])("after %s, and the page says what it knows", async (_, rules, text, count) => {
    const { view, listPolls } = await openPlan(review, {}, rules);
    await view.click("#create");
    await view.getByText(text).waitFor();
    expect(await listPolls()).toHaveLength(count);
    if (text === sayDone) return;
    await view.click("#create");
    await view.getByText(sayDone).waitFor();
    expect(await listPolls()).toHaveLength(1);
  });

  it("by two clicks, by a host that is slow, or by the model afterwards", async () => {
    const { page, view, host, listPolls } = await openPlan(review);
    const release = await holdResponses(page);
    await view.locator("#create").dblclick();
    await page.clock.fastForward(71_000);
    await view.getByText("It is unclear whether").waitFor();
    await release();
    await view.getByText(sayDone).waitFor();
    expect(await listCreates(page)).toHaveLength(1);
    // The model was not told.
    const args = { ...review, windows: [{ ...review.windows[0], to: "11:00" }] };
    const told = await host.callTool({ name: "create_poll", arguments: args });
    expect(told.isError).toBe(true);
    expect(await listPolls()).toHaveLength(1);
  });

  it("and a late answer shows the poll that was made, not what was changed meanwhile", async () => {
    const { page, view, listPolls } = await openPlan(review);
    const release = await holdResponses(page);
    await view.click("#create");
    await page.clock.fastForward(71_000);
    await view.getByText("It is unclear whether the poll was").waitFor();
    await places(view, true).first().click();
    await release();
    await view.getByText(sayDone).waitFor();
    expect(await places(view, true).count()).toBe((await listPolls())[0]?.options.length);
  });

  it("when it is unclear whether another one was made: the next click finds it", async () => {
    const { view, host, sandbox, listPolls } = await openPlan(review);
    await host.callTool({ name: "create_poll", arguments: { title: review.title, dates: ["2027-03-01"] } });
    await view.click("#create");
    await view.locator("#another").waitFor();
    sandbox.setFaults({ rules: [lost, { ...blind, skip: 0 }] });
    await view.click("#another");
    await view.getByText("It is unclear whether").waitFor();
    expect(await listPolls()).toHaveLength(2);
    await view.click("#create");
    await view.getByText(sayDone).waitFor();
    expect(await listPolls()).toHaveLength(2);
  });

  it.each<[string, (result: object) => object]>([
    ["an error without a reason", () => ({ isError: true, content: [] })],
    ["the preview again", (result) => result],
    ["nothing", () => ({})],
  ])("where a host answers with %s, and the page says that it does not know", async (_, answer) => {
    const { result, reopen } = await openPlan(review);
    let calls = 0;
    // It looks first.
    const callTool = async () => (calls++ === 0 ? result : answer(result));
    const { view } = await reopen({ callTool });
    await view.locator('#create[aria-disabled="false"]').click();
    await view.getByText("It is unclear whether").waitFor();
    expect(await view.locator("#message").isVisible()).toBe(false);
  });

  it("existing-other-texts: a poll with the same options is shown with the texts that it has", async () => {
    const { page, view, host, listPolls } = await openPlan(review);
    await host.callTool({ name: "create_poll", arguments: { ...review, description: "Slides only" } });
    await view.click("#create");
    await view.getByText(sayDone).waitFor();
    expect(await view.textContent("#state")).toBe("A poll of this title exists already");
    expect(await view.textContent("#details")).toContain("Slides only");
    const [poll] = await listPolls();
    expect((await getRequests(page)).contexts.at(-1)).toMatchObject({
      structuredContent: { created: false, id: poll?.id },
    });
  });

  it("unless the person wants another one beside a poll of the same title", async () => {
    const { view, host, listPolls } = await openPlan(review);
    await host.callTool({ name: "create_poll", arguments: { title: review.title, dates: ["2027-03-01"] } });
    await view.click("#create");
    await view.locator("#another").waitFor();
    expect(await readLink(view)).toBe((await listPolls())[0]?.inviteUrl);
    expect(await listPolls()).toHaveLength(1);
    await view.click("#another");
    await view.getByText(sayDone).waitFor();
    expect((await listPolls()).map(({ options }) => options.length).sort()).toEqual([1, 20]);
  });
});

it("an option that is refused is marked, until it is taken away", async () => {
  const failure = { kind: "arguments", fields: ["times.1.start"] };
  const refusal = { isError: true, content: [], _meta: { "rallly-connect/failure": failure } };
  let calls = 0;
  const { reopen, result } = await openPlan(review);
  const { view } = await reopen({ callTool: async () => (calls++ === 0 ? result : refusal) });
  await view.locator('#create[aria-disabled="false"]').click();
  await view.getByText("Rallly does not take the marked option.").waitFor();
  await view.locator("td.refused").click();
  expect([await view.locator("td.refused").count(), await places(view, true).count()]).toEqual([0, 19]);
  await view.click("#undo");
  expect([await view.locator("td.refused").count(), await places(view, true).count()]).toEqual([1, 20]);
});

it("ten random plans become polls of exactly the options that the page shows", async () => {
  const { makePlan, callTool, client } = await createPlanMaker();
  for (let seed = 201; seed <= 210; seed++) {
    const { plan, result, random } = await makePlan(seed);
    const { page, view } = await open({
      name: "plan",
      now: fixedNow,
      result,
      context: { locale: "en-GB", timeZone: "Asia/Tokyo" },
      callTool: ({ arguments: args = {} }) => callTool(args),
    });
    const all = view.locator("td[aria-selected]");
    for (let place = 1; place < (await all.count()); place++)
      if (random(4) === 0) await all.nth(place).click();
    const shown = await places(view, true).evaluateAll((cells) => cells.map((cell) => cell.ariaLabel ?? ""));
    await view.click("#create");
    await view.getByText(sayDone).waitFor();
    const { data } = await client.listPolls({ limit: 1 });
    const format = createOptionFormatter(plan.timeZone ?? "UTC", chooseSpeech("en-GB").locale);
    const made = data[0]?.options
      .map(format)
      .map(({ day, hours }) => [day, hours].filter(Boolean).join(", "));
    const plain = shown.map((label) => made?.find((each) => `${label}, `.includes(`${each}, `)) ?? label);
    expect(plain.sort(), `plan ${seed}`).toEqual(made?.sort());
    await page.close();
  }
}, 300_000);

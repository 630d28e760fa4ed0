/** Messages between the view and its host, and from the sandbox to the page. */
import { describe, expect, it } from "vitest";
import { fixedNow, openHost } from "../../mcp/harness.ts";
import { createPollMaker } from "../random-polls.ts";
import { createGrid, reviewPoll } from "../sample.ts";
import { open } from "./open.ts";
import {
  allCapabilities,
  createToolResult,
  getRequests,
  holdResponses,
  sendGrid,
  setToolResult,
} from "./stage.ts";

const grid = createGrid(reviewPoll);
const bestUri = "rallly://polls/Xk3pQ9vLm2Ab/options/7/calendar.ics";

describe("the view and its host", () => {
  it("initialize, show the result, report the size and make no network request", async () => {
    const { page, view, requests, errors } = await open({});
    const { initialized } = await getRequests(page);
    expect(initialized).toEqual([{ name: "rallly-connect-results", version: "1.0.0" }]);
    expect(await view.textContent("#notice")).toBe("One moment…");
    await sendGrid(page, grid);
    await view.waitForSelector("[data-option]");
    expect(await view.textContent("h1")).toBe("Design review: the new booking flow");
    expect(await view.locator("#notice").isVisible()).toBe(false);
    const height = await view.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height));
    await page.waitForFunction((expected) => window.host.requests.sizes.at(-1)?.height === expected, height);
    expect(await page.evaluate(() => window.host.teardown())).toEqual({});
    expect([requests, errors]).toEqual([[], []]);
  });

  it("open links, and show that the host refused", async () => {
    const { page, view } = await open({ grid });
    for (const link of ["#vote", "#manage"]) {
      await view.click("#more");
      await view.click(link);
    }
    await page.waitForFunction(() => window.host.requests.links.length === 2);
    expect((await getRequests(page)).links).toEqual([grid.poll.inviteUrl, grid.poll.adminUrl]);
    await page.evaluate(() => {
      window.host.opensLinks = false;
    });
    await view.click("#more");
    await view.click("#vote");
    await view.getByText("This app did not allow it.").waitFor();
  });

  it("refresh once at a time, and keep the stars of those who stay", async () => {
    const { page, view } = await open({ grid });
    await view.click("#best");
    await view.getByRole("button", { name: "Must attend: Ana Souza" }).click();
    await view.getByRole("button", { name: "Must attend: Imani Mwangi" }).click();
    const { "Imani Mwangi": _, ...people } = reviewPoll.people;
    await setToolResult(page, createToolResult(createGrid({ ...reviewPoll, title: "Moved", people })));
    const release = await holdResponses(page);
    for (let press = 0; press < 3; press++) {
      await view.click("#more");
      await view.click("#refresh");
    }
    await page.waitForFunction(() => window.host.requests.calls.length > 0);
    await release();
    await view.getByText("Done.").waitFor();
    expect((await getRequests(page)).calls).toEqual([grid.refresh]);
    expect(await view.textContent("h1")).toBe("Moved");
    const stars = view.locator('.person[aria-pressed="true"]');
    expect(await stars.evaluateAll((all) => all.map((one) => one.ariaLabel))).toEqual([
      "Must attend: Ana Souza",
    ]);
  });

  it("keep the results and show the error in the person's language when a refresh fails", async () => {
    const { page, view } = await open({ grid, context: { locale: "de" } });
    const _meta = { "rallly-connect/failure": { kind: "wait", seconds: 20 } };
    await setToolResult(page, { isError: true, content: [{ type: "text", text: "For the model." }], _meta });
    await view.click("#more");
    await view.click("#refresh");
    await view.getByText("Versuchen Sie es in 20 Sekunden wieder.").waitFor();
    expect(await view.locator("[data-option]").count()).toBe(15);
  });

  it("give up on a host that never answers, and can be asked again", async () => {
    const { page, view } = await open({ grid });
    await holdResponses(page);
    await view.click("#more");
    await view.click("#refresh");
    await view.getByText("One moment…").waitFor();
    await page.clock.fastForward(71_000);
    await view.getByText("This did not work.").waitFor();
    await view.click("#more");
    await view.click("#refresh");
    await page.waitForFunction(() => window.host.requests.calls.length === 2);
  });

  it("ask for the results again after a reload that left _meta out", async () => {
    const { _meta, ...rest } = createToolResult(grid);
    const callTool = async () => createToolResult(grid);
    for (const [name, input] of [
      ["find_best_times", { poll: "Design review", required: ["Grace"] }],
      ["find_missing_people", { poll: "Design review", invited: ["Grace"] }],
    ] as const) {
      const { page, view } = await open({ result: rest, input, callTool });
      await view.waitForSelector("[data-option]");
      expect((await getRequests(page)).calls).toEqual([{ name, arguments: input }]);
    }
  });

  it("show a sentence instead of a failed result of the server", async () => {
    const { host } = await openHost();
    const result = await host.callTool({
      name: "find_best_times",
      arguments: { poll: "abcdefghijkl", minYes: 0 },
    });
    const { view } = await open({ result });
    await view.getByText("The request is not valid.").waitFor();
    const unknown = await host.callTool({
      name: "find_best_times",
      arguments: { poll: "abcdefghijkl" },
    });
    const { view: other } = await open({ result: unknown });
    await other.getByText("This poll does not exist in your space.").waitFor();
  });

  it("show that a result has no grid", async () => {
    const { view } = await open({ result: { content: [{ type: "text", text: "Best: …" }] } });
    await view.getByText("There is nothing to show.").waitFor();
  });

  it("show a call that was cancelled, and its result if it comes after all", async () => {
    const { page, view } = await open({ grid });
    await page.evaluate(() => window.host.cancel());
    await view.getByText("The call was cancelled.").waitFor();
    await sendGrid(page, grid);
    await view.getByText("Best · 8 of 9").waitFor();
  });

  it("ignore messages of other windows", async () => {
    const { view } = await open({ grid });
    const forged = createToolResult({ ...grid, poll: { ...grid.poll, title: "Forged" } });
    await view.evaluate(async (params) => {
      const message = { jsonrpc: "2.0", method: "ui/notifications/tool-result", params: JSON.parse(params) };
      const arrived = new Promise((resolve) => window.addEventListener("message", resolve));
      window.postMessage(message, "*");
      await arrived;
    }, JSON.stringify(forged));
    expect(await view.textContent("h1")).toBe(grid.poll.title);
  });
});

describe("the calendar entry of the selected option", () => {
  it("is read and saved through the host, by its number in the poll", async () => {
    const { page, view } = await open({ grid, context: { locale: "en-GB" } });
    const calendar = view.locator("#calendar");
    expect(await calendar.getAttribute("aria-label")).toMatch(/^Add to calendar: Wed,? 3 Mar 0?9:00/);
    await calendar.click();
    await view.getByText("This app did not allow it.").waitFor();
    await page.evaluate((uri) => {
      window.host.resources = { [uri]: "BEGIN:VCALENDAR" };
    }, bestUri);
    await calendar.click();
    await view.getByText("Done.").waitFor();
    const resource = { uri: bestUri, mimeType: "text/calendar", text: "BEGIN:VCALENDAR" };
    expect((await getRequests(page)).files).toEqual([[{ type: "resource", resource }]]);
    await page.evaluate(() => {
      window.host.savesFiles = false;
    });
    await calendar.click();
    await view.getByText("This app did not allow it.").waitFor();
  });
});

it.each([
  ["serverResources", ["#calendar"]],
  ["downloadFile", ["#calendar"]],
  ["serverTools", ["#refresh"]],
  ["openLinks", ["#vote", "#manage"]],
] as const)("without %s the page has no button that needs it", async (missing, hidden) => {
  const { [missing]: _, ...capabilities } = allCapabilities;
  const { view } = await open({ grid, capabilities });
  await view.waitForSelector("[data-option]");
  const buttons = ["#calendar", "#refresh", "#vote", "#manage"];
  if (missing !== "openLinks" || (await view.locator("#more").isVisible())) await view.click("#more");
  const shown = buttons.map((button) => view.locator(button).isVisible());
  const expected = buttons.map((button) => !(hidden as readonly string[]).includes(button));
  expect(await Promise.all(shown)).toEqual(expected);
});

it("hostile text stays text", async () => {
  const people = {
    "<script>alert(2)</script>": "2",
    '"><svg onload=alert(3)>': "1",
    "{{constructor.constructor('alert(5)')()}}": "2",
    "</title></style><iframe src=https://evil.example>": "2",
  };
  const title = "<img src=x onerror=alert(1)>";
  const hostile = createGrid({ title, starts: ["2027-03-01T08:00:00Z"], people }, { missing: [title] });
  Object.assign(hostile.poll, { inviteUrl: "javascript:alert(4)", adminUrl: "/poll/1" });
  const { view, requests, errors } = await open({ grid: hostile });
  expect(await view.textContent("h1")).toBe(title);
  expect(
    await view.locator(".person").evaluateAll((all) => all.map((one) => one.getAttribute("title"))),
  ).toEqual(Object.keys(people).map((name) => `Must attend: ${name}`));
  expect(await view.locator("main :is(img, script, iframe), svg:not(.icon)").count()).toBe(0);
  expect(await view.locator("#vote:not([hidden]), #manage:not([hidden]), #see:visible").count()).toBe(0);
  expect([requests, errors]).toEqual([[], []]);
});

it("the page lists the options of ten random polls as find_best_times does", async () => {
  const makePoll = await createPollMaker();
  for (let seed = 1; seed <= 10; seed++) {
    const { result, data, now } = await makePoll(seed);
    const { page, view } = await open({ result, now });
    const shown = await view
      .locator(".option")
      .evaluateAll((all) =>
        all.map((one) => [Number(one.getAttribute("data-option")), one.getAttribute("title")]),
      );
    const told = data.options.map(({ number, yes, ifNeedBe, noOrUnanswered }) => {
      const available = yes + ifNeedBe;
      const counts = `${available} of ${available + noOrUnanswered} available`;
      return [number, expect.stringMatching(new RegExp(`^(?:Rank \\d+, )?${counts}$`))];
    });
    expect(shown, `poll ${seed}`).toEqual(told);
    const place = data.options[0]?.obstacles === undefined ? /^Best ·/ : /None fits|^Nobody/;
    expect(await view.textContent("#place"), `poll ${seed}`).toMatch(place);
    await page.close();
  }
}, 300_000);

it("find_best_times shows the option of its text, and a new vote after a refresh", async () => {
  const { host, client, sandbox } = await openHost();
  const { data: poll } = await client.createPoll({
    title: "Kick-off dinner",
    kind: "time",
    timeZone: "Europe/Berlin",
    options: ["01", "02"].map((day) => ({ startTime: `2027-03-${day}T18:00:00Z`, duration: 90 })),
  });
  const vote = (name: string, ...marks: ("yes" | "ifNeedBe" | "no")[]) => {
    const choices = Object.fromEntries(poll.options.map(({ id }, index) => [id, marks[index] ?? "no"]));
    sandbox.vote(poll.id, { name, choices });
  };
  vote("Ada", "yes", "yes");
  vote("Cleo", "no", "ifNeedBe");
  const callTool = (args: Record<string, unknown>) =>
    host.callTool({ name: "find_best_times", arguments: args });
  const result = await callTool({ poll: poll.id, required: ["Cleo"] });
  const { page, view } = await open({
    result,
    now: fixedNow,
    context: { locale: "en-GB" },
  });
  expect(await view.textContent("#when")).toMatch(/Tuesday,? 2 March 2027, 19:00–20:30/);
  expect(JSON.stringify(result.content)).toContain("Tue 2027-03-02 19:00");
  vote("Dana", "yes", "no");
  // The host forwards the view's call unchanged.
  await view.click("#more");
  await view.click("#refresh");
  await page.waitForFunction(() => window.host.requests.calls.length === 1);
  const [call] = (await getRequests(page)).calls as [{ arguments: Record<string, unknown> }];
  await setToolResult(page, await callTool(call.arguments));
  await view.click("#more");
  await view.click("#refresh");
  await view.getByText("Done.").waitFor();
  expect(await view.locator(".name").allTextContents()).toEqual(["Ada", "Cleo", "Dana"]);
  expect(result.structuredContent).toMatchObject({
    calendarEntry: `rallly://polls/${poll.id}/options/2/calendar.ics`,
  });
});

it("find_missing_people shows whom its answer names", async () => {
  const { host, client, sandbox } = await openHost();
  const { data: poll } = await client.createPoll({
    title: "Lunch",
    kind: "date",
    options: [{ date: "2027-03-01" }],
  });
  for (const name of ["Käthe", "Ada Lovelace"]) sandbox.vote(poll.id, { name, choices: {} });
  const result = await host.callTool({
    name: "find_missing_people",
    arguments: { poll: poll.id, invited: ["Käthe Blum", "Ada Lovelace", "Grace Hopper"] },
  });
  const { view } = await open({ result });
  expect(await view.textContent("#missing-count")).toBe("1 has not answered · 1 unclear");
  expect(await view.textContent("#missing-names")).toBe("Grace Hopper1 unclear: Käthe Blum");
});

import { describe, expect, it } from "vitest";
import { callTool, failTool, type HostOptions } from "../harness.ts";
import { openSpace } from "../space.ts";

const poll = "Team lunch";

/** Opens a space with that poll. */
const openLunch = (options: HostOptions = {}) => openSpace([poll], options);

describe("wrong arguments are refused with what to do, and nothing is done", () => {
  const lunch = { title: "X", dates: ["2027-03-02"] };
  it.each<[id: string, tool: string, args: Record<string, unknown>, lines: string[]]>([
    [
      "unknown-two",
      "create_poll",
      { titel: "X", date: ["2027-03-02"] },
      ["- titel: is not an argument here: use title.", "- date: is not an argument here: use dates."],
    ],
    [
      "two unknown ones, and another that is missing then",
      "create_poll",
      { titel: "X", colour: "red", size: 3 },
      [
        "- titel: is not an argument here: use title.",
        "- colour: is not an argument here. Known: title, copyFrom, ",
        "- size: is not an argument here.",
        "- dates: is missing, as are times and windows",
      ],
    ],
    [
      "unknown-wishes",
      "create_poll",
      { ...lunch, participants: ["Ada Lind"], deadline: "2027-03-01" },
      ["- participants: is not an argument here. Known: ", "- deadline: is not an argument here.\n"],
    ],
    [
      "unknown-misspelt-stays",
      "create_poll",
      { ...lunch, organiserEmail: "ada@example.com" },
      ["- organiserEmail: is not an argument here: use organizerEmail."],
    ],
    ["pollId", "get_poll", { pollId: poll }, ["- pollId: is not an argument here: use poll."]],
    [
      "injected-other-stays",
      "list_polls",
      { serach: "lunch" },
      ["- serach: is not an argument here. Known: query, "],
    ],
    [
      "text-status-all",
      "list_polls",
      { status: "all" },
      ["- status: must be one of: open, closed, scheduled, canceled. For all of them leave it out."],
    ],
    [
      "text-no-list",
      "find_missing_people",
      { poll },
      ["- invited: is empty.", "Ask the person whom they invited, unless they said it."],
    ],
    [
      "a number that is no whole one, and one that is too large",
      "list_polls",
      { limit: 1000, offset: 1.5 },
      [
        "- limit: Too big: expected number to be <=100.",
        "- offset: Invalid input: expected int, received number.",
      ],
    ],
    [
      "an inherited name",
      "list_polls",
      { constructor: 1 },
      ["- constructor: is not an argument here. Known: "],
    ],
    [
      "JSON that is larger than any call",
      "create_poll",
      { title: "X", windows: JSON.stringify(Array(50_001).fill({})) },
      ["- windows.0: Invalid input: expected object, received string."],
    ],
    [
      "a range of days as dates",
      "create_poll",
      { title: "X", dates: { from: "2027-03-01", to: "2027-03-05" } },
      [
        "- dates.0: must be one day, such as 2027-03-01. For a range use windows, with startDate and endDate.",
      ],
    ],
    [
      "an event of a calendar as busy",
      "find_best_times",
      { poll, busy: [{ start: { dateTime: "2027-03-01T09:00:00", timeZone: "UTC" } }] },
      [
        "- busy.0: must be {start, end}, both texts such as 2027-03-01T09:00:00Z, or the text of an .ics file.",
      ],
    ],
    [
      "text-no-confirm",
      "delete_poll",
      { poll },
      [
        "- confirmTitle: is missing: read the poll first, and repeat its current title, or its id if the title is empty.",
      ],
    ],
  ])("%s", async (_, tool, args, lines) => {
    const { host, client } = await openLunch();
    const text = await failTool(host, tool, args);
    expect(text).toMatch(/^Nothing was done/);
    for (const line of lines) expect(text).toContain(line);
    expect(text.match(/Known:/g) ?? []).toHaveLength(lines.some((line) => line.includes("Known")) ? 1 : 0);
    expect((await client.listPolls({ limit: 100 })).data).toMatchObject([{ title: poll }]);
  });
});

const hostile = { toString: 1 };

it.each<[tool: string, args: object, path: string]>([
  ["get_poll", { poll: hostile }, "poll"],
  ["get_poll", { poll, timeZone: hostile }, "timeZone"],
  ["list_polls", { status: hostile }, "status"],
  ["list_polls", { limit: hostile }, "limit"],
  ["list_polls", { status: [hostile] }, "status"],
  ["create_poll", { title: hostile, dates: [hostile] }, "title"],
  ["find_missing_people", { poll, invited: [hostile] }, "invited"],
  ["find_missing_people", { poll, invited: [{ name: hostile, email: hostile }] }, "invited"],
])("an object where a text is wanted is no internal error: %s %j", async (tool, args, path) => {
  const { host } = await openLunch();
  expect(await failTool(host, tool, { ...args })).toMatch(RegExp(`^Nothing was done.*\n- ${path}`));
});

const key = "sk_live_TOPSECRETtopsecret1234567890";

it.each<[tool: string, args: object]>([
  ["list_polls", { [key]: 1 }],
  ["list_polls", { [`${"x".repeat(70)} ${key}`]: 1 }],
  ["create_poll", { title: "X", dates: [key] }],
  ["create_poll", { title: "X", dates: [`2027-03-01 is the day, ${key}`] }],
  ["get_poll", { poll, timeZone: key }],
  ["find_best_times", { poll, busy: [{ start: key, end: key }] }],
  ["find_missing_people", { poll, invited: [`${key}, Uwe`] }],
])("a key that somebody typed is not repeated: %s (%#)", async (tool, args) => {
  const logged: unknown[] = [];
  const { host } = await openLunch({ server: { log: (event) => logged.push(event) } });
  const result = await host.callTool({ name: tool, arguments: { ...args } });
  expect(result.isError).toBe(true);
  expect(logged).toHaveLength(1);
  expect(JSON.stringify([result, logged])).not.toContain("TOP");
});

describe("arguments that a host adds are ignored", () => {
  it.each<[id: string, args: object]>([
    ["injected-n8n", { toolCallId: "call_1" }],
    [
      "injected-n8n-old",
      { sessionId: "s1", action: "sendMessage", chatInput: "hi", tool: "list_polls", toolCallId: "c" },
    ],
    ["injected-cline", { task_progress: "- [x] list" }],
    ["injected-gemini", { wait_for_previous: true }],
    ["injected-antigravity", { toolAction: "Listing", toolSummary: "polls", waitForPreviousTools: true }],
    ["injected-meta", { _meta: {} }],
    ["null-filter", { query: "null", status: "null", minResponses: "null", cursor: "null" }],
  ])("%s", async (_, args) => {
    const { host } = await openLunch();
    expect((await callTool(host, "list_polls", { ...args })).data["polls"]).toHaveLength(1);
  });
});

it("Problems are listed up to 20, without their values, with names cleaned", async () => {
  const { host } = await openLunch();
  const names = Array.from({ length: 23 }, (_, index) => [`\u202exyzzy${index}`, "secret"]);
  const lines = (await failTool(host, "list_polls", Object.fromEntries(names))).split("\n");
  expect(lines[0]).toBe("Nothing was done, because of 23 problems in the arguments:");
  expect(lines[1]).toMatch(/^- xyzzy0: /);
  expect(lines.at(-2)).toBe("- and 3 more");
  expect(lines.join()).not.toContain("secret");
});

it("answer-empty: an emptied list and empty texts ask for everybody", async () => {
  const { host, ids } = await openSpace([{ title: "Lunch", votes: [["Ada", "y"]] }]);
  const { data } = await callTool(host, "list_participants", {
    poll: ids[0],
    answer: [],
    option: "",
    person: "",
  });
  expect(data["participants"]).toMatchObject([{ name: "Ada" }]);
});

describe("the texts null and undefined are no values", () => {
  const lunch = { title: "Lunch", dates: ["2027-03-04"] };
  it.each<[id: string, args: object, shown: object, absent: string[]]>([
    ["null-location", { location: "null", description: "null" }, {}, ["location", "description"]],
    ["null-list", { times: ["null"] }, { kind: "date" }, []],
    [
      "null-typed",
      { hideScores: "null", duration: "null", windows: ["null"], shiftDays: "null" },
      { kind: "date" },
      ["hideScores"],
    ],
    [
      "null-word-stays",
      { title: "Null meeting", location: "Null Bar" },
      { title: "Null meeting", location: "Null Bar" },
      [],
    ],
  ])("%s", async (_, args, shown, absent) => {
    const { host } = await openLunch();
    const { data } = await callTool(host, "create_poll", { ...lunch, ...args });
    expect(data).toMatchObject({ created: true, ...shown });
    for (const name of absent) expect(data).not.toHaveProperty(name);
  });
});

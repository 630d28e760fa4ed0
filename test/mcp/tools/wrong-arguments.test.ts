import { describe, expect, it } from "vitest";
import { callTool, failTool } from "../harness.ts";
import { openSpace } from "../space.ts";

/** Opens a space with one poll, to which $id stands for its id in arguments. */
async function openLunch() {
  const { host, client, ids } = await openSpace(["Team lunch"]);
  const fill = ({ poll, ...args }: Record<string, unknown>) => ({
    ...args,
    ...(poll !== undefined && { poll: poll === "$id" ? ids[0] : poll }),
  });
  const listTitles = async () => (await client.listPolls({ limit: 100 })).data.map(({ title }) => title);
  return { host, fill, listTitles };
}

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
      [
        "- participants: is not an argument here: a poll invites nobody",
        "- deadline: is not an argument here: polls have no deadline.",
      ],
    ],
    [
      "unknown-misspelt-stays",
      "create_poll",
      { ...lunch, organiserEmail: "ada@example.com" },
      ["- organiserEmail: is not an argument here: use organizerEmail."],
    ],
    [
      "the body of the API",
      "create_poll",
      {
        title: "X",
        kind: "time",
        options: [{ startTime: "2027-03-02T09:00:00Z", duration: 30 }],
        generators: [],
      },
      [
        "- kind: is not an argument here: leave it out",
        "- options: is not an argument here: pass whole days as dates, or slots as times",
        "- generators: is not an argument here: pass them as windows",
        "- dates: is missing, as are times and windows",
      ],
    ],
    ["pollId", "get_poll", { pollId: "$id" }, ["- pollId: is not an argument here: use poll."]],
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
      { poll: "$id" },
      ["- invited: is empty.", "Ask the person whom they invited, unless they said it."],
    ],
    [
      "more words than a search reads",
      "list_polls",
      { query: "lunch ".repeat(200) },
      ["- query: must have at most 1000 characters."],
    ],
    [
      "people in another argument",
      "find_missing_people",
      { poll: "$id", people: ["Ada"] },
      ["because of one argument:\n- people: is not an argument here: use invited.\nCorrect and call again."],
    ],
    [
      "days and minutes",
      "create_poll",
      { title: "X", days: ["2027-03-01"], minutes: 30 },
      [
        "2 problems",
        "- days: is not an argument here: use dates.",
        "- minutes: is not an argument here: use duration.",
      ],
    ],
    [
      "a time and a zone in another case",
      "create_poll",
      { title: "X", time: ["2027-03-01T09:00"], timezone: "Europe/Berlin", duration: 30 },
      [
        "2 problems",
        "- time: is not an argument here: use times.",
        "- timezone: is not an argument here: use timeZone.",
      ],
    ],
    [
      "the edges of a range",
      "create_poll",
      { title: "X", from: "2027-03-01", to: "2027-03-05" },
      ["- from: is not an argument here. Known: ", "- to: is not an argument here.\n", "- dates: is missing"],
    ],
    ["words to search", "list_polls", { search: "lunch" }, ["- search: is not an argument here: use query."]],
    [
      "an event of a calendar as busy",
      "find_best_times",
      { poll: "$id", busy: [{ start: { dateTime: "2027-03-01T09:00:00Z" } }] },
      [
        "- busy.0: must be {start, end}, both texts such as 2027-03-01T09:00:00Z, or the text of an .ics file.",
      ],
    ],
    [
      "text-no-confirm",
      "delete_poll",
      { poll: "$id" },
      ["- confirmTitle: is missing: repeat the current title of the poll. Read it first with get_poll."],
    ],
  ])("%s", async (_, tool, args, lines) => {
    const { host, fill, listTitles } = await openLunch();
    const text = await failTool(host, tool, fill(args));
    expect(text).toMatch(/^Nothing was done/);
    for (const line of lines) expect(text).toContain(line);
    expect(text.match(/Known:/g) ?? []).toHaveLength(lines.some((line) => line.includes("Known")) ? 1 : 0);
    expect(await listTitles()).toEqual(["Team lunch"]);
  });
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

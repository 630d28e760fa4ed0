/** An error that only a person can decide ends with what to ask them. The model corrects what it can know. */
import { describe, expect, it } from "vitest";
import { serviceErrorTexts } from "../../mcp/runtime/errors.ts";
import { createClient } from "../../src/api/index.ts";
import { newYork, week } from "./create-poll-arguments.ts";
import { connectInMemory, failTool, openHost } from "./harness.ts";

const berlin = { title: "T", timeZone: "Europe/Berlin", duration: 30 };
const days = { title: "T", dates: ["2027-03-01"] };

/** A sandbox with two polls of one title, and two people of one name in a poll at 02:30 in New York. */
async function openSpace() {
  const opened = await openHost();
  const { client, sandbox } = opened;
  for (const date of ["2027-03-01", "2027-03-02"])
    await client.createPoll({ title: "Twin", kind: "date", options: [{ date }] });
  const { data: night } = await client.createPoll({
    title: "Night shift",
    kind: "time",
    timeZone: "America/New_York",
    duration: 30,
    options: [{ startTime: "2027-03-07T07:30:00Z" }],
  });
  for (const email of ["sam@example.com", "sam@example.org"])
    sandbox.vote(night.id, { name: "Sam Reed", email, choices: {} });
  return { ...opened, nightId: night.id };
}

const night = "the id of the poll";
const onNight = (args: object) => ({ pollId: night, ...args });

const questions: [what: string, tool: string, args: object, question: string][] = [
  [
    "a time that the clock skips",
    "create_poll",
    { ...berlin, times: [{ start: "2027-03-28T02:30" }] },
    "which time they mean instead.",
  ],
  [
    "a time that the clock skips, with an offset",
    "create_poll",
    { ...berlin, times: [{ start: "2027-03-28T02:30+03:00" }] },
    "which time they mean instead.",
  ],
  [
    "a window that begins at a time that the clock skips",
    "create_poll",
    {
      ...newYork,
      windows: [{ ...week, startDate: "2027-03-14", endDate: "2027-03-14", days: ["sun"], from: "02:30" }],
    },
    "which time they mean instead.",
  ],
  [
    "a time that the clock shows twice",
    "create_poll",
    { ...berlin, times: [{ start: "2027-10-31T02:30" }] },
    "which of the two they mean, and write it with its offset: 2027-10-31T02:30+02:00 or 2027-10-31T02:30+01:00.",
  ],
  [
    "too many options, with two ways to make them fit",
    "create_poll",
    { ...newYork, windows: [{ ...week, to: "23:00", interval: 30, endDate: "2027-03-12" }] },
    "which of the two changes to make.",
  ],
  [
    "too many days",
    "create_poll",
    {
      title: "T",
      dates: Array.from({ length: 101 }, (_, day) =>
        new Date(Date.UTC(2027, 2, 1 + day)).toISOString().slice(0, 10),
      ),
    },
    "which options to leave out.",
  ],
  [
    "times without a zone",
    "create_poll",
    { title: "T", duration: 30, times: [{ start: "2027-03-01T09:00" }] },
    "for the time zone, unless they said it.",
  ],
  [
    "dates in the past",
    "create_poll",
    { title: "T", dates: ["2026-03-01"] },
    "whether they mean later dates, or a poll that closes at once (allowPast).",
  ],
  [
    "a copy in the past",
    "create_poll",
    { copyFrom: night, shiftDays: -70 },
    "by how many days to move the options.",
  ],
  [
    "a copy at a time that the clock skips",
    "create_poll",
    { copyFrom: night, shiftDays: 7 },
    "by how many days to move the options instead.",
  ],
  [
    "a copy of options that nobody can make",
    "create_poll",
    { copyFrom: night, minAvailable: 2 },
    "how many people are enough.",
  ],
  [
    "several polls with a title",
    "get_poll",
    { title: "twin" },
    "which one is meant, and call again with its id.",
  ],
  [
    "several people with a name",
    "find_best_times",
    onNight({ required: ["Sam Reed"] }),
    "who is meant, then call again with a full name, a full email address, or an id from below.",
  ],
  [
    "several people with a name, asked for one",
    "get_participant",
    onNight({ person: "Sam Reed" }),
    "which one is meant and pass the id as participantId.",
  ],
  [
    "a person who is required and excluded",
    "find_best_times",
    onNight({ required: ["sam@example.com"], exclude: ["sam@example.com"] }),
    "which of the two is meant.",
  ],
  [
    "a wrong title of a poll to delete",
    "delete_poll",
    onNight({ confirmTitle: "Day shift" }),
    "whether it is the right poll.",
  ],
];

describe("an error ends with the question to the person for", () => {
  it.each(questions)("%s", async (_, tool, args, question) => {
    const { host, nightId } = await openSpace();
    const given = JSON.parse(JSON.stringify(args).replaceAll(night, nightId));
    const text = await failTool(host, tool, given);
    expect(text.slice(text.lastIndexOf("Ask the person"))).toBe(`Ask the person ${question}`);
    expect(text).not.toContain("orrect");
    // An example would be taken for what the person means.
    expect(text).not.toMatch(/Example: "\d/);
  });

  it("a list of polls that the service does not continue", async () => {
    const client = createClient({
      apiKey: "sk_test_12345678",
      baseUrl: "http://127.0.0.1:9/v1",
      transport: async () => ({ status: 200, headers: {}, text: '{"data":[],"nextCursor":""}' }),
    });
    expect(await failTool(await connectInMemory({ client }), "get_poll", { title: "lunch" })).toMatch(
      /\. Ask the person for the poll's link: the pollId is its last part\.$/,
    );
  });

  it("problems of both kinds, after the advice to correct the others", async () => {
    const { host } = await openHost();
    const times = [{ start: "2027-03-28T02:30" }, { start: "soon" }, { start: "2027-10-31T02:30" }];
    const text = await failTool(host, "create_poll", { ...berlin, times });
    expect(text.split("\n").slice(-4)).toEqual([
      expect.stringMatching(/^- times\.0\.start: 02:30 does not exist .* straight to 03:00\.$/),
      '- times.1.start: "soon" is not a date and time that exists, written like 2027-03-01T09:00. Example: "2027-03-01T14:00"',
      "- times.2.start: 02:30 happens twice on 2027-10-31 in Europe/Berlin, at UTC+02:00 and at UTC+01:00.",
      "Correct the other problems. Ask the person which time they mean instead. Ask the person which of the two they mean, and write it with its offset: 2027-10-31T02:30+02:00 or 2027-10-31T02:30+01:00.",
    ]);
  });

  it("at most three different questions", async () => {
    const { host } = await openHost();
    const times = ["02:00", "02:15", "02:30", "02:45"].map((time) => ({ start: `2027-10-31T${time}` }));
    const text = await failTool(host, "create_poll", { ...berlin, times });
    expect(text.match(/Ask the person/g)).toHaveLength(3);
  });
});

/** The error codes of the service that only a person can decide. */
const decided = [
  "ORGANIZER_NOT_MEMBER",
  "TOO_MANY_OPTIONS",
  "CONFERENCING_UNAVAILABLE",
  "CONFERENCING_NOT_CONNECTED",
  "INAPPROPRIATE_CONTENT",
];

describe("an error of the service", () => {
  it.each(Object.keys(serviceErrorTexts))("%s asks the person if only they can decide", async (code) => {
    const client = createClient({
      apiKey: "sk_test_12345678",
      baseUrl: "http://127.0.0.1:9/v1",
      attempts: 1,
      transport: async () => ({
        status: 400,
        headers: {},
        text: JSON.stringify({ error: { code, message: "no" } }),
      }),
    });
    const text = await failTool(await connectInMemory({ client }), "create_poll", days);
    expect(/ Ask the person [^.]+\.$/.test(text)).toBe(decided.includes(code));
    expect(text.includes("Ask the person")).toBe(decided.includes(code));
  });
});

describe("the model is told to correct", () => {
  it.each([
    ["a missing title", "create_poll", { dates: ["2027-03-01"] }],
    ["an unknown argument", "create_poll", { ...days, hideScore: true }],
    ["a wrong type", "list_polls", { limit: "many" }],
    ["a date in another format", "create_poll", { title: "T", dates: ["1 March 2027"] }],
    ["a time in another format", "create_poll", { ...berlin, times: [{ start: "9 am" }] }],
    [
      "a Z in a zone with another offset",
      "create_poll",
      { ...berlin, times: [{ start: "2027-03-01T09:00Z" }] },
    ],
    [
      "an abbreviation of a zone",
      "create_poll",
      { ...berlin, timeZone: "EST", times: [{ start: "2027-03-01T09:00" }] },
    ],
    [
      "a window that ends before it begins",
      "create_poll",
      { ...newYork, windows: [{ ...week, to: "08:00" }] },
    ],
    ["a poll that is not named", "get_poll", {}],
    ["a cursor of another tool", "list_polls", { cursor: "abc" }],
    ["a title that matches no poll", "get_poll", { title: "no such poll" }],
    ["an empty list of people", "find_missing_people", { title: "lunch", invited: [] }],
  ])("%s", async (_, tool, args) => {
    const { host } = await openHost();
    const text = await failTool(host, tool, args);
    expect(text.split("\n").at(-1)).toBe("Correct and call again.");
    expect(text).not.toMatch(/[Aa]sk the person/);
  });
});

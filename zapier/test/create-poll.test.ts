/** Create Poll: what it sends, what it says about it, what it refuses, and which boxes it shows. */
import { describe, expect, it } from "vitest";
import { addDays } from "../../src/time/index.ts";
import { createPoll } from "../creates/create-poll.ts";
import { labelOf } from "../label.ts";
import { chooseInputs } from "./app-definition.ts";
import { refusalOf, startHarness } from "./harness.ts";

const harness = startHarness();
const newYork = "America/New_York";

type Poll = Record<string, unknown> & { options: { start: string; end: string }[]; notes: string };

const create = (form: Record<string, unknown>, timezone: string | null = newYork) =>
  harness.run<Poll>(createPoll, { inputData: { title: "Call", ...form }, meta: { timezone } });

const posts = () => harness.sandbox.requests.filter(({ method }) => method === "POST");

/** The body that a form makes the step send. */
async function bodyOf(form: Record<string, unknown>, timezone?: string) {
  // The space has no provider but Meet: what counts is what was asked.
  await create(form, timezone).catch(() => {});
  return posts().at(-1)?.body as Record<string, unknown>;
}

/** The message of the error. Nothing may be sent. */
async function refuse(form: Record<string, unknown>, timezone?: string | null): Promise<string> {
  const before = harness.sandbox.requests.length;
  const message = await refusalOf(create(form, timezone));
  expect(harness.sandbox.requests).toHaveLength(before);
  return message;
}

const days = { title: "Lunch", option_type: "days", dates: ["2027-03-01", "2027-03-03"] };
const slots = { option_type: "times", duration: 30, times: ["2027-03-01 09:00"], time_zone: "Europe/Berlin" };
const hours = {
  option_type: "Same hours on several days",
  first_day: "2027-03-01",
  last_day: "2027-03-05",
  first_slot_starts: "9:00",
  last_slot_ends: "12:00",
  duration: "30",
  time_zone: newYork,
};

describe("Create Poll sends", () => {
  it("days as they were written, in every zone of the account", async () => {
    for (const zone of [newYork, "Europe/Berlin", "Asia/Kolkata", "Pacific/Auckland", undefined])
      expect(await bodyOf({ ...days, dates: ["2027-03-01T00:30:00+13:00", "3 March 2027"] }, zone)).toEqual({
        title: "Lunch",
        kind: "date",
        options: [{ date: "2027-03-01" }, { date: "2027-03-03" }],
      });
  });

  it("times as instants, one with a length of its own", async () => {
    const times = ["2027-03-01 09:00", "2027-03-01 14:00 - 15:00", "2027-03-01T09:00:00-05:00"];
    expect(await bodyOf({ ...slots, times })).toEqual({
      title: "Call",
      kind: "time",
      timeZone: "Europe/Berlin",
      duration: 30,
      options: [
        { startTime: "2027-03-01T08:00:00Z" },
        { startTime: "2027-03-01T13:00:00Z", duration: 60 },
        { startTime: "2027-03-01T14:00:00Z" },
      ],
    });
  });

  it("the same hours on several days as single slots, also over a clock change", async () => {
    const form = { ...hours, weekdays: ["mon", "tue", "wed", "thu", "fri"], minutes_between_starts: "60" };
    const { options, generators } = (await bodyOf(form)) as {
      options: { startTime: string }[];
      generators?: unknown;
    };
    expect(generators).toBeUndefined();
    expect(options).toHaveLength(15);
    expect(options[0]).toEqual({ startTime: "2027-03-01T14:00:00Z" });
    const change = { ...hours, first_day: "2027-03-13", last_day: "2027-03-14", last_slot_ends: "9:30" };
    expect((await bodyOf(change))["options"]).toEqual([
      { startTime: "2027-03-13T14:00:00Z" },
      { startTime: "2027-03-14T13:00:00Z" },
    ]);
  });

  it("a floating poll without a zone", async () => {
    expect(await bodyOf({ ...slots, time_zone: "Floating" })).not.toHaveProperty("timeZone");
    expect(await create({ ...slots, time_zone: "floating" })).toMatchObject({
      time_zone: null,
      options: [{ start: "2027-03-01 09:00", end: "2027-03-01 09:30" }],
    });
  });

  it("the texts and the organizer", async () => {
    const texts = { title: " Lunch, or dinner ", description: "Bring;\nbread", location: "Room 4" };
    expect(await bodyOf({ ...days, ...texts, organizer: "Grace Hopper <grace@example.com>" })).toMatchObject({
      title: "Lunch, or dinner",
      description: "Bring;\nbread",
      location: "Room 4",
      organizer: { email: "grace@example.com" },
    });
    expect(await bodyOf({ ...days, organizer: "mailto:grace@example.com" })).toMatchObject({
      organizer: { email: "grace@example.com" },
    });
    const title = "{{bundle.inputData.title}} and {{process.env.HOME}}";
    expect(await bodyOf({ ...days, title: [title] })).toMatchObject({ title });
  });

  const link = "https://meet.example.com/x";
  const custom = { provider: "custom", label: "meet.example.com", uri: link };
  it.each([
    [{ video_call: "Google Meet" }, { provider: "meet" }],
    [{ video_call: "google  meet" }, { provider: "meet" }],
    [{ video_call: "Microsoft Teams" }, { provider: "teams" }],
    [{ video_call: ["zoom"] }, { provider: "zoom" }],
    [{ video_call: "None" }, undefined],
    [{ video_call: link }, custom],
  ])("the video call of %j", async (form, expected) => {
    expect((await bodyOf({ ...days, ...form }))["conferencing"]).toEqual(expected);
  });

  it.each([
    ["require_email", { requireEmail: true }],
    [["Require Email", "hide_participants"], { requireEmail: true, hideParticipants: true }],
    ["Hide Scores, Allow Comments", { hideScores: true, disableComments: false }],
    ["no if need be", { allowTentativeVotes: false }],
    ["", {}],
  ])("the settings %j", async (settings, expected) => {
    expect(await bodyOf({ ...days, settings })).toEqual({ ...(await bodyOf(days)), ...expected });
  });

  it.each(["", "  \t", null, [null, ""], [[], [[""]]], {}, { value: null, text: "" }, "\u200b"])(
    "nothing for a field that was left empty: %j",
    async (blank) => {
      const optional = ["description", "location", "video_call", "organizer", "settings"];
      const blanks = Object.fromEntries(
        [...optional, "times", "rows", "first_day"].map((key) => [key, blank]),
      );
      expect(await bodyOf({ ...blanks, ...days })).toEqual(await bodyOf(days));
      expect(await refuse({ ...days, title: blank })).toBe("Title: is required.");
      expect(await refuse({ ...days, option_type: blank })).toBe(
        "Option Type: is required. Choose what people vote on.",
      );
      expect(await refuse({ ...days, dates: blank })).toContain("Dates: needs at least one date");
      expect(await refuse({ ...slots, times: blank })).toContain("Times: needs at least one time");
      expect(await refuse({ ...slots, duration: blank })).toContain("Duration: is required, because Times");
    },
  );

  it("nothing of the fields of another offer, whose values the editor keeps", async () => {
    const others = {
      times: ["soon"],
      rows: [{ row_start: "x" }],
      duration: "x",
      first_day: "x",
      time_zone: "x",
    };
    expect(await bodyOf({ ...others, ...days })).toEqual(await bodyOf(days));
    expect(await bodyOf({ ...slots, dates: ["soon"], first_slot_starts: "x", weekdays: "x" })).toEqual(
      await bodyOf(slots),
    );
  });

  it("the options of another poll's output as the same options", async () => {
    const forms: [string, Record<string, unknown>][] = [
      ["dates", { option_type: "days", dates: ["2027-03-01", "2027-12-31"] }],
      [
        "times",
        {
          option_type: "times",
          time_zone: newYork,
          times: ["2027-11-07 00:30 - 03:00", "2027-11-06 23:00 - 01:15"],
        },
      ],
    ];
    for (const [field, form] of forms) {
      const first = await create(form);
      const text = String(first["options_text"]);
      for (const value of [text, text.split("\n"), text.replaceAll("\n", ", ")]) {
        const second = await create({ ...form, [field]: value });
        expect(second.options.map(({ start, end }) => ({ start, end }))).toEqual(
          first.options.map(({ start, end }) => ({ start, end })),
        );
      }
    }
  });
});

describe("Create Poll notes", () => {
  const berlin = { ...hours, time_zone: "Europe/Berlin", first_slot_starts: "10:30" };
  const night = { ...hours, first_day: "2027-11-07", last_day: "2027-11-07", first_slot_starts: "01:30" };
  it.each<[note: string, form: Record<string, unknown>, zone?: string]>([
    ["", days],
    ["", slots],
    [
      "Time Zone: it is empty, so that of your Zapier account was used, Asia/Tokyo.",
      { ...slots, time_zone: "" },
      "Asia/Tokyo",
    ],
    [
      "Time Zone: it is empty, and your Zapier account has none, so the poll has no",
      { ...slots, time_zone: "" },
    ],
    [
      "Time Zone: it is floating, so the poll has no time zone.",
      { ...slots, time_zone: "floating" },
      newYork,
    ],
    [
      "First Day: 1 of 3 options were left out, since they are in the past.",
      {
        ...hours,
        first_day: "2027-01-14",
        last_day: "2027-01-17",
        last_slot_ends: "9:30",
        weekdays: "thu, sat, sun",
      },
    ],
    ["Dates: the first option is", { ...days, dates: ["2027-01-16", "2027-03-01"] }, "Pacific/Kiritimati"],
    [
      'Times "2027-03-01 9am": is the same slot as Times "2027-03-01 09:00", so it was left out.',
      { ...slots, times: ["2027-03-01 09:00", "2027-03-01 9am"] },
    ],
    ["First Slot Starts: 01:30 happens twice", night],
    [
      "First Day: 2 of 6 options were left out | First Day: the first option starts in ",
      { ...berlin, first_day: "2027-01-15", last_day: "2027-01-16" },
    ],
  ])("%s", async (expected, form, zone) => {
    const notes = (await create(form, zone ?? null)).notes.split("\n");
    const wanted = expected.split(" | ");
    expect(notes).toHaveLength(wanted.length);
    for (const [index, text] of wanted.entries()) expect(notes[index]).toContain(text);
  });
});

const many = Array.from({ length: 101 }, (_, index) => addDays("2027-03-01", index));
const call = (video_call: string) => ({ ...days, video_call });

const refused: [string, Record<string, unknown>][] = [
  ["Title: must have 1 to 255 characters.", { ...days, title: "x".repeat(256) }],
  ["Location: must have at most 255 characters.", { ...days, location: "x".repeat(256) }],
  ["Title: has several values. Enter one.", { ...days, title: ["Lunch", "Dinner"] }],
  ["Option Type: has several values. Enter one.", { ...days, option_type: ["days", "times"] }],
  // choices-of-dropdown: a refused choice offers those of the dropdown.
  ['Option Type: "week" is not one of the choices: "Whole Days", "Times"', { ...days, option_type: "week" }],
  ['Settings: "Hide Names" is not one of', { ...days, settings: "Disable Comments, Hide Names" }],
  ["Organizer: must be an email address.", { ...days, organizer: "grace" }],
  ["Dates: has 101 values. A poll takes at most 100.", { ...days, dates: many }],
  ["Duration: must be a whole number of minutes from 15 to 1440.", { ...slots, duration: 10 }],
  ["Minutes Between Starts: ", { ...hours, minutes_between_starts: 5 }],
  [
    'Duration: is required, because Times "2027-03-01 9am" has no end.',
    { ...slots, duration: "", times: ["2027-03-01 9am - 10am", "2027-03-01 9am"] },
  ],
  [
    "First Day: is required. Last Day: is required. First Slot Starts: is required. Last Slot Ends: is required. Duration: is required.",
    { option_type: "hours" },
  ],
  ["Last Day: is before First Day (2027-03-01).", { ...hours, last_day: "2027-02-27" }],
  [
    "Last Slot Ends: must be later than First Slot Starts. For options over midnight, choose Times under Option Type.",
    { ...hours, last_slot_ends: "02:00" },
  ],
  ["Weekdays: none of Sunday lies between", { ...hours, weekdays: "sun" }],
  [
    "First Day: makes 320 options; a poll takes at most 100: take fewer days, a longer Minutes Between Starts,",
    { ...hours, last_day: "2027-03-20", last_slot_ends: "17:00" },
  ],
  [
    "First Day: 12 of 12 options are in the past",
    { ...hours, first_day: "2027-01-01", last_day: "2027-01-02" },
  ],
  [
    "Dates: 1 of 2 options is in the past, the first is Thursday, 24 December 2026.",
    { ...days, dates: ["2026-12-24", "2027-03-01"] },
  ],
  ['Date Order: "ISO" is not one of the choices: "Month First", "Day First"', { ...days, date_order: "ISO" }],
  ['Video Call: "MS Teams" is not a choice or a web link. Choose one', call("MS Teams")],
  ...["javascript:alert(1)", "meet.example.com/x", "https://"].flatMap(
    (link): [string, Record<string, unknown>][] => [
      [`Video Call: "${link}" is not a choice or a web link.`, call(link)],
    ],
  ),
];

describe("Create Poll refuses, names the field as the builder sees it, and sends nothing", () => {
  it.each(refused)("%s", async (message, form) => {
    const refusal = await refuse(form);
    expect(refusal).toContain(message);
    expect(refusal).not.toMatch(
      /startDate|endDate|timeZone|options\.|windows|conferencing|expected|Invalid|undefined/,
    );
  });

  it.each(["Mars/Phobos", "EST"])(
    "the zone of the account, when no slot can be placed in it: %s",
    async (zone) => {
      expect(await refuse({ ...slots, time_zone: "" }, zone)).toMatch(
        /^Time Zone: ".*", the time zone of your Zapier account, is (not a time zone|ambiguous)/,
      );
    },
  );

  it("every field at once, with each hint once", async () => {
    const form = {
      title: "",
      option_type: "times",
      duration: "long",
      times: ["soon", "later"],
      settings: "?",
      time_zone: "EST",
    };
    const message = await refuse(form);
    expect(message).toMatch(/Title: .*Times: "soon".*Times: "later".*Duration: .*Time Zone: .*Settings: /);
    expect(message.match(/Formatter by Zapier/g)).toHaveLength(1);
  });

  it("ten values at most, each in 60 characters on one line", async () => {
    const dates = Array.from(
      { length: 100 },
      (_, index) => `someday ${index} \u202e\u0007\t ${"y".repeat(300)}`,
    );
    const message = await refuse({ ...days, dates });
    expect(message).toMatch(/And 9\d more problems\./);
    expect(message.length).toBeLessThan(1_000);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
    expect(message).not.toMatch(/[\u0000-\u001f\u202e]|y{60}/);
  });
});

describe("a value of any size", () => {
  const megabyte = 1_000_000;
  let nested: unknown = "x";
  for (let depth = 0; depth < 1_000; depth++) nested = [nested];
  it.each<[string, unknown]>([
    ["letters", "x".repeat(megabyte)],
    ["dates", "2027-03-01,".repeat(megabyte / 11)],
    ["many values", Array.from({ length: 20_000 }, () => "x")],
    ["deep lists", nested],
    ["deep JSON", "[".repeat(20_000) + "]".repeat(20_000)],
    ["many JSON values", `[${"1,".repeat(20_000)}1]`],
  ])("is refused in a short message: %s", async (_name, value) => {
    for (const key of ["title", "dates", "times", "rows", "weekdays", "settings", "video_call"])
      expect(await refuse({ ...days, [key]: value })).toBe(
        `${labelOf(key)}: is too long, or nested too deep. Map less.`,
      );
  });

  it.each([
    ["commas", ",1".repeat(20_000), "is not a date and time"],
    ["dashes", `2027-03-01 9:00${" -".repeat(20_000)}`, "is not a date and time"],
    ["line separators", `${"a".repeat(40_000)}\u2028`, "is not a date and time"],
    ["brackets", `2027-03-01 9:00 ${"(".repeat(40_000)}`, "is not a date and time"],
    ["counts", `2027-03-01 9:00 ${"+7d".repeat(15_000)}`, "is not a date and time"],
    ["words", "Monday ".repeat(7_000), "is not a date and time"],
    ["names of zones", `2027-03-01 09:00${" AA".repeat(60)}`, "is not a date and time"],
    ["line items", JSON.stringify(many.map((date) => ({ date }))), "has 101 values"],
  ])("within the bounds is read in linear time: %s", async (_name, times, words) => {
    const message = await refuse({ ...slots, times });
    expect(message).toContain(words);
    expect(message.length).toBeLessThan(1_000);
  });

  it("of blanks and repeats is read", async () => {
    for (const times of [`2027-03-01${" ".repeat(10_000)}09:00`, "2027-03-01 09:00\n".repeat(2_500)])
      expect((await create({ ...slots, times })).options).toHaveLength(1);
  });
});

describe("the boxes of Create Poll", () => {
  const step = { type: "creates", key: "create_poll" } as const;
  const labelsOf = async (inputData: Record<string, unknown>) =>
    (await chooseInputs(step, inputData)).map(({ label }) => label);

  it.each<[Record<string, unknown>, string[]]>([
    [{}, []],
    [{ option_type: "days" }, ["Dates", "Date Order"]],
    [{ option_type: " whole DAYS " }, ["Dates", "Date Order"]],
    [{ option_type: ["times"] }, ["Times", "Duration", "Time Zone", "Date Order"]],
    [{ option_type: "Rows of a sheet or calendar" }, ["Rows", "Duration", "Time Zone", "Date Order"]],
    [
      { option_type: "hours", video_call: "zoom" },
      [
        "First Day",
        "Last Day",
        "First Slot Starts",
        "Last Slot Ends",
        "Duration",
        "Weekdays",
        "Minutes Between Starts",
        "Time Zone",
        "Date Order",
      ],
    ],
    [{ video_call: "zoom" }, []],
    [{ option_type: "{{1__offer}}" }, ["Dates", "Times", "Duration", "Time Zone", "Date Order"]],
  ])("after %j are those that every poll has, and those that the choice needs", async (inputData, added) => {
    const common = await labelsOf({});
    expect((await labelsOf(inputData)).toSorted()).toEqual([...common, ...added].toSorted());
  });

  it("have the labels of their columns in rows", async () => {
    const rows = (await chooseInputs(step, { option_type: "rows" })).find(({ key }) => key === "rows");
    expect(rows?.children?.map(({ label }) => label)).toEqual(["Date", "Start", "End", "Duration"]);
  });

  it("that decide are required, and none that a mapped Option Type may not need", async () => {
    const fields = await chooseInputs(step, { option_type: "{{1__offer}}" });
    expect(fields.filter(({ required }) => required).map(({ key }) => key)).toEqual(["title", "option_type"]);
  });
});

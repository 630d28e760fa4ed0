/** Dates and ranges as calendars, forms, sheets and mail steps write them, through the app to the request that it sends. */
import { describe, expect, it } from "vitest";
import { addDays } from "../../src/time/index.ts";
import App from "../../zapier/index.ts";
import { startHarness } from "./harness.ts";

const harness = startHarness();

type Options = { date?: string; startTime?: string; duration?: number }[];

/** Fields that were left empty, in the shapes in which Zapier brings them when it cleans nothing. */
const blanks = {
  description: "",
  location: null,
  organizer: [null, ""],
  hide_scores: {},
  start_date: "",
  days: [""],
};

/** Creates a poll from a form that Zapier cleaned, or that it did not, and answers the options that were sent. */
async function send(form: Record<string, unknown>, cleaned = true) {
  const inputData = { title: "Call", ...(cleaned ? {} : blanks), ...form };
  await harness.run(App.creates.create_poll, { inputData, meta: { timezone: "America/New_York" } });
  const { body } = harness.sandbox.requests.findLast(({ method }) => method === "POST") ?? {};
  const { duration, options } = body as { duration?: number; options: Options };
  return options.map((option) => ({ duration, ...option }));
}

const dashes = ["-", "–", "—", "−", "‐", "‑", "‒", "―", "~", "－", "--", " to ", " until "];
const spaces = ["", " ", "   "];

/** The same hour and a half, written in many ways. */
const ranges: { starts: string; texts: [string, string][] }[] = [
  {
    starts: "09:00",
    texts: [
      ["09:00", "10:30"],
      ["9:00", "10:30"],
      ["9.00", "10.30"],
      ["9", "10:30am"],
      ["9am", "10:30"],
      ["9:00 a.m.", "10:30 a.m."],
      ["9:00AM", "10:30AM"],
      ["9h", "10h30"],
      ["09:00:00", "10:30:00"],
    ],
  },
  {
    starts: "14:00",
    texts: [
      ["14:00", "15:30"],
      ["2", "3:30pm"],
      ["2:00", "3:30 PM"],
      ["2pm", "3:30"],
      ["2 p.m.", "3:30 p.m."],
      ["14h", "15h30"],
      ["14:00:00", "15:30:00"],
    ],
  },
  {
    starts: "22:30",
    texts: [
      ["22:30", "24:00"],
      ["22:30", "00:00"],
      ["10:30pm", "midnight"],
      ["10:30", "12am"],
    ],
  },
];

const monthNames =
  "January February March April May June July August September October November December".split(" ");
const weekdayNames = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

/** Ways to write a date that can be read in one way only. */
const dateForms: ((date: string) => string)[] = [
  (date) => date,
  (date) => date.replaceAll("-", "/"),
  (date) => date.replace(/-0?(\d+)-0?(\d+)$/, "-$1-$2"),
  (date) => `${monthOf(date)} ${dayOf(date)}, ${date.slice(0, 4)}`,
  (date) => `${monthOf(date).slice(0, 3)} ${date.slice(8)}, ${date.slice(0, 4)}`,
  (date) => `${dayOf(date)} ${monthOf(date)} ${date.slice(0, 4)}`,
  (date) => `${weekdayOf(date)}, ${monthOf(date)} ${dayOf(date)}, ${date.slice(0, 4)}`,
  (date) => `${weekdayOf(date).slice(0, 3)} ${dayOf(date)} ${monthOf(date).slice(0, 3)} ${date.slice(0, 4)}`,
];

const monthOf = (date: string) => monthNames[Number(date.slice(5, 7)) - 1] ?? "";
const dayOf = (date: string) => Number(date.slice(8));
const weekdayOf = (date: string) => weekdayNames[new Date(`${date}T00:00Z`).getUTCDay()] ?? "";

/** Every dash with every spacing, each on a day of its own, in turns with every date form and clock form of a time. */
function* listRanges(clocks: (typeof ranges)[number], turn: number) {
  let day = 0;
  for (const dash of dashes)
    for (const before of spaces)
      for (const after of spaces) {
        const word = dash.trim().length > 1 && /\w/.test(dash);
        if (word && (before !== "" || after !== "")) continue;
        const date = addDays("2027-03-15", day++);
        const [start, end] = clocks.texts[(day + 3 * turn) % clocks.texts.length] ?? ["", ""];
        const form = dateForms[(day * 3 + 2 * turn) % dateForms.length] ?? String;
        yield { date, text: `${form(date)} ${start}${before}${dash}${after}${end}` };
      }
}

describe.each(ranges)("a range that starts at $starts", (clocks) => {
  it.each([0, 1, 2, 3])("is sent as it was written, whatever its dash and its spaces (%d)", async (turn) => {
    const all = [...listRanges(clocks, turn)];
    for (const part of [all.slice(0, 60), all.slice(60)]) {
      const expected = part.map(({ date }) => ({ local: `${date} ${clocks.starts}`, duration: 90 }));
      const texts = part.map(({ text }) => text);
      const sent = [
        await send({ kind: "time", times: texts }),
        await send({ kind: "time", times: texts.join("\n") }, false),
      ];
      for (const options of sent)
        expect(
          options.map(({ startTime = "", duration }) => ({ local: toLocal(startTime), duration })),
        ).toEqual(expected);
    }
  });
});

const toLocal = (instant: string) =>
  new Intl.DateTimeFormat("sv-SE", {
    dateStyle: "short",
    timeStyle: "short",
    timeZone: "America/New_York",
  }).format(new Date(instant));

describe("the same values in every shape that a step before brings", () => {
  const slots = [
    { startTime: "2027-03-01T14:00:00Z", duration: 60 },
    { startTime: "2027-03-02T14:00:00Z", duration: 60 },
  ];
  const google = (date: string) => ({
    id: "x",
    summary: "Free",
    start: { dateTime: `${date}T09:00:00-05:00`, timeZone: "America/New_York" },
    end: { dateTime: `${date}T10:00:00-05:00`, timeZone: "America/New_York" },
  });
  const outlook = (date: string) => ({
    start: { dateTime: `${date}T14:00:00.0000000`, timeZone: "UTC" },
    end: { dateTime: `${date}T15:00:00.0000000`, timeZone: "UTC" },
  });
  it.each<[string, unknown]>([
    ["texts", ["2027-03-01 09:00-10:00", "2027-03-02 09:00-10:00"]],
    ["a JSON array", '["2027-03-01 09:00-10:00", "2027-03-02 09:00-10:00"]'],
    ["a JSON array in a list", ['["2027-03-01 09:00-10:00", "2027-03-02 09:00-10:00"]']],
    ["a list as programs print it", "['2027-03-01 09:00-10:00', '2027-03-02 09:00-10:00']"],
    [
      "JSON objects",
      JSON.stringify(
        ["2027-03-01", "2027-03-02"].map((date) => ({ start: `${date} 09:00`, end: `${date} 10:00` })),
      ),
    ],
    [
      "line items",
      ["2027-03-01", "2027-03-02"].map((date) => ({
        start: `${date}T14:00:00Z`,
        end: `${date}T15:00:00.000Z`,
      })),
    ],
    [
      "line items of columns",
      { start: ["2027-03-01 09:00", "2027-03-02 09:00"], end: ["2027-03-01 10:00", "2027-03-02 10:00"] },
    ],
    [
      "columns with a blank end and a time zone",
      {
        start: ["2027-03-01 15:00", "2027-03-02 15:00"],
        end: ["", "2027-03-02 16:00"],
        duration: ["60", ""],
        timeZone: "Europe/Berlin",
      },
    ],
    [
      "a date and a time",
      ["2027-03-01", "2027-03-02"].map((date) => ({ date, time: "9am", duration: "1 h" })),
    ],
    [
      "a date with clocks",
      ["2027-03-01", "2027-03-02"].map((date) => ({ date, start_time: "09:00", end_time: "10:00" })),
    ],
    ["events of a calendar", ["2027-03-01", "2027-03-02"].map(google)],
    ["events of another calendar", ["2027-03-01", "2027-03-02"].map(outlook)],
    [
      "flat keys of a calendar",
      ["2027-03-01", "2027-03-02"].map((date) => ({
        start__dateTime: `${date}T09:00:00-05:00`,
        end__dateTime: `${date}T10:00:00-05:00`,
      })),
    ],
    [
      "commas in and between",
      "Monday, March 1, 2027, 9:00 AM - 10:00 AM, Tuesday, March 2, 2027, 9:00 AM - 10:00 AM",
    ],
    ["semicolons", "1 March 2027, 09:00-10:00; 2 March 2027, 09:00-10:00"],
    ["a list with bullets", "- 2027-03-01 09:00-10:00\n- 2027-03-02 09:00-10:00"],
    ["intervals", "2027-03-01T14:00:00Z/2027-03-01T15:00:00Z\n20270302T140000Z - 20270302T150000Z"],
  ])("%s", async (_name, times) => {
    expect(await send({ kind: "time", times })).toEqual(slots);
    expect(await send({ kind: "time", times }, false)).toEqual(slots);
  });

  it.each<[string, unknown]>([
    ["a JSON array", '["2027-03-01","2027-03-03"]'],
    ["a JSON array of words", '["March 1, 2027", "March 3, 2027"]'],
    ["commas in and between", "March 1, 2027, Wednesday, March 3, 2027"],
    ["commas and weekdays", "Monday, 1 March 2027, Wednesday, 3 March 2027"],
    ["dates with times", "2027-03-01, 09:00, 2027-03-03, 10:00"],
    ["cells of a sheet", "2027-03-01\tMarch 3, 2027"],
    [
      "whole days of a calendar",
      [
        { start: { date: "2027-03-01" }, end: { date: "2027-03-02" } },
        { start: { date: "2027-03-03" }, end: { date: "2027-03-04" } },
      ],
    ],
    ["line items of columns", { date: ["2027-03-01", "2027-03-03"], name: ["a", "b"] }],
    ["nested line items", [{ day: ["2027-03-01", ["2027-03-03"]] }]],
  ])("days: %s", async (_name, dates) => {
    expect((await send({ kind: "date", dates })).map(({ date }) => date)).toEqual([
      "2027-03-01",
      "2027-03-03",
    ]);
  });
});

describe("what is refused", () => {
  const fail = (form: Record<string, unknown>) =>
    harness
      .run(App.creates.create_poll, {
        inputData: { title: "Call", duration: 30, ...form },
        meta: { timezone: "UTC" },
      })
      .then(
        () => "nothing was refused",
        (error: Error) => (JSON.parse(error.message) as { message: string }).message,
      );

  it.each<[string, string[]]>([
    ["Monday, 1. März 2027", ["Monday, 1. März 2027"]],
    ["2027-03-01, Tuesday, March 1, 2027, 2027-03-03", ["Tuesday, March 1, 2027"]],
    ["2027-03-01, soon, or later, 2027-03-03", ["soon, or later"]],
    ["03/04/2027, 05/06/2027", ["03/04/2027", "05/06/2027"]],
    ["March 32, 2027", ["March 32, 2027"]],
    ["2027-03-01, March 3", ["March 3"]],
    ["Monday, March 1, 2027 at some time", ["Monday, March 1, 2027 at some time"]],
    ["March 1, 2, 3, 2027", ["March 1, 2, 3, 2027"]],
  ])("is quoted as a whole, once: %s", async (dates, quoted) => {
    const message = await fail({ kind: "date", dates });
    expect([...message.matchAll(/Dates: "([^"]*)"/g)].map(([, text]) => text)).toEqual(quoted);
    expect(message).toContain("2027-03-01");
    expect(message.match(/Formatter by Zapier/g)).toHaveLength(1);
  });

  it("comes with a hint for times", async () => {
    const message = await fail({ kind: "time", times: ["03/04/2027 9am", "2027-03-01 9:00 - 5:00"] });
    expect(message).toMatch(
      /^Times: "03\/04\/2027 9am" could be 3 April or 4 March\. Times: "2027-03-01 9:00 - 5:00" ends/,
    );
    expect(message).toMatch(/2027-03-01 09:00 - 09:45; "Formatter by Zapier"/);
  });

  it("sends nothing when one of several times is refused", async () => {
    const requests = await harness.requestsOf(() =>
      fail({ kind: "time", times: ["2027-03-01 09:00", "2027-03-01T04:00-05:00"] }),
    );
    expect(requests).toEqual([]);
  });
});

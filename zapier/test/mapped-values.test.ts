/** Values as Zapier really brings them: blank in every shape, and mapped from lists and line items. */
import { beforeAll, describe, expect, it } from "vitest";
import App from "../../zapier/index.ts";
import { labels } from "../../zapier/input/labels.ts";
import { startHarness } from "./harness.ts";

const harness = startHarness();
const { creates, searches, triggers } = App;
let poll = "";

beforeAll(async () => {
  const form = { title: "Mapped lunch", kind: "date", dates: ["2027-03-01", "2027-03-02"] };
  poll = (await harness.run<{ id: string }>(creates.create_poll, { inputData: form, meta: {} })).id;
  harness.sandbox.vote(poll, {
    name: "Ada Lovelace",
    email: "ada@example.com",
    choices: { "2027-03-01": "yes" },
  });
});

const blanks: [string, unknown][] = [
  ["an empty text", ""],
  ["blanks", "  \t"],
  ["null", null],
  ["a list of nothing", [null, ""]],
  ["nested lists of nothing", [[], [[""]]]],
  ["a line item of nothing", {}],
  ["a line item whose parts are empty", { value: null, text: "" }],
];

/** What a step answers without what changes from run to run. */
async function playBlank(step: unknown, inputData: Record<string, unknown>) {
  const asked = await harness.requestsOf(() =>
    harness.run(step, { inputData, meta: { timezone: "Europe/Berlin" } }).catch(() => {}),
  );
  const { body } = harness.sandbox.requests.at(-1) ?? {};
  return { asked, body };
}

describe("a field that was left empty", () => {
  const timed = { title: "Call", kind: "time", duration: 30, times: ["2027-03-01 09:00"] };
  const optional = Object.keys(labels).filter((key) => !(key in timed));

  it.each(blanks)("is ignored by Create Poll: %s", async (_name, blank) => {
    const without = await playBlank(creates.create_poll, timed);
    for (const key of optional) {
      expect([key, await playBlank(creates.create_poll, { ...timed, [key]: blank })]).toEqual([key, without]);
    }
  });

  it.each(blanks)("does not filter in searches and triggers: %s", async (_name, blank) => {
    const bare = { match: blank, status: blank, poll: blank };
    const found = await harness.run<{ id: string }[]>(searches.find_poll, {
      inputData: { title: "mapped  LUNCH", ...bare },
    });
    expect(found.map(({ id }) => id)).toEqual([poll]);
    const inputData = { poll, required_people: blank, min_attendance: blank };
    const [best] = await harness.run<Record<string, unknown>[]>(searches.find_best_time, { inputData });
    expect(best).toMatchObject({ attendee_count: 1, date: "2027-03-01" });
    const recent = await harness.run(triggers.new_response, { inputData: { poll: blank } });
    expect(recent).toMatchObject([{ poll_id: poll }]);
  });

  it.each(blanks)("is named in the error where it is required: %s", async (_name, blank) => {
    const refused: [unknown, Record<string, unknown>, RegExp][] = [
      [creates.create_poll, { ...timed, title: blank }, /Title: is required/],
      [creates.create_poll, { ...timed, kind: blank }, /Kind of Poll: is required/],
      [creates.create_poll, { ...timed, times: blank }, /Times: needs at least one time/],
      [creates.create_poll, { ...timed, duration: blank }, /Duration \(Minutes\): is required/],
      [creates.delete_poll, { poll: blank }, /Poll: is required/],
      [triggers.updated_response, { poll: blank }, /Poll: is required/],
      [triggers.responses_reached, { min_responses: blank }, /Number of Responses: is required/],
      [searches.find_poll, { title: blank, poll: blank }, /Title: is required. Enter a title, or pick/],
      [searches.find_poll_results, { poll: blank }, /Poll: is required/],
      [searches.find_response, { poll, person: blank }, /Name or Email: is required/],
      [searches.find_best_time, { poll: blank }, /Poll: is required/],
    ];
    const asked = await harness.requestsOf(async () => {
      for (const [step, inputData, words] of refused)
        await expect(harness.run(step, { inputData, meta: {} })).rejects.toThrow(words);
    });
    expect(asked).toEqual([]);
  });
});

describe("a single value out of a line item", () => {
  const shapes: [string, (value: string) => unknown][] = [
    ["as text", (value) => value],
    ["in a list", (value) => [value]],
    ["in a line item", (value) => ({ value })],
    ["in a list of line items", (value) => [{ value, other: null }, {}]],
    ["in nested lists, among blanks", (value) => [["", [`  ${value} `]], null]],
  ];

  it.each(shapes)("is the poll of every step: %s", async (_name, wrap) => {
    const inputData = { poll: wrap(poll), person: wrap("ada@example.com"), title: wrap("not looked at") };
    const steps = [
      searches.find_poll,
      searches.find_poll_results,
      searches.find_response,
      searches.find_best_time,
    ];
    for (const step of steps) expect(await harness.run(step, { inputData })).toHaveLength(1);
    expect(await harness.run(triggers.new_response, { inputData })).toHaveLength(1);
  });

  it.each(shapes)("is a title, a name, a number and a choice: %s", async (_name, wrap) => {
    const titled = { title: wrap("mapped LUNCH"), match: wrap("whole"), status: wrap("Open") };
    expect(await harness.run(searches.find_poll, { inputData: titled })).toMatchObject([{ id: poll }]);
    const person = { poll, person: wrap("lovelace") };
    expect(await harness.run(searches.find_response, { inputData: person })).toMatchObject([
      { name: "Ada Lovelace" },
    ]);
    const required = { poll, required_people: wrap("Ada Lovelace"), min_attendance: wrap("1") };
    expect(await harness.run(searches.find_best_time, { inputData: required })).toMatchObject([
      { attendee_count: 1 },
    ]);
    expect(
      await harness.run(searches.find_best_time, { inputData: { poll, min_attendance: wrap("2") } }),
    ).toEqual([]);
  });

  it("is refused when there are several, without a request", async () => {
    const two = ["one", { other: "two" }];
    const refused: [unknown, Record<string, unknown>, RegExp][] = [
      [creates.delete_poll, { poll: two }, /Poll: has several values/],
      [searches.find_poll, { title: two }, /Title: has several values/],
      [searches.find_poll, { title: "x", match: two }, /Match: has several values/],
      [searches.find_response, { poll, person: two }, /Name or Email: has several values/],
      [searches.find_best_time, { poll, min_attendance: two }, /Minimum Attendance: has several values/],
      [creates.create_poll, { title: "x", kind: two }, /Kind of Poll: has several values/],
    ];
    const asked = await harness.requestsOf(async () => {
      for (const [step, inputData, words] of refused)
        await expect(harness.run(step, { inputData, meta: {} })).rejects.toThrow(words);
    });
    expect(asked).toEqual([]);
  });
});

describe("many values", () => {
  it.each([
    ["joined by commas", "2027-03-02, 2027-03-01"],
    ["joined by line breaks and semicolons", "2027-03-02;\r\n2027-03-01\n"],
    ["as a list", ["2027-03-02", "2027-03-01"]],
    ["as line items", [{ day: "2027-03-02" }, { day: "2027-03-01" }]],
    ["as one line item of lists", { day: ["2027-03-02", "2027-03-01"] }],
    ["as lists of joined texts, with repeats", [["2027-03-02,2027-03-01"], "2027-03-01"]],
  ])("make the same poll: %s", async (_name, dates) => {
    const inputData = { title: "Days", kind: "date", dates };
    const made = await harness.run<Record<string, unknown>>(creates.create_poll, { inputData, meta: {} });
    expect(made["options"]).toMatchObject([{ date: "2027-03-01" }, { date: "2027-03-02" }]);
    expect(made).toMatchObject({ option_count: 2, notes: "" });
  });
});

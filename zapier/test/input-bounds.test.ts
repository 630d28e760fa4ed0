/** Input of any size is refused or read, and what is said about it stays short. How long it takes: npm run bench -- --only parse. */
import { describe, expect, it } from "vitest";
import App from "../../zapier/index.ts";
import { normalizeInput } from "../../zapier/input/form-values.ts";
import { InputError } from "../../zapier/input/input-error.ts";
import { type FieldKey, labels } from "../../zapier/input/labels.ts";
import { planInput } from "../../zapier/input/plan.ts";
import { listInputFields, listSteps, readDefinition } from "./app-definition.ts";
import { startHarness } from "./harness.ts";

const harness = startHarness();
const steps = listSteps(await readDefinition()).filter(({ display }) => display.hidden !== true);
const megabyte = 1_000_000;

/** The whole error as Zapier gets it, or undefined when the step went through. */
const fail = (step: unknown, inputData: Record<string, unknown>) =>
  harness.run(step, { inputData, meta: { timezone: "Europe/Berlin" } }).then(
    () => undefined,
    (error: Error) => error.message.split("\nWhat happened:")[0] ?? "",
  );

/** The same for Create Poll without Zapier's code around it, which copies a large input many times. */
function failPlan(form: Record<string, unknown>): string | undefined {
  try {
    planInput(normalizeInput(form), "Europe/Berlin", Date.parse("2027-01-15T10:00:30Z"));
    return undefined;
  } catch (error) {
    return error instanceof InputError ? JSON.stringify(error.message) : String(error);
  }
}

const timed = { title: "Call", kind: "time", duration: 30, times: ["2027-03-01 09:00"] };
const windowed = { start_date: "2027-03-01", end_date: "2027-03-01", from: "09:00", to: "10:00" };
const custom = {
  conferencing: "custom",
  conferencing_label: "Jitsi",
  conferencing_link: "https://a.example",
};
const whole = { ...timed, ...windowed, ...custom };
const keys = Object.keys(labels) as FieldKey[];
const formFor = (key: FieldKey) => (key === "dates" ? { title: "Days", kind: "date" } : whole);

let nested: unknown = "x";
for (let depth = 0; depth < 100_000; depth++) nested = [nested];

const large: [string, unknown][] = [
  ["letters", "x".repeat(megabyte)],
  ["blanks", " ".repeat(megabyte)],
  ["digits", "1".repeat(megabyte)],
  ["dates joined by commas", "2027-03-01,".repeat(megabyte / 11)],
  ["brackets", "[".repeat(megabyte)],
  ["a list of many values", Array.from({ length: megabyte / 4 }, () => "x")],
  ["lists in lists in lists", nested],
  ["a value between blanks", `2027-03-01${" ".repeat(megabyte)}09:00`],
  ["a JSON text", JSON.stringify(Array.from({ length: megabyte / 10 }, (_, index) => index))],
];

describe("a megabyte in any field of Create Poll", () => {
  it("is refused before anything is sent", async () => {
    const requests = await harness.requestsOf(async () => {
      for (const key of keys) {
        const message = await fail(App.creates.create_poll, { ...formFor(key), [key]: "x".repeat(megabyte) });
        expect(message).toContain(`${labels[key]}: `);
        expect(message?.length).toBeLessThan(1_000);
      }
    });
    expect(requests).toEqual([]);
  });

  it.each(large)("is refused by the field's label, in under 1,000 characters: %s", (_name, value) => {
    for (const key of keys) {
      const message = failPlan({ ...formFor(key), [key]: value });
      expect(message).toContain(`${labels[key]}: `);
      expect(message?.length).toBeLessThan(1_000);
    }
  });

  it.each(large)("and in all fields at once: %s", (_name, value) => {
    const message = failPlan(Object.fromEntries(keys.map((key) => [key, value])));
    expect(message).toMatch(/And \d+ more problems\./);
    expect(message?.length).toBeLessThan(1_000);
  });
});

describe("a megabyte in any field of another step", () => {
  it("is refused in under 1,000 characters, and nothing is asked", async () => {
    for (const step of steps.filter(({ key }) => key !== "create_poll"))
      for (const { key, type, label } of await listInputFields(step)) {
        if (type === "copy") continue;
        const others = step.key === "find_poll" ? { title: "Days" } : { poll: "Xk3pQ9vLm2Ab", person: "Ada" };
        const asked = await harness.requestsOf(async () => {
          const perform = App[step.type as "searches"][step.key as "find_poll"];
          const message = await fail(perform, { ...others, [key]: "x".repeat(megabyte) });
          expect(message).toContain(`${label}: is too long`);
          expect(message?.length).toBeLessThan(1_000);
        });
        expect([step.key, key, asked]).toEqual([step.key, key, []]);
      }
  });
});

describe("JSON in text", () => {
  const rows = JSON.stringify({
    start: Array(12_000).fill(1),
    ...Object.fromEntries(
      Array(2_700)
        .fill(0)
        .map((_, index) => [`k${index}`, 1]),
    ),
  });
  it.each<[string, string, RegExp]>([
    [
      "nested 20,000 levels deep",
      "[".repeat(20_000) + "]".repeat(20_000),
      /is nested more than 12 levels deep/,
    ],
    [
      "objects nested 3,000 levels deep",
      `${'{"a":'.repeat(3_000)}1${"}".repeat(3_000)}`,
      /is nested more than 12/,
    ],
    ["12,000 rows of 2,700 columns", rows, /has more than 5000 values/],
    [
      "lists in JSON texts in lists",
      JSON.stringify([`${"[".repeat(20)}${"]".repeat(20)}`]),
      /is nested more than 12/,
    ],
  ])("is bounded like any other value: %s", async (_name, text, words) => {
    expect(text.length).toBeLessThan(50_000);
    for (const key of ["times", "dates", "days"] as const)
      for (const value of [text, [text]]) {
        const message = failPlan({ ...formFor(key), [key]: value });
        expect(message).toMatch(words);
        expect(message).toContain(labels[key]);
      }
    const people = await fail(App.searches.find_best_time, { poll: "Xk3pQ9vLm2Ab", required_people: text });
    expect(people).toMatch(words);
  });

  it("is not parsed beyond the options of a poll", () => {
    const times = JSON.stringify({
      start: Array(1_500).fill("2027-03-01 09:00"),
      end: Array(1_500).fill("10:00"),
    });
    expect(failPlan({ ...timed, times })).toMatch(/Times: has more than 100 values/);
    const columns = Object.fromEntries(
      Array(1_500)
        .fill(0)
        .map((_, index) => [`start${index}`, "2027-03-01 09:00"]),
    );
    expect(failPlan({ ...timed, times: JSON.stringify([columns]) })).toMatch(/are too many columns/);
  });
});

describe("just within the bounds", () => {
  const shapes: [string, string][] = [
    ["blanks between", `2027-03-01${" ".repeat(40_000)}09:00`],
    ["blanks before an end", `2027-03-01 09:00 -${" ".repeat(40_000)}10:00`],
    ["line breaks between", `${"\n".repeat(40_000)}2027-03-01 09:00`],
    ["a slot many times", "2027-03-01 09:00\n".repeat(2_500)],
  ];
  it.each(shapes)("is read: %s", async (_name, times) => {
    const poll = await harness.run<Record<string, unknown>>(App.creates.create_poll, {
      inputData: { ...timed, times },
      meta: { timezone: "Europe/Berlin" },
    });
    expect(poll["option_count"]).toBe(1);
  });

  it.each([
    ["many commas", ",1".repeat(20_000), /has more than 100 values. A poll takes at most 100/],
    ["many dashes", `2027-03-01 9:00${" -".repeat(20_000)}`, /is not a date/],
    ["many brackets", `2027-03-01 9:00 ${"(".repeat(40_000)}`, /is not a date/],
    ["many signs", `2027-03-01 9:00 ${"+7d".repeat(15_000)}`, /is not a date/],
    ["many words", "Monday ".repeat(7_000), /is not a date/],
    ["many letters", "x".repeat(49_999), /is not a date/],
    ["many numbers of a list", `[${"1,".repeat(20_000)}1]`, /has more than 5000 values/],
  ])("is refused in under 1,000 characters: %s", async (_name, times, words) => {
    const message = await fail(App.creates.create_poll, { ...timed, times });
    expect(message).toMatch(words);
    expect(message?.length).toBeLessThan(1_000);
  });
});

describe("many problems at once", () => {
  const dates = Array.from({ length: 100 }, (_, index) => `someday number ${index}`);

  it("show ten at most and count the others", () => {
    const message = failPlan({ title: "Days", kind: "date", dates });
    expect(message?.match(/Dates: /g)?.length).toBe(10);
    expect(message).toContain("And 90 more problems.");
    expect(message?.length).toBeLessThan(1_000);
  });

  it("show at most 60 characters of each value, on one line", async () => {
    const long = dates.map((text) => `${text} \u202e\u0007\t ${"y".repeat(300)}`);
    const message = (await fail(App.creates.create_poll, { title: "Days", kind: "date", dates: long })) ?? "";
    const quoted = [...message.matchAll(/Dates: \\"(.*?)\\"/g)].map(([, text]) => text ?? "");
    expect(quoted.length).toBeGreaterThan(3);
    for (const text of quoted) expect(text.length).toBeLessThanOrEqual(60);
    expect(message.length).toBeLessThan(1_000);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
    expect(message).not.toMatch(/[\u0000-\u001f\u202e]/);
  });

  it.each(Object.keys(labels) as FieldKey[])("quote little of a long value of %s", async (key) => {
    const form = key === "dates" ? { title: "Days", kind: "date" } : whole;
    const message = await fail(App.creates.create_poll, { ...form, [key]: "z".repeat(20_000) });
    expect(message).toContain(`${labels[key]}`);
    expect(message?.match(/z+/g)?.every((run) => run.length <= 60) ?? true).toBe(true);
    expect(message?.length).toBeLessThan(1_000);
  });
});

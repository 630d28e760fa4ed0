/** Measures the time to parse a Zapier form with up to a megabyte of hostile text in one field. */
import { normalizeInput } from "../../zapier/input/form-values.ts";
import { InputError } from "../../zapier/input/input-error.ts";
import { type FieldKey, labels } from "../../zapier/input/labels.ts";
import { planInput } from "../../zapier/input/plan.ts";
import { type Figure, median, type Row } from "./figure.ts";

const now = Date.parse("2027-01-15T10:00:30Z");
const rounds = 5;
const timed = {
  title: "Call",
  kind: "time",
  duration: 30,
  times: ["2027-03-01 09:00"],
  start_date: "2027-03-01",
  end_date: "2027-03-01",
  from: "09:00",
  to: "10:00",
  conferencing: "custom",
  conferencing_label: "Jitsi",
  conferencing_link: "https://meet.example.com",
};

const formFor = (key: FieldKey) => (key === "dates" ? { title: "Days", kind: "date" } : timed);

const shapes: [string, (size: number) => unknown][] = [
  ["letters", (size) => "x".repeat(size)],
  ["digits", (size) => "1".repeat(size)],
  ["spaces inside", (size) => `2027-03-01${" ".repeat(size - 15)}09:00`],
  ["spaces and a dash", (size) => `2027-03-01 09:00 -${" ".repeat(size - 25)}x`],
  ["commas", (size) => "1,".repeat(size / 2)],
  ["dates and commas", (size) => "March 1, 2027,".repeat(size / 14)],
  ["different dates", (size) => Array.from({ length: size / 12 }, (_, day) => `2027-03-${day}`).join("\n")],
  ["dashes", (size) => `2027-03-01 9:00${" -".repeat(size / 2 - 10)}`],
  ["brackets", (size) => "[(".repeat(size / 2)],
  ["words", (size) => "Monday ".repeat(size / 7)],
  ["counts", (size) => "+7d".repeat(size / 3)],
  [
    "abbreviations",
    (size) =>
      Array.from({ length: size / 200 }, (_, line) => `2027-03-01 ${line}:00${" AA".repeat(59)}`).join("\n"),
  ],
  ["deep JSON", (size) => "[".repeat(size / 2) + "]".repeat(size / 2)],
  [
    "JSON columns",
    (size) => JSON.stringify({ start: Array(Math.floor(size / 4)).fill(1), ...fillColumns(size / 20) }),
  ],
  ["JSON rows", (size) => JSON.stringify({ start: Array(Math.floor(size / 20)).fill("2027-03-01 9am") })],
  ["JSON", (size) => `[${"1,".repeat(size / 2 - 2)}1]`],
];

function fillColumns(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));
}

/** The median time in milliseconds, and the length of the longest error message. */
function time(form: Record<string, unknown>): { time: number; length: number } {
  const times: number[] = [];
  let length = 0;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    try {
      planInput(normalizeInput(form), "Europe/Berlin", now);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      length = Math.max(length, error.message.length);
    }
    times.push(performance.now() - start);
  }
  return { time: median(times), length };
}

/** Measures a value of one shape in every field. Returns the slowest field, and the length of the longest message. */
function findSlowest(make: (size: number) => unknown, size: number) {
  const slowest = { time: 0, length: 0, field: "" };
  for (const key of Object.keys(labels) as FieldKey[]) {
    const measured = time({ ...formFor(key), [key]: make(size) });
    if (measured.time > slowest.time) Object.assign(slowest, { time: measured.time, field: labels[key] });
    slowest.length = Math.max(slowest.length, measured.length);
  }
  return slowest;
}

export const figure: Figure = {
  title: "parsing of hostile text in Zapier fields",
  async measure({ log }) {
    log(`The slowest of ${Object.keys(labels).length} fields, the median of ${rounds} rounds each:`);
    const reference = time(timed).time;
    const rows: Row[] = [];
    for (const size of [4_000, 49_000, 1_000_000]) {
      let value = 0;
      for (const [name, make] of shapes) {
        const slowest = findSlowest(make, size);
        value = Math.max(value, slowest.time);
        log(
          `${String(size).padStart(9)}  ${name.padEnd(18)} ${slowest.time.toFixed(1).padStart(7)} ms in ${slowest.field.padEnd(24)} message: ${slowest.length} characters`,
        );
      }
      rows.push({
        figure: `the slowest text of ${size.toLocaleString("en")} characters in a Zapier field`,
        unit: "ms",
        comparedWith: "a common form",
        value,
        reference,
        ratio: value / reference,
      });
    }
    return rows;
  },
};

/** Each format of the tables is read as its example says. */
import { describe, expect, it } from "vitest";
import { WINDOWS_TO_IANA_MAP } from "windows-iana";
import * as formats from "../input/written/formats.ts";
import { guard, newZoneNames, readTime } from "../input/written/index.ts";
import { settleTime } from "../input/written/settle.ts";
import windowsZones from "../input/written/windows-zones.json" with { type: "json" };

const examples = (table: readonly (readonly [string, string, ...string[]])[]) =>
  table.map(([, example]) => example);
const rules = { dateOrder: "month_first", among: ["2027-03-01"] } as const;

/** The local start and the offset of a text in a poll of New York. */
function read(text: string) {
  const found = readTime(text, rules);
  if (!found.value) return found.problem?.code;
  const { value } = found;
  const settled = guard(() => settleTime(value, "America/New_York"));
  return settled.problem?.code ?? settled.value;
}

describe("a format", () => {
  it.each(examples(formats.days))("of a day: %s", (text) => {
    expect(readTime(text, rules)).toMatchObject({ value: { start: { date: "2027-03-01" } } });
  });

  it.each(examples(formats.refusedDays))("that is refused: %s", (text) => {
    expect(readTime(text, rules)).toMatchObject({ problem: { code: "no-year" } });
  });

  it.each(examples(formats.clocks))("of a time of day: %s", (text) => {
    const hour = text.startsWith("14") ? "14:30" : "09:00";
    expect(read(`2027-03-01${text.startsWith("T") ? "" : " "}${text}`)).toMatchObject({
      start: { local: `2027-03-01T${hour}` },
    });
  });

  it.each(examples(formats.offsets))("of an offset: %s", (text) => {
    const offset = /-0?5|EST/.test(text) ? "-05:00" : "+00:00";
    expect(read(`2027-03-01 ${text}`)).toMatchObject({ start: { local: "2027-03-01T09:00", offset } });
  });

  it.each(examples(formats.zones))("of a zone: %s", (text) => {
    expect(read(`2027-03-01 ${text}`)).toMatchObject({ start: { offset: "+01:00" } });
  });

  it.each(examples(formats.joins))("between a day and its time: %s", (text) => {
    expect(read(text)).toMatchObject({ start: { local: "2027-03-01T09:00" } });
  });

  it.each(examples(formats.ranges))("of a range: %s", (text) => {
    expect(read(text)).toMatchObject({ end: { local: "2027-03-01T10:30" } });
  });
});

describe("an offset with letters", () => {
  it.each([
    ["2027-03-01 09:00:00 +0000 UTC", { start: { offset: "+00:00" } }],
    ["2027-03-01 09:00:00 -0500 EST", { start: { offset: "-05:00" } }],
    ["2027-03-01 09:00:00.000000 -05:00", { start: { offset: "-05:00" } }],
    ["2027-03-01 05:00:00 -06:00", { start: { local: "2027-03-01T05:00", offset: "-06:00" } }],
    ["2027-03-01 9:00 PM -0500", { start: { local: "2027-03-01T21:00", offset: "-05:00" } }],
    // Letters that the zone of the poll does not have say nothing against the number.
    ["2027-03-01 09:00:00 +0100 (CET)", { start: { offset: "+01:00" } }],
    ["2027-07-01 09:00:00 -0500 EST", { start: { offset: "-05:00" } }],
    ["2027-03-01 09:00:00Z - 23:59:59.999Z", { end: { local: "2027-03-02T00:00", offset: "+00:00" } }],
  ])("is read: %s", (text, wanted) => {
    expect(read(text)).toMatchObject(wanted);
  });

  it.each([
    ["2027-03-01 09:00:00 +0100 GMT", "zone"],
    ["2027-03-01 09:00:00 -0600 EST", "zone"],
    ["2027-03-01 09:00:00 -0500 (EDT)", "zone"],
    ["2027-03-01 09:00:00+00:00 (Europe/Berlin, UTC+01:00)", "zone"],
    ["2027-03-01 14:00:00.123+00", "seconds"],
    ["2027-03-01T04:00-05:00", "range-or-offset"],
    ["2027-03-01T22:00-02:00", "range-or-offset"],
    ["2027-03-01 05:00:00-06:00", "range-or-offset"],
    ["2027-03-01 09:00 -05:00", "range-or-offset"],
  ])("is refused: %s", (text, code) => {
    expect(read(text)).toBe(code);
  });
});

it("the names of Windows are those of CLDR, but for UTC", () => {
  const rows = WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === "001").map(
    ({ windowsName, iana: [zone = ""] }) => [windowsName, newZoneNames[zone] ?? zone] as const,
  );
  expect(windowsZones).toEqual(Object.fromEntries(rows.filter(([name]) => !name.startsWith("UTC"))));
});

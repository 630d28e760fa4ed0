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

it("the names of Windows are those of CLDR, but for UTC", () => {
  const rows = WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === "001").map(
    ({ windowsName, iana: [zone = ""] }) => [windowsName, newZoneNames[zone] ?? zone] as const,
  );
  expect(windowsZones).toEqual(Object.fromEntries(rows.filter(([name]) => !name.startsWith("UTC"))));
});

import { describe, expect, it } from "vitest";
import { parseArguments } from "../../mcp/runtime/arguments.ts";
import { input } from "../../mcp/tools/create-poll-schema.ts";

/** The places that are told of, in order. */
function placesOf(raw: unknown): string[] {
  const read = parseArguments(input, raw);
  return read.ok ? [] : read.problems.map(({ path }) => path);
}

const berlin = { title: "T", timeZone: "Europe/Berlin", duration: 30 };
const days = { title: "T", dates: ["2027-03-01"] };
const gap = { start: "2027-03-28T02:30" };
const window = { startDate: "2027-03-01", endDate: "2027-03-05", from: "09:00", to: "12:00" };
const inWindow = (...wrong: object[]) => ({
  ...berlin,
  windows: wrong.map((each) => ({ ...window, ...each })),
});

describe("beside a misshapen place, create_poll tells of", () => {
  it.each([
    ["a time in a gap", { ...inWindow({ to: null }), times: [gap] }, ["windows.0.to", "times.0.start"]],
    [
      "a time that is none",
      { ...berlin, windows: "none", times: [{ start: "x" }] },
      ["windows", "times.0.start"],
    ],
    ["a clock time that is none", inWindow({ from: "9:00", days: [] }), ["windows.0.days", "windows.0.from"]],
    ["an end too early", inWindow({ to: "08:00", days: ["x"] }), ["windows.0.days.0", "windows.0.to"]],
    [
      "a last day before the first",
      inWindow({ endDate: "2027-01-01", interval: 5 }),
      ["windows.0.interval", "windows.0.endDate"],
    ],
    ["another window", inWindow({ to: 5 }, { to: "08:00" }), ["windows.0.to", "windows.1.to"]],
    ["another time", { ...berlin, times: ["soon", gap] }, ["times.0", "times.1.start"]],
    [
      "the start of the same slot",
      { ...berlin, times: [{ ...gap, duration: "long" }] },
      ["times.0.duration", "times.0.start"],
    ],
    ["another day", { ...days, dates: [5, "2027-02-30"] }, ["dates.0", "dates.1"]],
    [
      "the link of the same conferencing",
      { ...days, conferencing: { provider: "custom", uri: "x" } },
      ["conferencing.label", "conferencing.uri"],
    ],
    ["a zone that is missing", { title: "T", times: "soon" }, ["times", "timeZone"]],
    ["a duration that is missing", { ...inWindow({ to: 5 }), duration: null }, ["windows.0.to", "duration"]],
  ])("%s", (_, raw, places) => {
    expect(placesOf(raw)).toEqual(places);
  });

  it("all the rest, wherever it is and whatever stands there", () => {
    const wrong = {
      ...inWindow({ to: "08:00" }, { endDate: "2027-02-30" }),
      times: [gap, { start: "bogus" }],
      organizerEmail: "ada",
    };
    const all = ["organizerEmail", "times.0.start", "times.1.start", "windows.0.to", "windows.1.endDate"];
    expect(placesOf(wrong).sort()).toEqual(all);
    const hidden = Object.keys({ ...wrong, dates: 0, kind: 0, location: 0, conferencing: 0 }).flatMap(
      (name) =>
        [5, "?", [], {}, [5], [{}]].flatMap((garbage) => {
          const told = placesOf({ ...wrong, [name]: garbage });
          // A gap is one of a zone; without the right one there is none.
          return all
            .filter((place) => !place.startsWith(name) && !(name === "timeZone" && place === "times.0.start"))
            .filter((place) => !told.includes(place))
            .map((place) => `${name}: ${JSON.stringify(garbage)} hides ${place}`);
        }),
    );
    expect(hidden).toEqual([]);
  });
});

describe("create_poll says nothing untrue for the sake of a misshapen place:", () => {
  const abroad = { ...berlin, times: [{ start: "2027-03-01T14:00+01:00" }] };
  it.each([
    ["an offset does not lack a zone that is wrong", { ...abroad, timeZone: "EST" }, ["timeZone"]],
    ["nor one that is missing", { ...abroad, timeZone: null }, ["timeZone"]],
    [
      "a gap may lie on a day that is not meant",
      inWindow({ startDate: "2027-03-28", endDate: "2027-03-28", from: "02:00", days: "mon" }),
      ["windows.0.days"],
    ],
    ["days are days beside windows that are none", { ...days, windows: "none" }, ["windows"]],
    ["a part that is none belongs to no other kind", { ...berlin, dates: 5, times: [] }, ["times", "dates"]],
    [
      "a label may belong to a provider that is wrong",
      { ...days, conferencing: { provider: "skype", label: "x", uri: "y" } },
      ["conferencing.provider"],
    ],
    ["a list is no poll", [], [""]],
  ])("%s", (_, raw, places) => {
    expect(placesOf(raw).sort()).toEqual([...places].sort());
  });
});

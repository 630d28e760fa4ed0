import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { loadBusyCheck } from "../../../mcp/calendar/load.ts";
import type { BusyCheck } from "../../../src/scheduling/index.ts";

/** Busy times of calendars, the options that they drop, and those that stay. What is in neither list may be either. */
interface Case {
  id: string;
  busy: Parameters<typeof loadBusyCheck>[0];
  options: Parameters<BusyCheck>[0];
  timeZone: string | null;
  want: { dropped: string[]; free: string[] };
}

const cases: Case[] = readFileSync("test/mcp/calendar/cases.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

/** What a note must say. */
const noted: Record<string, RegExp> = {
  "rule-unknown-part": /^event 1 .* a part of a rule that is not understood: it counts as busy on each day$/,
  "rule-freq-unknown": /^event 2 .*\(2024-11-08\) has a part of a rule/,
  "event-broken-near": /^event 2 .*\(2027-03-05\) has the time zone "Nowhere", which is not known/,
  "vfreebusy-one-period-unread": /^event 1 .* has a date that cannot be read: it was ignored$/,
  "declined-by-owner": /^1 declined event was ignored$/,
  "end-before-start-two-zones": /^event 1 .* a start or an end that cannot be read/,
  "zone-without-sign": /^event 2 .* time zone "Office", which is not known or not readable/,
};

const dayOf = (option: Case["options"][number]) =>
  "date" in option ? option.date : option.startTime.slice(0, 10);

it.each(cases.map((row) => [row.id, row] as const))("%s", async (id, { busy, options, timeZone, want }) => {
  const { dropped, free, notes } = (await loadBusyCheck(busy))(options, timeZone);
  expect(dropped.map(({ option }) => dayOf(option))).toEqual(expect.arrayContaining(want.dropped));
  expect(free.map(dayOf)).toEqual(expect.arrayContaining(want.free));
  const note = noted[id];
  if (id === "vfreebusy-empty-answer") expect(notes).toEqual([]);
  if (note !== undefined)
    expect(notes.map(({ message }) => message)).toContainEqual(expect.stringMatching(note));
});

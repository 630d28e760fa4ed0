import { describe, expect, it } from "vitest";
import { createOptionFormatter, listZones } from "../../mcp/view/format.ts";
import { createGrid, reviewPoll } from "./sample.ts";

/** Commas and thin spaces differ between versions of ICU. */
const plain = (text: string) => text.replace(/[\u202f\u00a0]/g, " ").replace(/(day|Mon),/, "$1");

function format(zone: string | null, locale: string, startTime: string, duration: number) {
  const { day, date, hours } = createOptionFormatter(
    zone,
    locale,
  )({ number: 1, startsAt: 0, startTime, duration });
  return [day, date, hours].map(plain);
}

describe("the labels of an option", () => {
  it.each([
    ["in the given zone", "America/New_York", "en-GB", "2027-03-01T14:00:00Z", 30, "1 March", "09:00–09:30"],
    ["in another zone", "Asia/Kolkata", "en-GB", "2027-03-01T14:00:00Z", 30, "1 March", "19:30–20:00"],
    [
      "in the viewer's language",
      "America/New_York",
      "en-US",
      "2027-03-01T14:00:00Z",
      300,
      "March 1",
      "9:00 AM–2:00 PM",
    ],
    [
      "with an end on another day",
      "Europe/Paris",
      "en-GB",
      "2027-03-01T22:30:00Z",
      60,
      "1 March",
      "23:30–00:30 +1",
    ],
    ["across a DST gap", "Europe/Paris", "en-GB", "2027-03-28T00:00:00Z", 480, "28 March", "01:00–10:00"],
    ["as written without a zone", null, "en-GB", "2027-03-01T14:00:00Z", 30, "1 March", "14:00–14:30"],
  ])("are %s", (_, zone, locale, start, duration, date, hours) => {
    const labels = format(zone, locale, start, duration);
    expect(labels[1]).toContain(date);
    expect(labels[2]).toBe(hours);
  });

  it.each(["Pacific/Kiritimati", "Pacific/Niue", null])("never convert a date to a zone: %s", (zone) => {
    const labels = createOptionFormatter(zone, "en-GB")({ number: 1, startsAt: 0, date: "2027-03-01" });
    expect([plain(labels.day), plain(labels.date), labels.hours]).toEqual([
      "Mon 1 Mar",
      "Monday 1 March 2027",
      "",
    ]);
  });

  it("are in the browser's language when the host's is unknown", () => {
    expect(format("Europe/Paris", "not a language", "2027-03-01T14:00:00Z", 30)[2]).not.toBe("");
  });
});

describe("the zones of the view", () => {
  it.each([
    [
      "the poll's and the viewer's",
      "Europe/Paris",
      undefined,
      "Asia/Kolkata",
      ["Paris (poll)", "Kolkata (yours)"],
    ],
    [
      "that of the arguments first",
      "Europe/Paris",
      "America/New_York",
      "Asia/Kolkata",
      ["New York (asked for)", "Paris (poll)", "Kolkata (yours)"],
    ],
    ["each once", "Europe/Paris", "Europe/Paris", "Europe/Paris", ["Paris (asked for, poll, yours)"]],
    [
      "by their current names",
      "Europe/Kiev",
      "Asia/Saigon",
      "Asia/Calcutta",
      ["Ho Chi Minh (asked for)", "Kyiv (poll)", "Kolkata (yours)"],
    ],
    ["once under two names", "Asia/Kolkata", undefined, "Asia/Calcutta", ["Kolkata (poll, yours)"]],
    [
      "UTC when the poll's is unknown",
      "Mars/Phobos",
      undefined,
      "Asia/Tokyo",
      ["UTC (the poll's zone is unknown here)", "Tokyo (yours)"],
    ],
    ["none without a zone", null, "Asia/Tokyo", "Asia/Kolkata", []],
  ])("are %s", (_, timeZone, shownIn, own, expected) => {
    const zones = listZones(createGrid({ ...reviewPoll, timeZone }, { shownIn }), own);
    expect(zones.map(({ label }) => label)).toEqual(expected);
  });

  it("are none for days", () => {
    expect(listZones(createGrid({ dates: ["2027-03-01"], people: {} }), "Asia/Tokyo")).toEqual([]);
  });
});

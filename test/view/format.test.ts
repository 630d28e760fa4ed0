import { describe, expect, it } from "vitest";
import { createOptionFormatter, listZones } from "../../mcp/view/format.ts";
import { createGrid, reviewPoll } from "./sample.ts";

describe("the labels of an option", () => {
  const [paris, newYork, kolkata] = ["Europe/Paris", "America/New_York", "Asia/Kolkata"];

  it.each([
    ["in the given zone", newYork, "en-GB", "03-01T14:00", 30, "Monday 1 March 2027, 09:00–09:30"],
    ["in another zone", kolkata, "en-GB", "03-01T20:00", 30, "Tuesday 2 March 2027, 01:30–02:00"],
    ["in the viewer's language", newYork, "en-US", "03-01T14:00", 300, "Monday March 1 2027, 9:00AM–2:00PM"],
    ["with one AM or PM", newYork, "en-US", "03-01T14:00", 30, "Monday March 1 2027, 9:00–9:30AM"],
    ["with an end on another day", paris, "en-GB", "03-01T22:30", 60, "Monday 1 March 2027, 23:30–00:30+1"],
    ["across a DST gap", paris, "en-GB", "03-28T00:00", 480, "Sunday 28 March 2027, 01:00–10:00"],
  ])("are %s", (_, zone, locale, start, duration, expected) => {
    const option = { startTime: `2027-${start}:00Z`, duration };
    const { date, hours } = createOptionFormatter(zone, locale)(option);
    // Commas and thin spaces differ between versions of ICU.
    expect(`${date.replaceAll(",", "")}, ${hours.replace(/\s/g, "")}`).toBe(expected);
  });

  it.each(["not a language", "en_US"])("are in the browser's language for %s", (locale) => {
    const [unknown, own] = [locale, undefined].map((each) => createOptionFormatter("UTC", each));
    expect(unknown?.({ date: "2027-03-01" })).toEqual(own?.({ date: "2027-03-01" }));
  });
});

describe("the zones of the view", () => {
  const [paris, newYork, tokyo] = ["Europe/Paris", "America/New_York", "Asia/Tokyo"];

  it.each([
    ["the poll's and the viewer's", paris, undefined, tokyo, ["Paris (poll)", "Tokyo (yours)"]],
    ["the caller's first", paris, newYork, paris, ["New York (asked for)", "Paris (poll, yours)"]],
    ["each once", paris, paris, paris, ["Paris (asked for, poll, yours)"]],
    [
      "current",
      "Europe/Kiev",
      "Asia/Saigon",
      paris,
      ["Ho Chi Minh (asked for)", "Kyiv (poll)", "Paris (yours)"],
    ],
    ["once under two names", "Asia/Kolkata", undefined, "Asia/Calcutta", ["Kolkata (poll, yours)"]],
    [
      "UTC for an unknown one",
      "Mars/Phobos",
      undefined,
      tokyo,
      ["UTC (the poll's zone is unknown here)", "Tokyo (yours)"],
    ],
    ["none without a zone", null, tokyo, paris, ["Times as written"]],
  ])("are %s", (_, timeZone, shownIn, own, expected) => {
    const zones = listZones(createGrid({ ...reviewPoll, timeZone }, { shownIn }), own);
    expect([...zones.values()]).toEqual(expected);
  });
});

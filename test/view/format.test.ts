import { describe, expect, it } from "vitest";
import { createOptionFormatter, listZones } from "../../mcp/view/format.ts";
import { chooseSpeech, languages, sayNumber } from "../../mcp/view/words/index.ts";

describe("the labels of an option", () => {
  const [paris, newYork, kolkata] = ["Europe/Paris", "America/New_York", "Asia/Kolkata"];

  it.each([
    ["in the given zone", newYork, "en-GB", "03-01T14:00", 30, "Monday 1 March 2027, 09:00–09:30"],
    ["in another zone", kolkata, "en-GB", "03-01T20:00", 30, "Tuesday 2 March 2027, 01:30–02:00"],
    ["in the viewer's language", newYork, "en-US", "03-01T14:00", 300, "Monday March 1 2027, 9:00AM–2:00PM"],
    ["in German", newYork, "de-AT", "03-01T14:00", 30, "Montag 1. März 2027, 09:00–09:30Uhr"],
    ["in English on another clock", newYork, "pl-PL", "03-01T14:00", 300, "Monday 1 March 2027, 09:00–14:00"],
    ["with one AM or PM", newYork, "en-US", "03-01T14:00", 30, "Monday March 1 2027, 9:00–9:30AM"],
    ["with an end on another day", paris, "en-GB", "03-01T22:30", 60, "Monday 1 March 2027, 23:30–00:30+1"],
    ["across a DST gap", paris, "en-GB", "03-28T00:00", 480, "Sunday 28 March 2027, 01:00–10:00"],
  ])("are %s", (_, zone, locale, start, duration, expected) => {
    const option = { startTime: `2027-${start}:00Z`, duration };
    const { date, hours } = createOptionFormatter(zone, chooseSpeech(locale).locale)(option);
    // Commas and thin spaces differ between versions of ICU.
    expect(`${date.replaceAll(",", "")}, ${hours.replace(/\s/g, "")}`).toBe(expected);
  });

  it.each(["not a language", "en_US"])("are in the browser's language for %s", (locale) => {
    expect(chooseSpeech(locale)).toEqual(chooseSpeech(undefined));
  });
});

describe("the words", () => {
  /** What a text takes, and whether it says something. */
  const slotsOf = (text: string) => [text.length > 0, ...new Set(text.match(/\{\d\}/g))].sort();

  it.each(["de", "fr", "es"])("of %s are complete, with the same values as the English ones", (language) => {
    const list = (name: string) =>
      Object.entries({ ...languages[name] }).flatMap(([group, texts]) =>
        Object.entries<string>(texts).map(([key, text]) => [`${group}.${key}`, text] as const),
      );
    const translated = new Map(list(language));
    for (const [key, text] of list("en"))
      expect(slotsOf(translated.get(key) ?? ""), key).toEqual(slotsOf(text));
  });

  it.each([
    ["de-CH", 0, "0 Personen"],
    ["fr", 0, "0 personne"],
    ["es", 1, "1 persona"],
    ["pt-BR", 2, "2 people"],
  ])("count in the language of %s: %i", (locale, count, expected) => {
    const speech = chooseSpeech(locale);
    expect(sayNumber(speech, speech.words.results.people, count)).toBe(expected);
  });
});

describe("the zones of the view", () => {
  const [paris, newYork, tokyo] = ["Europe/Paris", "America/New_York", "Asia/Tokyo"];

  it.each<[string, string | null, string | undefined, string, string, string[]]>([
    [
      "the poll's and the viewer's",
      paris,
      undefined,
      tokyo,
      "en-GB",
      ["Central European Time (poll)", "Japan Standard Time (yours)"],
    ],
    [
      "the caller's first, in the language of the words",
      paris,
      newYork,
      paris,
      "de",
      ["Nordamerikanische Ostküstenzeit (gewünscht)", "Mitteleuropäische Zeit (Umfrage, Ihre)"],
    ],
    ["one without more ado", paris, paris, "Europe/Berlin", "en", ["Central European Time"]],
    ["once under two names", "Asia/Kolkata", undefined, "Asia/Calcutta", "en", ["India Standard Time"]],
    [
      "UTC for an unknown one",
      "Mars/Phobos",
      undefined,
      tokyo,
      "en",
      ["GMT+00:00 (the poll's zone is unknown here)", "Japan Standard Time (yours)"],
    ],
    ["none without a zone", null, tokyo, paris, "en", ["Times as written"]],
  ])("are %s", (_, timeZone, shownIn, own, locale, expected) => {
    const zones = listZones({ kind: "time", timeZone, options: [] }, [shownIn], own, chooseSpeech(locale));
    expect([...zones.values()]).toEqual(expected);
  });

  it("are two where the clocks of one name differ at an option", () => {
    const zonesAt = (startTime: string) => {
      const poll = {
        kind: "time",
        timeZone: "Africa/Cairo",
        options: [{ startTime, duration: 60 }],
      } as const;
      return [...listZones(poll, [], "Asia/Beirut", chooseSpeech("en")).values()];
    };
    expect(zonesAt("2027-02-01T10:00:00Z")).toEqual(["Eastern European Time"]);
    expect(zonesAt("2027-04-10T10:00:00Z")).toEqual([
      "Eastern European Time (poll)",
      "Eastern European Time (yours)",
    ]);
  });
});

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { version } from "../../src/version.ts";
import { parseMinutes } from "../../zapier/input/duration.ts";
import { labels } from "../../zapier/input/labels.ts";
import { parseTimeZone } from "../../zapier/input/time-zone.ts";
import { parseWeekdays } from "../../zapier/input/window.ts";
import { chooseInputs, listSteps, readDefinition } from "./app-definition.ts";
import { parseDay, parseSlot } from "./parse.ts";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const docs = read("docs/zapier.md");

describe("docs/zapier.md", () => {
  it("names every step", async () => {
    for (const { display } of listSteps(await readDefinition()))
      if (display.hidden !== true) expect(docs).toContain(display.label);
  });

  it("names every field for dates and times", () => {
    for (const key of [
      "dates",
      "times",
      "slots",
      "duration",
      "time_zone",
      "start_date",
      "end_date",
      "days",
      "from",
      "to",
    ] as const)
      expect(docs).toContain(labels[key]);
  });

  it("has recipes, each with a test", () => {
    const [, recipes = ""] = docs.split("## Recipes");
    const titles = [...(recipes.split(/\n## /)[0] ?? "").matchAll(/^### (.+)$/gm)].map(
      ([, title]) => title ?? "",
    );
    expect(titles.length).toBeGreaterThan(4);
    const tests = readdirSync(new URL(".", import.meta.url)).filter((name) =>
      name.endsWith("recipes.test.ts"),
    );
    const played = tests.flatMap((name) =>
      [...read(`test/zapier/${name}`).matchAll(/^describe\("([^"]+)"/gm)].map(([, title]) => title),
    );
    for (const title of titles)
      expect(played.map((name) => name?.toLowerCase())).toContain(title.toLowerCase());
  });

  it("quotes choices in its recipes as the dropdowns show them", async () => {
    const [, recipes = ""] = docs.split("## Recipes");
    const text = (recipes.split(/\n## /)[0] ?? "").replace(/\s+/g, " ");
    const fields = (
      await Promise.all(listSteps(await readDefinition()).map((step) => chooseInputs(step, {})))
    ).flat();
    let count = 0;
    for (const { label = "" } of new Map(fields.map((field) => [field.label, field])).values()) {
      const choices = fields
        .filter((field) => field.label === label && field.type !== "copy")
        .flatMap((field) => (Array.isArray(field.choices) ? field.choices : []))
        .map((each) => (typeof each === "object" && "label" in each ? each.label : String(each)));
      if (choices.length === 0) continue;
      for (const [, value = ""] of text.matchAll(
        new RegExp(`[–;] ${label.replace(/\W/g, "\\$&")}: (.*?)[;.]`, "g"),
      )) {
        expect(choices.map((choice) => `"${choice}"`)).toContain(value);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(4);
  });

  it("does not name a version", () => {
    expect(docs).not.toContain(version);
  });
});

describe("the tables of accepted values in docs/zapier.md", () => {
  const now = { now: Date.parse("2027-01-15T10:00:30Z"), timeZone: "Europe/Berlin" };
  const rows = [...docs.matchAll(/^\| ([\w ]+) \| (.*) \| (.*) \|$/gm)];
  const values = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text ?? "");
  /** The values of all rows of a part: those that are accepted, and those that are refused. */
  const cells = (part: string) => {
    const own = rows.filter(([, name]) => name === part);
    return {
      taken: own.flatMap(([, , taken]) => values(taken)),
      refused: own.flatMap(([, , , refused]) => values(refused)),
    };
  };
  const isTaken = (text: string) => "value" in parseSlot(text, now);
  const date = (text: string) => (/^\d{4}-/.test(text) ? text : `2027-03-01 ${text}`);

  it("list dates that are accepted and refused", () => {
    const { taken, refused } = cells("Date");
    expect(taken.length).toBeGreaterThan(4);
    expect(refused.length).toBeGreaterThan(3);
    expect(taken.filter((text) => !("value" in parseDay(text, now)))).toEqual([]);
    expect(refused.filter((text) => "value" in parseDay(text, now))).toEqual([]);
  });

  it.each(["Time of day", "Range", "Over midnight", "Offset", "Time zone"])(
    "list times that are accepted and refused: %s",
    (part) => {
      const { taken, refused } = cells(part);
      const starts = taken.filter((text) => !["24:00", "midnight", "…Z"].includes(text));
      expect(starts.length).toBeGreaterThan(0);
      expect(starts.filter((text) => !isTaken(date(text)))).toEqual([]);
      expect(refused.filter((text) => isTaken(date(text)))).toEqual([]);
      for (const end of ["24:00", "midnight"]) expect(isTaken(`2027-03-01 22:00 - ${end}`)).toBe(true);
    },
  );

  it("list durations that are accepted and refused", () => {
    const [, cell = ""] = /^\| Duration \(Minutes\) \| (.*?) \|/m.exec(docs) ?? [];
    const lengths = [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => parseMinutes(text ?? ""));
    expect(lengths).toEqual([30, 1440, 90, 90, 45]);
    const [, refused = ""] = /^Duration is refused as (.*)$/m.exec(docs) ?? [];
    const texts = [...refused.matchAll(/`([^`]+)`/g)].map(([, text]) => text ?? "");
    expect(texts).toHaveLength(2);
    expect(texts.map(parseMinutes)).toEqual([undefined, undefined]);
  });

  it("list weekdays that are accepted", () => {
    const [, cell = ""] = /^\| Weekdays \| (.*?) \|/m.exec(docs) ?? [];
    const texts = [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text ?? "");
    expect(texts).toHaveLength(4);
    for (const text of texts) expect(parseWeekdays(text)).toMatchObject({ unknown: [] });
  });
});

describe("the time zones in the table of fields", () => {
  it("are accepted and refused as it says", () => {
    const texts = (line: RegExp) =>
      [...(line.exec(docs)?.[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, text]) => parseTimeZone(text ?? ""));
    const accepted = [...texts(/^\| Time Zone \| (.*?) \|/m), ...texts(/^\| \| (`Berlin`.*?) \|/m)];
    expect(accepted).toHaveLength(4);
    for (const parsed of accepted) expect(parsed).toHaveProperty("timeZone");
    const refused = texts(/^\| \| (`EST`.*?) \|/m);
    expect(refused).toHaveLength(3);
    for (const parsed of refused) expect(parsed).toHaveProperty("problem");
  });
});

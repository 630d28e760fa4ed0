import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { labels } from "../../zapier/form/labels.ts";
import { version } from "../../zapier/version.ts";
import { listSteps, readDefinition } from "./catalogue.ts";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const docs = read("docs/zapier.md");

describe("docs/zapier.md", () => {
  it("tells of every step by its name", async () => {
    for (const { display } of listSteps(await readDefinition()))
      if (display.hidden !== true) expect(docs).toContain(display.label);
  });

  it("tells of every field that says when, by its label", () => {
    for (const key of [
      "dates",
      "times",
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

  it("holds four recipes, each of which is played in a test", () => {
    const [, recipes = ""] = docs.split("## Recipes");
    const titles = [...(recipes.split(/\n## /)[0] ?? "").matchAll(/^### (.+)$/gm)].map(
      ([, title]) => title ?? "",
    );
    expect(titles).toHaveLength(4);
    const played = [...read("test/zapier/recipes.test.ts").matchAll(/^describe\("([^"]+)"/gm)].map(
      ([, name]) => name,
    );
    for (const title of titles)
      expect(played.map((name) => name?.toLowerCase())).toContain(title.toLowerCase());
  });

  it("names no version, which would be wrong after the next", () => {
    expect(docs).not.toContain(version);
  });
});

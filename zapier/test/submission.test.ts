/** What Zapier asks for when the app is published. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { listSteps, readDefinition } from "./app-definition.ts";

const folder = new URL("../submission/", import.meta.url);
const definition = await readDefinition();

describe("the app at Zapier", () => {
  it("has a description of 40 to 140 characters that starts with the name and does not name Zapier", () => {
    const { title, description } = JSON.parse(readFileSync(new URL("app.json", folder), "utf8"));
    expect(description).toMatch(/^.{40,140}$/);
    expect(description).toMatch(new RegExp(`^${title} is a `));
    expect(description).not.toMatch(/zapier/i);
  });

  it("has an icon of 256 x 256 pixels with transparency", () => {
    const png = readFileSync(new URL("icon.png", folder));
    const redGreenBlueAlpha = 6;
    expect([png.readUInt32BE(16), png.readUInt32BE(20), png[25]]).toEqual([256, 256, redGreenBlueAlpha]);
  });

  it("has a changelog that names every visible step", () => {
    const changelog = readFileSync(new URL("../CHANGELOG.md", import.meta.url), "utf8");
    const singular = { triggers: "trigger", creates: "create", searches: "search" } as const;
    const named = listSteps(definition)
      .filter(({ display }) => display.hidden !== true)
      .map(({ type, key }) => `${singular[type]}/${key}`);
    const inChangelog = [...changelog.matchAll(/^- New ((?:trigger|create|search)\/\w+):/gm)].map(
      ([, name]) => name,
    );
    expect(inChangelog.sort()).toEqual(named.sort());
  });
});

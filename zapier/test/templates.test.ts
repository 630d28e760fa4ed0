/** The ten templates for Zapier's users, run step by step: what a template maps must exist and have a value. */
import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import App from "../index.ts";
import { chooseInputs, listSteps, readDefinition } from "./app-definition.ts";
import { type Item, startSpace } from "./space.ts";

interface TemplateStep {
  app: string;
  event: string;
  /** A step of this app: its type and key. */
  step?: string;
  /** What a step of another app gives. POLL and RESPONSE stand for ids. */
  sample?: Record<string, string>;
  fields?: Record<string, string | string[]>;
}
interface Template {
  recipe: string;
  title: string;
  description: string;
  steps: TemplateStep[];
}

const folder = new URL("../submission/", import.meta.url);
const templates = JSON.parse(readFileSync(new URL("templates.json", folder), "utf8")) as Template[];
const definition = await readDefinition();
const types = { trigger: "triggers", create: "creates", search: "searches" } as const;
const space = startSpace();
let ids: Record<string, string> = {};

beforeEach(async () => {
  const POLL = (
    await space.client().createPoll({
      title: "Team lunch",
      kind: "date",
      location: "Canteen",
      options: [{ date: "2027-03-01" }, { date: "2027-03-02" }],
    })
  ).data.id;
  ids = { POLL, RESPONSE: space.vote(POLL, "Ada", { email: "ada@example.com" }) };
});

/** The values of a step's fields, with what earlier steps gave. Everything that is mapped must have a value. */
function fillIn(fields: Record<string, string | string[]> = {}, given: readonly Record<string, unknown>[]) {
  const fill = (text: string): string =>
    text.replace(/\{\{(\d+)\.([^}]+)\}\}/g, (mapping, number: string, key: string) => {
      const [list = "", child] = key.split("[].");
      const output = given[Number(number) - 1]?.[list];
      const value = child === undefined ? output : (output as Item[])[0]?.[child];
      if (value === undefined || value === null || value === "") throw new Error(`${mapping} has no value`);
      return String(value);
    });
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      fill(key),
      Array.isArray(value) ? value.map(fill) : fill(value),
    ]),
  );
}

/** Runs a step of this app. A trigger gives what the editor shows. */
async function runStep(name: string, inputData: Record<string, unknown>): Promise<Item> {
  const [type = "", key = ""] = name.split(" ");
  const steps: Record<string, unknown> = App[types[type as keyof typeof types]] ?? {};
  if (key === "poll_closed_or_scheduled") space.sandbox.closePoll(ids["POLL"] ?? "");
  const result = await space.run<Item | Item[]>(steps[key], inputData, {
    isLoadingSample: type === "trigger",
  });
  const item = Array.isArray(result) ? result[0] : result;
  if (item === undefined) throw new Error(`${name} gave nothing`);
  return item;
}

describe("templates", () => {
  it("are ten, one of them with People Still Missing, and their texts are what reviewers accept", () => {
    expect(templates).toHaveLength(10);
    expect(JSON.stringify(templates)).toContain("trigger people_still_missing");
    for (const { title, description, steps } of templates) {
      expect(title.length).toBeLessThanOrEqual(100);
      expect(title).toContain("Rallly");
      expect(title).not.toMatch(/[.!]$/);
      expect(description).toMatch(/^.{60,}\.$/);
      for (const { app } of steps)
        if (!app.endsWith("by Zapier")) expect(`${title} ${description}`).toContain(app);
    }
  });

  it.each(templates.map((template) => [template.recipe, template] as const))(
    "%s",
    async (_recipe, { steps }) => {
      const given: Record<string, unknown>[] = [];
      for (const { app, event, step, sample = {}, fields } of steps) {
        const values = fillIn(fields, given);
        expect(app === "Rallly").toBe(step !== undefined);
        if (step === undefined) {
          given.push(
            Object.fromEntries(Object.entries(sample).map(([key, value]) => [key, ids[value] ?? value])),
          );
          continue;
        }
        const [type = "", key = ""] = step.split(" ");
        const found = listSteps(definition).find((each) => each.key === key);
        expect(found).toMatchObject({ type: types[type as keyof typeof types], display: { label: event } });
        const inputs = await chooseInputs({ type: types[type as keyof typeof types], key }, values);
        expect(inputs.map((input) => input.key)).toEqual(expect.arrayContaining(Object.keys(values)));
        given.push(await runStep(step, values));
      }
    },
  );
});

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
    const inChangelog = [...changelog.matchAll(/(?:trigger|create|search)\/\w+/g)].map(([name]) => name);
    expect(inChangelog.sort()).toEqual(named.sort());
  });
});

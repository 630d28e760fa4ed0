/** The texts and files for Zapier's reviewers in zapier/submission. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { version } from "../../src/version.ts";
import { chooseInputs, listOutputFields, listSteps, readDefinition, type Step } from "./app-definition.ts";

const folder = new URL("../../zapier/submission/", import.meta.url);
const readText = (name: string) => readFileSync(new URL(name, folder), "utf8");

const types = { triggers: "trigger", creates: "create", searches: "search" } as const;
const steps = new Map<string, Step>(
  listSteps(await readDefinition()).map((step) => [`${types[step.type]} ${step.key}`, step]),
);

describe("app.json", () => {
  const app = JSON.parse(readText("app.json")) as Record<string, string>;

  it("has a description of 40 to 140 characters that starts with the name and does not name Zapier", () => {
    const { title = "", description = "" } = app;
    expect(description.length).toBeGreaterThanOrEqual(40);
    expect(description.length).toBeLessThanOrEqual(140);
    expect(description.startsWith(`${title} is a `)).toBe(true);
    expect(description).not.toMatch(/zapier/i);
  });

  it("has everything that zapier-platform promote requires, except the role of the person", () => {
    for (const key of ["title", "description", "category", "audience"]) expect(app[key]).toBeTruthy();
    expect(app["homepage"]).toMatch(/^https:\/\//);
  });

  it("names an icon that is a PNG of 256 x 256 pixels with transparency", () => {
    const png = readFileSync(new URL(app["icon"] ?? "", folder));
    expect(png.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
    const [width, height, bitDepth, colorType] = [
      png.readUInt32BE(16),
      png.readUInt32BE(20),
      png[24],
      png[25],
    ];
    const redGreenBlueAlpha = 6;
    expect({ width, height, bitDepth, colorType }).toEqual({
      width: 256,
      height: 256,
      bitDepth: 8,
      colorType: redGreenBlueAlpha,
    });
  });
});

describe("CHANGELOG.md", () => {
  interface Changelog {
    changelog: string;
    appMetadata?: { app_change_type: string; action_key: string; action_type: string }[];
  }
  const { getVersionChangelog } = createRequire(import.meta.url)(
    "zapier-platform-cli/src/utils/changelog.js",
  ) as { getVersionChangelog: (version: string, folder: string) => Promise<Changelog> };

  it("has an entry for this version that the CLI can read, and each step in it exists", async () => {
    const { changelog, appMetadata = [] } = await getVersionChangelog(
      version,
      new URL("..", folder).pathname,
    );
    expect(changelog).not.toBe("");
    const named = { read: "trigger", write: "create", search: "search" } as Record<string, string>;
    const keys = appMetadata.map(({ action_type, action_key }) => `${named[action_type]} ${action_key}`);
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter((key) => !steps.has(key))).toEqual([]);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { app_change_type } of appMetadata) expect(app_change_type).toBe("FEATURE_UPDATE");
  });
});

interface TemplateStep {
  app: string;
  event: string;
  step?: string;
  fields?: Record<string, string | string[]>;
}
interface Template {
  recipe: string;
  title: string;
  description: string;
  steps: TemplateStep[];
}

const templates = JSON.parse(readText("templates.json")) as Template[];

/** The step of the app that a step of a template names, or undefined for a step of another app. */
function findStep({ step, event }: TemplateStep): Step | undefined {
  if (step === undefined) return undefined;
  const found = steps.get(step);
  if (found === undefined) throw new Error(`${step} is no step of the app`);
  expect(found.display.label).toBe(event);
  return found;
}

const listOutputKeys = async (step: Step): Promise<string[]> =>
  (await listOutputFields(step)).flatMap(({ key, children }) =>
    children === undefined ? [key] : children.map((child) => `${key}[].${child.key}`),
  );

describe("templates.json", () => {
  it.each(templates.map((template) => [template.title, template] as const))(
    "%s: uses steps, input fields and output fields that exist",
    async (_title, template) => {
      const ours = template.steps.map(findStep);
      expect(ours.some((step) => step !== undefined)).toBe(true);
      for (const [index, { app, fields = {} }] of template.steps.entries()) {
        const step = ours[index];
        expect(app === "Rallly").toBe(step !== undefined);
        if (step !== undefined) {
          const inputs = await chooseInputs(step, fields);
          const keys = inputs.map(({ key }) => key);
          expect(Object.keys(fields).filter((key) => !keys.includes(key))).toEqual([]);
          const required = inputs.filter((field) => field.required).map(({ key }) => key);
          expect(required.filter((key) => !(key in fields))).toEqual([]);
        }
        for (const [, number = "", key = ""] of JSON.stringify(fields).matchAll(/\{\{(\d+)\.([^}]+)\}\}/g)) {
          expect(Number(number)).toBeGreaterThanOrEqual(1);
          expect(Number(number)).toBeLessThanOrEqual(index);
          const source = ours[Number(number) - 1];
          if (source !== undefined) expect(await listOutputKeys(source)).toContain(key);
        }
      }
    },
  );

  it.each(templates.map((template) => [template.title, template] as const))(
    "%s: has a title and a description that Zapier's reviewers accept",
    (_title, { title, description, steps: all }) => {
      expect(title.length).toBeLessThanOrEqual(100);
      expect(title).toContain("Rallly");
      expect(title).not.toMatch(/[.!]$/);
      expect(description.length).toBeGreaterThanOrEqual(60);
      expect(description).toMatch(/\.$/);
      for (const { app } of all)
        if (!app.endsWith("by Zapier")) expect(`${title} ${description}`).toContain(app);
    },
  );

  it("has a template for each recipe of docs/zapier.md, and no other", () => {
    const docs = readFileSync(new URL("../../docs/zapier.md", import.meta.url), "utf8");
    const [, recipes = ""] = docs.split("## Recipes");
    const titles = [...(recipes.split(/\n## /)[0] ?? "").matchAll(/^### (.+)$/gm)].map(([, title]) => title);
    expect(titles.length).toBeGreaterThan(0);
    expect(templates.map(({ recipe }) => recipe).sort()).toEqual(titles.sort());
  });
});

/** The definition that Zapier reads: its keys, its texts, its samples. The input fields have a file of their own. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { PlainOutputField } from "zapier-platform-core";
import {
  ask,
  keyed,
  listInputFields,
  listOutputFields,
  listSteps,
  readDefinition,
  titleCase,
} from "./app-definition.ts";

const definition = await readDefinition();
const steps = listSteps(definition);
const visible = steps.filter(({ display }) => display.hidden !== true);
type Manifest = { version: string; dependencies: Record<string, string> };
const file = new URL("../package.json", import.meta.url);
const manifest = JSON.parse(readFileSync(file, "utf8")) as Manifest;
const hasAppName = /rallly|zapier/i;

describe("the app", () => {
  it("is valid by Zapier's own schema", async () => {
    expect(await ask({ command: "validate" })).toEqual([]);
  });

  it("carries the version of the package and of the platform that it is pinned to", () => {
    expect(definition.version).toBe(manifest.version);
    expect(definition.platformVersion).toBe(manifest.dependencies["zapier-platform-core"]);
  });

  it("sets its flags explicitly (D028) and reads refusals itself", () => {
    expect(definition.flags).toEqual({
      skipThrowForStatus: true,
      throwForThrottlingEarly: false,
      cleanInputData: false,
    });
    for (const { operation } of steps) expect(operation.cleanInputData).toBe(false);
  });
});

describe("public keys (C001-C004)", () => {
  it("of steps, inputs and outputs do not change", async () => {
    const keys: Record<string, unknown> = {};
    for (const step of steps)
      keys[`${step.type}.${step.key}`] = {
        inputs: (await listInputFields(step)).flatMap(({ key, type, list, required, children }) =>
          children === undefined
            ? [key, type, list && "list", required && "required"].filter(Boolean).join(" ")
            : children.map((child) => `${key}[].${child.key} ${child.type}`),
        ),
        outputs: (step.operation.outputFields ? await listOutputFields(step) : []).flatMap(listOutputKeys),
      };
    expect(keys).toMatchSnapshot();
  });

  it("of the authentication do not change", () => {
    expect(definition.authentication.fields.map(({ key, type }) => `${key} ${type}`)).toEqual([
      "apiKey password",
      "workspace_name string",
      "webhook_secret password",
      "base_url string",
    ]);
  });
});

const listOutputKeys = ({ key, type, children }: PlainOutputField): string[] =>
  children === undefined
    ? [`${key} ${type}`]
    : children.map((child) => `${key}[].${child.key} ${child.type}`);

describe("the connection", () => {
  const { type, fields, connectionLabel } = definition.authentication;

  it("is of the custom type, with the key in a password field and nowhere else (D001)", () => {
    expect(type).toBe("custom");
    expect(fields.filter((field) => field.type === "password").map(({ key }) => key)).toEqual([
      "apiKey",
      "webhook_secret",
    ]);
  });

  it("says with a Markdown link where the key comes from (D002)", () => {
    expect(fields[0]?.helpText).toMatch(/\[[^\]]+\]\(https:\/\/[^)]+\)/);
  });

  it("has a label (D003)", () => {
    expect(connectionLabel).toBeTruthy();
  });

  it("can be described to Zapier as a header with the key in it", async () => {
    const answer = await ask({ command: "getAuthTemplate", bundle: {} });
    expect(answer).toMatchObject({
      supported: true,
      template: { headers: { Authorization: "Bearer {{bundle.authData.apiKey}}" } },
    });
  });
});

describe("names and descriptions", () => {
  it.each(keyed(visible))(
    "of %s are in Title Case, short, and say what it does (D018, D021)",
    (_key, step) => {
      const { label, description } = step.display;
      expect(label).toMatch(titleCase);
      expect(label.length).toBeGreaterThanOrEqual(2);
      expect(label.length).toBeLessThanOrEqual(64);
      expect(`${label} ${description}`).not.toMatch(hasAppName);
      const openings = {
        triggers: /^Triggers when .+\.$/,
        creates: /^(Creates|Deletes) a .+\.$/,
        searches: /^Finds .+\.$/,
      };
      expect(description).toMatch(openings[step.type]);
    },
  );

  it("do not change", () => {
    expect(visible.map(({ display }) => display.label)).toEqual([
      "New Poll",
      "New Response",
      "New or Updated Response",
      "Responses Reached",
      "Poll Closed",
      "Poll Scheduled",
      "Create Poll",
      "Copy Poll",
      "Delete Poll",
      "Find Poll",
      "Find Poll Results",
      "Find Response",
      "Find Responses",
      "Find Missing People",
      "Find Webhook Event",
      "Find Best Time",
    ]);
    expect(definition.searchOrCreates).toMatchObject({
      find_poll: { search: "find_poll", create: "create_poll", display: { label: "Find or Create Poll" } },
    });
  });
});

const jsType = {
  string: "string",
  boolean: "boolean",
  integer: "number",
  number: "number",
  datetime: "string",
};

describe("samples and output fields", () => {
  it.each(keyed(visible))(
    "of %s: there is one, with an id, and every value has its labelled field (D010, D012, D024)",
    async (_key, step) => {
      const { sample } = step.operation;
      expect(sample["id"]).toBeTruthy();
      expectFields(sample, await listOutputFields(step));
    },
  );

  it("hold instants with their zone, days without, and nobody's data (D023)", () => {
    for (const { operation } of visible) {
      const text = JSON.stringify(operation.sample);
      for (const [moment] of text.matchAll(/\d{4}-\d{2}-\d{2}T[^"]*/g))
        expect(moment).toMatch(/(Z|[+-]\d{2}:\d{2})$/);
      for (const [, host] of text.matchAll(/@([\w.]+)/g)) expect(host).toBe("example.com");
    }
  });
});

function expectFields(record: Record<string, unknown>, all: PlainOutputField[]): void {
  // A sample has no options: their number is that of the chosen poll.
  const fields = all.filter(({ key }) => !/^option_\d+$/.test(key));
  expect(Object.keys(record).sort()).toEqual(fields.map(({ key }) => key).sort());
  for (const { key, type, label, children } of fields) {
    expect(label).toMatch(titleCase);
    const value = record[key];
    if (children !== undefined)
      for (const item of value as Record<string, unknown>[]) expectFields(item, children);
    else if (value !== null) expect(typeof value).toBe(jsType[type as keyof typeof jsType]);
  }
}

/** The definition that Zapier reads: its keys, its texts, its samples, against Zapier's published integration checks. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { PlainInputField, PlainOutputField } from "zapier-platform-core";
import {
  ask,
  chooseInputs,
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
const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

const listOutputKeys = ({ key, type, children }: PlainOutputField): string[] =>
  children === undefined
    ? [`${key} ${type}`]
    : children.map((child) => `${key}[].${child.key} ${child.type}`);

const listInputKeys = ({ key, type, list, required, children }: PlainInputField): string[] =>
  children === undefined
    ? [[key, type, list && "list", required && "required"].filter(Boolean).join(" ")]
    : children.map((child) => `${key}[].${child.key} ${child.type}`);

describe("the app", () => {
  it("is valid by Zapier's own schema, in the versions of its package", async () => {
    expect(await ask({ command: "validate" })).toEqual([]);
    expect(definition.version).toBe(manifest.version);
    expect(definition.platformVersion).toBe(manifest.dependencies["zapier-platform-core"]);
  });

  it("reads refusals itself, and cleans no input (D028)", () => {
    expect(definition.flags).toEqual({
      skipThrowForStatus: true,
      throwForThrottlingEarly: false,
      cleanInputData: false,
    });
  });

  it("has eleven visible steps with names, keys and fields that never change (C001-C004)", async () => {
    expect(visible).toHaveLength(11);
    const keys: Record<string, unknown> = {};
    for (const step of steps)
      keys[`${step.display.label}: ${step.type}.${step.key}`] = {
        inputs: (await listInputFields(step)).flatMap(listInputKeys),
        outputs: (step.operation.outputFields ? await listOutputFields(step) : []).flatMap(listOutputKeys),
      };
    keys["authentication"] = definition.authentication.fields.map(({ key, type }) => `${key} ${type}`);
    keys["search or create"] = definition.searchOrCreates;
    expect(keys).toMatchSnapshot();
  });

  it("asks for the key in a password field, links to where it comes from, and has a label (D001-D003)", async () => {
    const { type, fields, connectionLabel } = definition.authentication;
    expect(type).toBe("custom");
    expect(fields[0]).toMatchObject({ key: "apiKey", type: "password" });
    expect(fields[0]?.helpText).toMatch(/\[[^\]]+\]\(https:\/\/[^)]+\)/);
    expect(connectionLabel).toBeTruthy();
    expect(await ask({ command: "getAuthTemplate", bundle: {} })).toMatchObject({
      supported: true,
      template: { headers: { Authorization: "Bearer {{bundle.authData.apiKey}}" } },
    });
  });
});

describe.each(keyed(visible))("%s", (_key, step) => {
  it("has a name and a description as Zapier wants them (D018, D021)", () => {
    const { label, description } = step.display;
    expect(label).toMatch(titleCase);
    expect(label).toMatch(/^.{2,64}$/);
    expect(`${label} ${description}`).not.toMatch(/rallly|zapier/i);
    const openings = {
      triggers: /^Triggers when .+\.$/,
      creates: /^(Creates|Deletes) a .+\.$/,
      searches: /^Finds .+\.$/,
    };
    expect(description).toMatch(openings[step.type]);
  });

  it("has a sample with an id, and a labelled field for each of its values (D010, D012, D023, D024)", async () => {
    const { sample } = step.operation;
    expect(sample["id"]).toBeTruthy();
    expectFields(sample, await listOutputFields(step));
    const text = JSON.stringify(sample);
    for (const [moment] of text.matchAll(/\d{4}-\d{2}-\d{2}T[^"]*/g))
      expect(moment).toMatch(/(Z|[+-]\d{2}:\d{2})$/);
    for (const [, host] of text.matchAll(/@([\w.]+)/g)) expect(host).toBe("example.com");
  });
});

it("Create Poll shows at most 17 boxes at once, seven of them whatever is offered", async () => {
  const boxes = async (inputData: object) =>
    (await chooseInputs({ type: "creates", key: "create_poll" }, inputData)).flatMap(
      ({ type, children }) => children?.map(({ key }) => key) ?? (type === "copy" ? [] : ["one"]),
    ).length;
  expect(await boxes({})).toBe(7);
  for (const offer of ["days", "times", "rows", "hours", "{{1.kind}}"])
    expect(await boxes({ offer, video_call: "custom" })).toBeLessThanOrEqual(17);
});

const jsTypes: Record<string, string> = {
  string: "string",
  boolean: "boolean",
  integer: "number",
  datetime: "string",
};

function expectFields(record: Record<string, unknown>, all: PlainOutputField[]): void {
  // The answers to the options of a poll have no fields in a sample: their number is that of the chosen poll.
  const isOption = (key: string) => /^option_\d/.test(key);
  const fields = all.filter(({ key }) => !isOption(key));
  expect(
    Object.keys(record)
      .filter((key) => !isOption(key))
      .sort(),
  ).toEqual(fields.map(({ key }) => key).sort());
  for (const { key, type, label, children } of fields) {
    expect(label).toMatch(titleCase);
    const value = record[key];
    if (children !== undefined)
      for (const item of value as Record<string, unknown>[]) expectFields(item, children);
    else if (value !== null) expect(typeof value).toBe(jsTypes[type ?? "string"]);
  }
}

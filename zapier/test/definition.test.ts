/** The definition that Zapier reads: its keys, its texts, its samples, against Zapier's published integration checks. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Bundle, PlainInputField, PlainOutputField, ZObject } from "zapier-platform-core";
import {
  answerFields,
  headOutputs,
  listFields,
  personOutputs,
  pollOutputs,
  responseOutputs,
  whenOutputs,
} from "../output/index.ts";
import {
  ask,
  expectFields,
  listForms,
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

/** The fields that several steps share, those that have others first. */
const shared = Object.entries({
  "a record of a poll": listFields(pollOutputs),
  "the head of a poll": listFields(headOutputs),
  "when it is": listFields(whenOutputs),
  "a response": listFields(responseOutputs),
  "a person": listFields(personOutputs),
  "answers to ten options": await answerFields({} as ZObject, {} as Bundle),
});

const indent = (text: string) => text.replace(/^/gm, "  ");

/** The key and type of each field on a line. */
const writeOutputs = (fields: readonly PlainOutputField[]): string =>
  fields
    .map(({ key, type, children }) =>
      children === undefined ? `${key} ${type}` : `${key}:\n${indent(writeOutputs(children))}`,
    )
    .join("\n");

/** The key and type of each field, or what several steps share by its name. */
const listOutputs = (fields: readonly PlainOutputField[], named = shared): string[] =>
  named
    .map(([name, those]) => [name, writeOutputs(those)] as const)
    .reduce(
      (text, [name, those]) => text.replaceAll(indent(those), indent(name)).replaceAll(those, name),
      writeOutputs(fields),
    )
    .split("\n");

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

  it("has steps with names, keys and fields that never change (C001-C004)", async () => {
    const keys: Record<string, unknown> = Object.fromEntries(
      shared.map(([name, fields], index) => [name, listOutputs(fields, shared.slice(index + 1))]),
    );
    for (const step of steps)
      keys[`${step.display.label}: ${step.type}.${step.key}`] = {
        inputs: (await listInputFields(step)).flatMap(listInputKeys),
        outputs: step.operation.outputFields ? listOutputs(await listOutputFields(step)) : [],
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
    expect(fields[1]).toMatchObject({ key: "workspace_name", label: "Space Name", required: true });
    for (const { helpText } of fields) expect(helpText.split(/\s+/).length).toBeLessThanOrEqual(25);
    expect(connectionLabel).toBeTruthy();
    expect(await ask({ command: "getAuthTemplate", bundle: {} })).toMatchObject({
      supported: true,
      template: { headers: { Authorization: "Bearer {{bundle.authData.apiKey}}" } },
    });
  });
});

describe.each(visible)("$key", (step) => {
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

  it("has a sample with an id and every labelled field, those of line items too (sample-new-poll; D010, D012, D024)", async () => {
    const { sample } = step.operation;
    expect(sample["id"]).toBeTruthy();
    expectFields(sample, await listOutputFields(step));
    for (const [, host] of JSON.stringify(sample).matchAll(/@([\w.-]+)/g))
      expect(["example.com", "rallly-connect"]).toContain(host);
  });

  it("has dates of ISO 8601 where programs read them, and no option that a poll may lack (D023, T004)", () => {
    const dates = listDates(step.operation.sample);
    for (const date of dates) expect(date).toMatch(/^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/);
    expect(JSON.stringify(step.operation.sample)).not.toContain('"option_2"');
  });

  it("explains each input in at most 25 words, which are not its label (D004, D007, D011, D018)", async () => {
    const all = (await listInputFields(step)).flatMap((each) => [each, ...(each.children ?? [])]);
    for (const { key, label = "", helpText = "", choices = {} } of all.filter(
      ({ type }) => type !== "copy",
    )) {
      expect(label).toMatch(titleCase);
      // The editor marks fields with some words by itself, and a label is often all that is seen.
      expect(label).not.toMatch(/\bID\b|^(?:Required|Optional|Offer|Minimum|Time|From|To|Match)$/);
      expect(helpText).toMatch(/^(?:\S+\s+){1,24}\S+$/);
      expect(helpText.replace(/[^\w ]/g, "").toLowerCase()).not.toBe(label.toLowerCase());
      expect(helpText).not.toMatch(/comma|http:/i);
      // The names of time zones are not ours.
      if (key !== "time_zone") for (const choice of Object.values(choices)) expect(choice).toMatch(titleCase);
    }
  });

  it("takes text, and a poll from a dropdown with a search (D005, D009, D014, D022)", async () => {
    const { inputFields } = step.operation;
    // Something is shown before anything is chosen.
    const isField = (field: PlainInputField | string) => typeof field !== "string" && field.type !== "copy";
    if (step.type !== "triggers") expect(inputFields.some(isField)).toBe(true);
    for (const field of await listInputFields(step)) {
      const { key, type, required, children, dynamic, search } = field;
      // Zapier uses a default in place of a false or 0 that is mapped from an earlier step.
      expect(field.default).toBeUndefined();
      if (children === undefined) expect(["string", "text", "copy", "password"]).toContain(type);
      else expect(required).not.toBe(true);
      if (key === "poll")
        expect({ dynamic, search }).toEqual({ dynamic: "poll_list.id.name", search: "find_poll.id" });
    }
  });

  it("asks for what is required first under each heading, and leaves no field without one", async () => {
    for (const inputs of await listForms(step)) {
      const fields = Map.groupBy(
        inputs.filter(({ type }) => type !== "copy"),
        ({ group }) => group,
      );
      if (fields.size > 1) expect([...fields.keys()]).not.toContain(undefined);
      for (const own of fields.values()) {
        const required = own.map((each) => each.required === true);
        expect(required).toEqual(required.toSorted((one, other) => Number(other) - Number(one)));
      }
    }
  });
});

/** The values of the keys of days and moments. Texts for people have other keys. */
const listDates = (value: object): unknown[] =>
  Object.entries(value).flatMap(([key, each]) => {
    if (typeof each === "object" && each !== null) return listDates(each);
    return /^(?:date|start|end|\w+_at)$/.test(key) ? [each] : [];
  });

describe("the app at Zapier", () => {
  const submission = (name: string) => new URL(`../submission/${name}`, import.meta.url);

  it("has a description of 40 to 140 characters that starts with the name and does not name Zapier", () => {
    const { title, description } = JSON.parse(readFileSync(submission("app.json"), "utf8"));
    expect(description).toMatch(/^.{40,140}$/);
    expect(description).toMatch(new RegExp(`^${title} is a `));
    expect(description).not.toMatch(/zapier/i);
  });

  it("has an icon of 256 x 256 pixels with transparency", () => {
    const png = readFileSync(submission("icon.png"));
    const redGreenBlueAlpha = 6;
    expect([png.readUInt32BE(16), png.readUInt32BE(20), png[25]]).toEqual([256, 256, redGreenBlueAlpha]);
  });

  it("has a changelog that names every visible step", () => {
    const changelog = readFileSync(new URL("../CHANGELOG.md", import.meta.url), "utf8");
    const singular = { triggers: "trigger", creates: "create", searches: "search" } as const;
    const named = visible.map(({ type, key }) => `${singular[type]}/${key}`);
    const inChangelog = [...changelog.matchAll(/^- New ((?:trigger|create|search)\/\w+):/gm)].map(
      ([, name]) => name,
    );
    expect(inChangelog.sort()).toEqual(named.sort());
  });
});

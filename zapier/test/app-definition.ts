/** The app as Zapier sees it: the compiled definition, with the fields that appear only after a choice. */

import { expect } from "vitest";
import type { PlainInputField, PlainOutputField } from "zapier-platform-core";
import * as core from "zapier-platform-core";
import App from "../index.ts";

/** A trigger, create or search in the compiled definition. */
export interface Step {
  type: "triggers" | "creates" | "searches";
  key: string;
  display: { label: string; description: string; hidden?: boolean };
  operation: {
    inputFields: (PlainInputField | string)[];
    outputFields: (PlainOutputField | string)[];
    sample: Record<string, unknown>;
  };
}

/** The compiled definition, as far as these tests read it. */
export interface Definition extends Record<Step["type"], Record<string, Step>> {
  version: string;
  platformVersion: string;
  authentication: {
    type: string;
    fields: { key: string; type: string; helpText: string }[];
    connectionLabel: string;
  };
  flags: Record<string, unknown>;
  searchOrCreates: object;
}

type Handler = (event: Record<string, unknown>) => Promise<{ results: unknown }>;

/** Exported by the core, yet missing from its types. */
const createHandler = Reflect.get(core, "createAppHandler") as (app: unknown) => Handler;

/** Asks the app's handler as Zapier's tools do. */
export const ask = async (event: Record<string, unknown>): Promise<unknown> =>
  (await createHandler(App)({ calledFromCli: true, ...event })).results;

/** The compiled definition. */
export const readDefinition = async (): Promise<Definition> =>
  (await ask({ command: "definition" })) as Definition;

/** Every step of the definition, of all three types. */
export const listSteps = (definition: Definition): Step[] =>
  (["triggers", "creates", "searches"] as const).flatMap((type) =>
    Object.values(definition[type]).map((step) => ({ ...step, type })),
  );

/** Every output field of a step before anything is chosen. */
export const listOutputFields = async ({ type, key }: Step): Promise<PlainOutputField[]> =>
  (await ask({
    command: "execute",
    method: `${type}.${key}.operation.outputFields`,
    bundle: { inputData: {} },
  })) as PlainOutputField[];

const choices = [
  {},
  { option_type: "days" },
  { option_type: "times" },
  { option_type: "rows" },
  { option_type: "hours" },
];

/** The input fields that a step shows after these choices. */
export const chooseInputs = async (
  { type, key }: Pick<Step, "type" | "key">,
  inputData: object,
): Promise<PlainInputField[]> =>
  (await ask({
    command: "execute",
    method: `${type}.${key}.operation.inputFields`,
    bundle: { inputData },
  })) as PlainInputField[];

/** The input fields that a step shows, for each choice. */
export const listForms = (step: Step): Promise<PlainInputField[][]> =>
  Promise.all(choices.map((inputData) => chooseInputs(step, inputData)));

/** Every input field that a step can show, whatever was chosen before. */
export const listInputFields = async (step: Step): Promise<PlainInputField[]> => [
  ...new Map((await listForms(step)).flat().map((field) => [field.key, field])).values(),
];

/** Title Case, as Zapier asks for in labels. */
export const titleCase =
  /^(?:[A-Z][\w-]*|\([A-Za-z]\w*\)|of|or|and|on|to|in|a|the)(?: (?:[A-Z][\w-]*|\([A-Za-z]\w*\)|of|or|and|on|to|in|a|the))*$/;

const jsTypes: Record<string, string> = {
  string: "string",
  boolean: "boolean",
  integer: "number",
  datetime: "string",
};

/** Expects a record to have each field with its type, and no other. */
export function expectFields(record: Record<string, unknown>, all: PlainOutputField[]): void {
  // A poll may have one option.
  const fields = all.filter(({ key }) => key in record || !/^option_\d+$/.test(key));
  expect(fields.map(({ key }) => key).sort()).toEqual(Object.keys(record).sort());
  for (const { key, type, label, children } of fields) {
    expect(label).toMatch(/^option_\d+$/.test(key) ? /^Option \d+$/ : titleCase);
    const value = record[key];
    if (children !== undefined) {
      const items = value as Record<string, unknown>[];
      for (const item of items) expectFields(item, children);
    } else if (value !== null) expect(typeof value).toBe(jsTypes[type ?? "string"]);
  }
}

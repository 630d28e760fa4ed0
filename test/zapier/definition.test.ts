import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { PlainOutputField } from "zapier-platform-core";
import { labelField, labels } from "../../zapier/input/labels.ts";
import {
  ask,
  listInputFields,
  listOutputFields,
  listSteps,
  readDefinition,
  type Step,
} from "./app-definition.ts";

const definition = await readDefinition();
const steps = listSteps(definition);
const visible = steps.filter(({ display }) => display.hidden !== true);
const named = (list: Step[]) => list.map((step) => [step.key, step] as const);
type Manifest = { version: string; dependencies: Record<string, string> };
const file = new URL("../../package.json", import.meta.url);
const manifest = JSON.parse(readFileSync(file, "utf8")) as Manifest;
const titleCase =
  /^(?:[A-Z][\w-]*|\([A-Za-z]\w*\)|of|or|and|on|to|in|a|the)(?: (?:[A-Z][\w-]*|\([A-Za-z]\w*\)|of|or|and|on|to|in|a|the))*$/;
const listFields = [
  "dates",
  "times",
  "days",
  "required_people",
  "optional_people",
  "invited_people",
  "options",
  "answers",
];
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
  it.each(named(visible))(
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

describe("input fields", () => {
  it.each(named(steps))(
    "of %s are labelled, explained and never an ID (D004, D011, D018)",
    async (_key, step) => {
      for (const field of await listInputFields(step)) {
        if (field.type === "copy") continue;
        const { label = "", helpText = "" } = field;
        expect(label).toMatch(titleCase);
        expect(label).not.toMatch(/\bID\b/i);
        expect(helpText.length).toBeGreaterThan(0);
        expect(helpText.toLowerCase().replaceAll("polls", "")).not.toContain(
          label.toLowerCase() === "to" ? "to " : label.toLowerCase(),
        );
        expect(helpText).not.toMatch(/comma/i);
        for (const [link] of helpText.matchAll(/https?:\/\/[^\s)]+/g)) expect(link).toMatch(/^https:/);
      }
    },
  );

  it.each(named(steps))(
    "of %s that pick a poll have a dropdown and a search beside it (D005, D014)",
    async (_key, step) => {
      for (const field of await listInputFields(step)) {
        if (field.key !== "poll") continue;
        expect(field).toMatchObject({ dynamic: "poll_list.id.name", search: "find_poll.id" });
      }
    },
  );

  it("of searches hold something to search by (D009)", async () => {
    for (const step of visible.filter(({ type }) => type === "searches"))
      expect((await listInputFields(step)).filter(({ type }) => type !== "copy").length).toBeGreaterThan(0);
  });

  it("of creates are there before anything is chosen (D022)", () => {
    for (const { operation } of visible.filter(({ type }) => type === "creates"))
      expect(operation.inputFields.filter((field) => typeof field !== "string").length).toBeGreaterThan(0);
  });

  it("that hold several values are lists, and a parent of others is never required", async () => {
    for (const step of steps)
      for (const field of await listInputFields(step)) {
        if (field.children !== undefined) {
          expect(field.required).not.toBe(true);
          for (const child of field.children) {
            expect(child).toMatchObject({ label: expect.stringMatching(titleCase), type: "string" });
            for (const key of ["children", "group", "required"]) expect(child).not.toHaveProperty(key);
            expect(child.helpText?.toLowerCase()).not.toContain(child.label?.toLowerCase());
          }
        }
        if (listFields.includes(field.key)) expect(field.list).toBe(true);
      }
  });

  it("of Create Poll show only what the chosen kind needs", async () => {
    const list = async (inputData: Record<string, unknown>) =>
      (
        (await ask({
          command: "execute",
          method: "creates.create_poll.operation.inputFields",
          bundle: { inputData },
        })) as {
          key: string;
        }[]
      ).map(({ key }) => key);
    const kinds = {
      dates: ["dates"],
      times: [
        "times",
        "slots",
        "duration",
        "time_zone",
        "start_date",
        "end_date",
        "days",
        "from",
        "to",
        "interval",
      ],
    };
    const shown = [await list({}), await list({ kind: "date" }), await list({ kind: "time" })].map((keys) => [
      keys.filter((key) => kinds.dates.includes(key)),
      keys.filter((key) => kinds.times.includes(key)),
    ]);
    expect(shown).toEqual([
      [[], []],
      [kinds.dates, []],
      [[], kinds.times],
    ]);
    for (const kind of ["Whole days", " DATE ", ["date"]])
      expect((await list({ kind })).filter((key) => kinds.times.includes(key))).toEqual([]);
    for (const kind of ["Times of day", "Time", { value: "time" }])
      expect((await list({ kind })).filter((key) => kinds.dates.includes(key))).toEqual([]);
    expect(await list({ conferencing: "zoom" })).not.toContain("conferencing_link");
    expect(await list({ conferencing: "custom" })).toContain("conferencing_link");
  });

  it("of Create Poll are all shown, and none is required, when the choice that decides is mapped", async () => {
    const list = async (inputData: Record<string, unknown>) =>
      (await ask({
        command: "execute",
        method: "creates.create_poll.operation.inputFields",
        bundle: { inputData },
      })) as { key: string; required?: boolean }[];
    for (const mapped of ["{{1__kind}}", "Termine", "x".repeat(1_000_000), ["date", "time"].join(" or ")]) {
      const fields = await list({ kind: mapped, conferencing: mapped });
      const required = fields.filter((field) => field.required).map(({ key }) => key);
      expect(required).toEqual(["title", "kind"]);
      const keys = fields.map(({ key }) => key);
      expect(keys).toEqual(expect.arrayContaining(["dates", "times", "start_date", "conferencing_link"]));
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it("of Create Poll demand a length of slots only when the Zap runs", async () => {
    const create = definition.creates["create_poll"] as Step;
    const fields = await listInputFields({ ...create, type: "creates" });
    expect(fields.find(({ key }) => key === "duration")?.required).not.toBe(true);
  });

  it("have the labels that messages about them use", async () => {
    for (const step of steps)
      for (const { key, type, label } of await listInputFields(step))
        if (type !== "copy") expect([key, labelField(key)]).toEqual([key, label]);
  });

  it("of Create Poll show the defaults of the service", async () => {
    const create = definition.creates["create_poll"] as Step;
    const fields = await listInputFields({ ...create, type: "creates" });
    const defaults = Object.fromEntries(
      fields.flatMap(({ key, helpText }) => {
        const word = /Default: (\w+)\./.exec(helpText ?? "")?.[1];
        return word === undefined ? [] : [[key, word]];
      }),
    );
    expect(defaults).toEqual({
      require_email: "No",
      hide_participants: "No",
      hide_scores: "No",
      disable_comments: "Yes",
      allow_tentative_votes: "Yes",
    });
    // Zapier would put a default value in place of a false that an earlier step brings.
    expect(fields.filter((field) => field.default !== undefined)).toEqual([]);
    for (const field of fields) expect(field.label).toBe(labels[field.key as keyof typeof labels]);
  });

  it("of Delete Poll begin with the warning that it cannot be undone", () => {
    expect(definition.creates["delete_poll"]?.operation.inputFields[0]).toMatchObject({
      type: "copy",
      helpText: expect.stringContaining("cannot be undone"),
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
  it.each(named(visible))(
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

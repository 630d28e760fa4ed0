/** The input fields of every step: their texts, their lists, and which ones Create Poll shows after a choice. */
import { describe, expect, it } from "vitest";
import { labelField, labels } from "../../zapier/input/labels.ts";
import {
  chooseInputs,
  findStep,
  keyed,
  listInputFields,
  listSteps,
  readDefinition,
  titleCase,
} from "./app-definition.ts";

const definition = await readDefinition();
const steps = listSteps(definition);
const visible = steps.filter(({ display }) => display.hidden !== true);
const create = findStep(definition, "create_poll");
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

describe("input fields", () => {
  it.each(keyed(steps))(
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

  it.each(keyed(steps))(
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
      (await chooseInputs(create, inputData)).map(({ key }) => key);
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
    for (const mapped of ["{{1__kind}}", "Termine", "x".repeat(1_000_000), ["date", "time"].join(" or ")]) {
      const fields = await chooseInputs(create, { kind: mapped, conferencing: mapped });
      const required = fields.filter((field) => field.required).map(({ key }) => key);
      expect(required).toEqual(["title", "kind"]);
      const keys = fields.map(({ key }) => key);
      expect(keys).toEqual(expect.arrayContaining(["dates", "times", "start_date", "conferencing_link"]));
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it("of Create Poll demand a length of slots only when the Zap runs", async () => {
    const fields = await listInputFields(create);
    expect(fields.find(({ key }) => key === "duration")?.required).not.toBe(true);
  });

  it("have the labels that messages about them use", async () => {
    for (const step of steps)
      for (const { key, type, label } of await listInputFields(step))
        if (type !== "copy") expect([key, labelField(key)]).toEqual([key, label]);
  });

  it("of Create Poll show the defaults of the service", async () => {
    const fields = await listInputFields(create);
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

/** One field for each option of a poll: its key, its label and the answer in it. */
import { describe, expect, it } from "vitest";
import App from "../../zapier/index.ts";
import {
  chooseOptionKeys,
  createAnswerFormatter,
  labelOptions,
  listOptionKeys,
} from "../../zapier/output/option-answers.ts";
import { findStep, listOutputFields, readDefinition } from "./app-definition.ts";
import { startHarness } from "./harness.ts";

const harness = startHarness();
const { triggers, creates, searches } = App;
const definition = await readDefinition();

type Output = Record<string, unknown> & { id: string };

const create = (inputData: Record<string, unknown>) =>
  harness.run<Output>(creates.create_poll, {
    inputData: { title: "Lunch", ...inputData },
    meta: { timezone: "America/New_York" },
  });

const slot = (startTime: string, duration: number) => ({
  id: `${startTime}${duration}`,
  startTime,
  duration,
});

describe("the key of an option", () => {
  it("is made of the day, or of the start in UTC and the duration", () => {
    expect(listOptionKeys([{ id: "o", date: "2027-03-02" }], "time")).toEqual(["option_2027_03_02"]);
    expect(
      listOptionKeys([slot("2027-03-02T14:00:00Z", 30), slot("2027-03-02T14:00:00.000Z", 60)], "time"),
    ).toEqual(["option_2027_03_02_1400_30", "option_2027_03_02_1400_60"]);
  });

  it("is the position without a chosen poll", () => {
    expect(
      listOptionKeys([slot("2027-03-02T14:00:00Z", 30), slot("2027-03-01T14:00:00Z", 30)], "position"),
    ).toEqual(["option_1", "option_2"]);
  });

  it.each([
    ["picked", { inputData: { poll: "Xk3pQ9vLm2Ab" } }, "time"],
    ["picked, in a list", { inputData: { poll: ["Xk3pQ9vLm2Ab"] } }, "time"],
    ["typed", { inputData: { poll: "a" }, inputDataRaw: { poll: "a" } }, "time"],
    ["mapped", { inputData: { poll: "a" }, inputDataRaw: { poll: "{{123__id}}" } }, "position"],
    ["mapped, not filled in yet", { inputData: { poll: "{{123__id}}" } }, "position"],
    ["empty", { inputData: { poll: "" } }, "position"],
    ["null", { inputData: { poll: null } }, "position"],
    ["a list of blanks", { inputData: { poll: [null, ""] } }, "position"],
    ["not there", { inputData: {} }, "position"],
    ["of a step without input", {}, "position"],
  ])("depends on the field Poll: %s", (_name, bundle, expected) => {
    expect(chooseOptionKeys(bundle as object)).toBe(expected);
  });
});

describe("the label of an option", () => {
  it("is the day and the start in the poll's zone", () => {
    const options = [slot("2027-03-02T14:00:00Z", 30), slot("2027-03-10T02:00:00Z", 30)];
    expect(labelOptions({ options, timeZone: "America/New_York" })).toEqual([
      "Tue 2 March, 09:00",
      "Tue 9 March, 21:00",
    ]);
    expect(labelOptions({ options, timeZone: null })[0]).toBe("Tue 2 March, 14:00");
    expect(labelOptions({ options: [{ id: "o", date: "2027-03-02" }], timeZone: null })).toEqual([
      "Tue 2 March",
    ]);
    expect(labelOptions({ options: [], timeZone: null })).toEqual([]);
  });

  it.each([
    [
      "the end",
      [slot("2027-03-02T14:00:00Z", 30), slot("2027-03-02T14:00:00Z", 60)],
      ["Tue 2 Mar 2027, 15:00-15:30", "Tue 2 Mar 2027, 15:00-16:00"],
    ],
    [
      "the offset",
      [slot("2027-10-31T00:00:00Z", 30), slot("2027-10-31T01:00:00Z", 30)],
      ["Sun 2027-10-31 02:00–02:30 +02:00", "Sun 2027-10-31 02:00–02:30 +01:00"],
    ],
  ])("has %s when two labels would be equal", (_name, options, expected) => {
    const labels = labelOptions({ options, timeZone: "Europe/Berlin" });
    expect(new Set(labels).size).toBe(2);
    expect(labels).toEqual(expected);
  });

  it("stays short when two options are equal in all", () => {
    const options = [slot("2027-03-02T14:00:00Z", 30), slot("2027-03-02T14:00:00Z", 30)];
    expect(labelOptions({ options, timeZone: "UTC" })).toEqual(["Tue 2 March, 14:00", "Tue 2 March, 14:00"]);
    expect(Object.keys(createAnswerFormatter({ options }, "time")(person([])))).toHaveLength(1);
  });
});

const person = (availability: { start: string; end: string; modifiers: string[] }[]) => ({
  id: "p",
  name: "Ada",
  email: null,
  createdAt: "2027-01-01T00:00:00Z",
  availability: availability.map((span) => ({ ...span, allDay: false })),
});

describe("the answers of a response", () => {
  it("tell slots with one start and two durations apart, and leave out spans of no option", () => {
    const options = [slot("2027-03-02T14:00:00Z", 30), slot("2027-03-02T14:00:00Z", 60)];
    const at = (end: string, modifiers: string[] = []) => ({ start: "2027-03-02T14:00:00Z", end, modifiers });
    const spans = [at("2027-03-02T15:00:00Z", ["ifNeedBe"]), at("2027-03-02T16:00:00Z")];
    expect(createAnswerFormatter({ options }, "time")(person(spans))).toEqual({
      option_2027_03_02_1400_30: "no or unanswered",
      option_2027_03_02_1400_60: "if need be",
    });
    expect(createAnswerFormatter({ options }, "position")(person([at("2027-03-02T14:30:00Z")]))).toEqual({
      option_1: "yes",
      option_2: "no or unanswered",
    });
  });

  it.each([
    ["New Response", triggers.new_response, {}],
    ["Find Response", searches.find_response, { person: "Ada" }],
  ])("have the same keys and labels in the editor and in a run: %s", async (_name, step, inputData) => {
    const poll = await create({
      kind: "time",
      duration: 30,
      times: ["2027-03-02 09:00", "2027-03-03 09:00"],
    });
    const [, wednesday] = poll["options"] as { id: string }[];
    harness.sandbox.vote(poll.id, { name: "Ada", choices: { [wednesday?.id ?? ""]: "yes" } });
    const bundle = { inputData: { poll: poll.id, ...inputData }, meta: {} };
    const [response] = await harness.run<Output[]>(step, bundle);
    const answers = { option_2027_03_02_1400_30: "no or unanswered", option_2027_03_03_1400_30: "yes" };
    expect(response).toMatchObject(answers);
    const fields = await listFields(step, bundle.inputData);
    expect(fields.filter(({ key }) => key in answers).map(({ key, label }) => [key, label])).toEqual([
      ["option_2027_03_02_1400_30", "Tue 2 March, 09:00"],
      ["option_2027_03_03_1400_30", "Wed 3 March, 09:00"],
    ]);
  });

  it("are numbered when the poll is mapped, in the editor and in a run", async () => {
    const poll = await create({ offer: "days", dates: ["2027-03-02", "2027-03-03"] });
    harness.sandbox.vote(poll.id, { name: "Ada", choices: { "2027-03-03": "ifNeedBe" } });
    const inputDataRaw = { poll: "{{123__id}}", person: "Ada" };
    const [response] = await harness.run<Output[]>(searches.find_response, {
      inputData: { poll: poll.id, person: "Ada" },
      inputDataRaw,
      meta: {},
    });
    expect(response).toMatchObject({ option_1: "no or unanswered", option_2: "if need be" });
    expect(Object.keys(response ?? {})).not.toContain("option_2027_03_02");
    const fields = await listFields(searches.find_response, { poll: poll.id }, inputDataRaw);
    expect(fields.filter(({ key }) => key.startsWith("option_")).map(({ label }) => label)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Option ${index + 1}`),
    );
  });

  it("have no fields when the poll cannot be read: the others stay", async () => {
    for (const poll of ["gone00000000", "not a poll at all"]) {
      const fields = await listFields(searches.find_response, { poll });
      expect(fields.map(({ key }) => key)).toEqual(Object.keys(searches.find_response.operation.sample));
    }
  });

  it("are there for a poll of a hundred options", async () => {
    const dates = Array.from({ length: 100 }, (_, index) =>
      new Date(Date.parse("2027-03-01") + index * 86_400_000).toISOString().slice(0, 10),
    );
    const poll = await create({ offer: "days", dates });
    const fields = await listFields(triggers.new_response, { poll: poll.id });
    const options = fields.filter(({ key }) => key.startsWith("option_"));
    expect(options).toHaveLength(100);
    expect(new Set(options.map(({ label }) => label)).size).toBe(100);
  });
});

const listFields = (
  step: { key: string },
  inputData: Record<string, unknown>,
  inputDataRaw?: Record<string, unknown>,
) =>
  listOutputFields(findStep(definition, step.key), {
    authData: { apiKey: harness.sandbox.apiKey },
    inputData,
    ...(inputDataRaw && { inputDataRaw }),
  });

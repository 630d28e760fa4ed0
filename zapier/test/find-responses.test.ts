/** Find Responses: everybody who responded, or everybody who gave a certain answer to an option. */
import { beforeEach, describe, expect, it } from "vitest";
import App from "../../zapier/index.ts";
import { findStep, listOutputFields, readDefinition } from "./app-definition.ts";
import { serveCrowd } from "./crowd.ts";
import { startHarness } from "./harness.ts";
import { createScriptedServer } from "./scripted-server.ts";

const harness = startHarness();
type Output = Record<string, unknown> & { id: string };
type Answer = "yes" | "ifNeedBe" | "no";

const create = (form: Record<string, unknown>) =>
  harness.run<Output>(App.creates.create_poll, {
    inputData: { title: "Planning", ...form },
    meta: { timezone: "America/New_York" },
  });

const findRecord = async (inputData: Record<string, unknown>) => {
  const found = await harness.run<Output[]>(App.searches.find_responses, { inputData, meta: {} });
  expect(found).toHaveLength(1);
  return found[0] as Output;
};

const vote = (poll: Output, name: string, answers: (Answer | undefined)[], email?: string) => {
  const ids = (poll["options"] as { id: string }[]).map(({ id }) => id);
  const choices = Object.fromEntries(
    answers.flatMap((answer, index) => (answer === undefined ? [] : [[ids[index] ?? "", answer]])),
  );
  return harness.sandbox.vote(poll.id, { name, ...(email !== undefined && { email }), choices });
};

let poll: Output;
const find = (inputData: Record<string, unknown> = {}) => findRecord({ poll: poll.id, ...inputData });
const names = async (inputData: Record<string, unknown>) => (await find(inputData))["names_text"];

beforeEach(async () => {
  // Two times on Tuesday, one on Wednesday.
  poll = await create({
    kind: "time",
    duration: 30,
    times: ["2027-03-02 09:00", "2027-03-02 14:00", "2027-03-03 09:00"],
  });
  vote(poll, "Ada Lovelace", ["yes", "yes", undefined], "ada@example.com");
  vote(poll, "Ben", ["ifNeedBe", "no", "yes"], "ben@example.com");
  vote(poll, "Cleo", ["no", "no", "no"]);
});

describe("Find Responses", () => {
  it("gives everybody without a filter, with addresses as text and as line items", async () => {
    expect(await find()).toMatchObject({
      id: poll.id,
      title: "Planning",
      status: "open",
      response_count: 3,
      match_count: 3,
      names_text: "Ada Lovelace, Ben, Cleo",
      emails_text: "ada@example.com, ben@example.com",
      emails: [{ email: "ada@example.com" }, { email: "ben@example.com" }],
      filtered_options_text: "",
      responses: [
        {
          name: "Ada Lovelace",
          first_name: "Ada",
          last_name: "Lovelace",
          option_2027_03_02_1400_30: "yes",
          option_2027_03_03_1400_30: "no or unanswered",
        },
        { name: "Ben", email: "ben@example.com", option_2027_03_02_1400_30: "if need be" },
        { name: "Cleo", email: null },
      ],
    });
  });

  it("takes two requests", async () => {
    expect(await harness.requestsOf(() => find())).toEqual([
      `GET /v1/polls/${poll.id}`,
      `GET /v1/polls/${poll.id}/participants`,
    ]);
  });

  it.each([
    ["its number", "3"],
    ["its numbered label", "Option 3"],
    ["its numbered key", "option_3"],
    ["its key", "option_2027_03_03_1400_30"],
    ["its day", "2027-03-03"],
    ["its day in words", "March 3, 2027"],
    ["its long day", "Wednesday, 3 March 2027"],
    ["its weekday", "wednesday"],
    ["its start", "2027-03-03 09:00"],
    ["its start in words", "Mar 3, 2027 9am"],
    ["its start with an offset", "2027-03-03T09:00:00-05:00"],
    ["its start in UTC", "2027-03-03T14:00:00.000Z"],
    ["its label", "Wed 3 March, 09:00"],
    ["its text", "Wed, 3 March 2027, 09:00-09:30 (America/New_York, UTC-05:00)"],
    ["a list", ["3", null, ""]],
    ["JSON", '["3"]'],
    ["line items", [{ start: "2027-03-03T09:00:00-05:00" }]],
  ])("filters by an option: %s", async (_name, options) => {
    expect(await find({ options })).toMatchObject({
      names_text: "Ben",
      filtered_options_text: "Wed 3 March, 09:00",
    });
  });

  it("takes the id of an option", async () => {
    const [, , wednesday] = poll["options"] as { id: string }[];
    expect(await names({ options: wednesday?.id })).toBe("Ben");
  });

  it.each([
    ["1, 3", "Tue 2 March, 09:00; Wed 3 March, 09:00"],
    ["3; 1; 3", "Tue 2 March, 09:00; Wed 3 March, 09:00"],
    ["Tue 2 March, 09:00, Wed 3 March, 09:00", "Tue 2 March, 09:00; Wed 3 March, 09:00"],
    ["Tue 2 March, 14:00\nWed 3 March, 09:00", "Tue 2 March, 14:00; Wed 3 March, 09:00"],
    ["2027-03-02", "Tue 2 March, 09:00; Tue 2 March, 14:00"],
    ["Tuesday, 2 March 2027", "Tue 2 March, 09:00; Tue 2 March, 14:00"],
  ])("takes several options in one text: %j", async (options, expected) => {
    expect((await find({ options }))["filtered_options_text"]).toBe(expected);
  });

  it.each([
    ["who can come on Tuesday, if need be", { options: "2027-03-02" }, "Ada Lovelace, Ben"],
    ["who says yes to Tuesday", { options: "2027-03-02", answers: ["yes"] }, "Ada Lovelace"],
    ["who cannot come on Tuesday at all", { options: "2027-03-02", answers: "No or unanswered" }, "Cleo"],
    ["who cannot at one of the times", { options: "2027-03-02", answers: "No", match: "any" }, "Ben, Cleo"],
    ["who can at every time", { options: "2027-03-02", match: "Every one of the options" }, "Ada Lovelace"],
    ["who can at no time of the poll", { answers: ["noOrUnanswered"] }, "Cleo"],
    ["who says yes to something", { answers: "Yes" }, "Ada Lovelace, Ben"],
    ["several answers", { options: "1", answers: "if need be, no or unanswered" }, "Ben, Cleo"],
    ["blanks", { options: ["", null], answers: [""], match: "" }, "Ada Lovelace, Ben, Cleo"],
  ])("finds %s", async (_name, filter, expected) => {
    expect(await names(filter)).toBe(expected);
  });

  it.each([
    [{ options: "4" }, /Options: .*4.* is not an option of this poll\. Enter its number/],
    [{ options: "0" }, /Options: .*0.* is not/],
    [{ options: "2027-03-04" }, /Options: .*2027-03-04.* is not/],
    [{ options: ["1", "Lunch"] }, /Options: .*Lunch.* is not/],
    [{ options: "2027-03-03 09:00-09:30 CET" }, /Options: /],
    [{ options: Array(101).fill("1") }, /Options: is too long\. Enter at most 100 options/],
    [{ options: "1,".repeat(10_000) }, /Options: is too long/],
    [{ answers: "perhaps" }, /Answers: .*perhaps.* is not one of the choices/],
    [{ match: "most" }, /Match: .*most.* is not one of the choices/],
    [{ poll: "" }, /Poll: is required/],
  ])("refuses %j", async (filter, message) => {
    await expect(find(filter)).rejects.toThrow(message);
  });

  it("asks for the weekday's date when two days of the poll are that weekday", async () => {
    const weekly = await create({ offer: "days", dates: ["2027-03-02", "2027-03-09"] });
    await expect(findRecord({ poll: weekly.id, options: "Tuesday" })).rejects.toThrow(/Tuesday.* is not/);
  });

  it("gives a record with counts of 0 when nobody matches or nobody has responded", async () => {
    expect(await find({ options: "1", answers: "no", match: "every" })).toMatchObject({ match_count: 1 });
    harness.sandbox.removeParticipant(poll.id, (await cleo()) ?? "");
    expect(await find({ options: "1,2,3", answers: "no" })).toMatchObject({
      response_count: 2,
      match_count: 0,
      names_text: "",
      emails_text: "",
      emails: [],
      responses: [],
    });
    const empty = await create({ offer: "days", dates: ["2027-03-02"] });
    expect(await findRecord({ poll: empty.id })).toMatchObject({ response_count: 0, match_count: 0 });
  });

  it("finds nothing when the poll is gone", async () => {
    const inputData = { poll: "gone00000000", options: "1" };
    expect(await harness.run(App.searches.find_responses, { inputData, meta: {} })).toEqual([]);
  });

  it("works for closed, scheduled and floating polls", async () => {
    const floating = await create({
      offer: "times",
      time_zone: "floating",
      times: ["2027-03-02 09:00-10:00"],
    });
    vote(floating, "Ada", ["yes"]);
    expect(await findRecord({ poll: floating.id, options: "2027-03-02 09:00" })).toMatchObject({
      names_text: "Ada",
      time_zone: null,
    });
    await expect(findRecord({ poll: floating.id, options: "2027-03-02T09:00:00Z" })).rejects.toThrow(
      /Options:/,
    );
    harness.sandbox.closePoll(poll.id);
    expect(await find({ options: "3" })).toMatchObject({ status: "closed", names_text: "Ben" });
    const [, , wednesday] = poll["options"] as { id: string }[];
    harness.sandbox.schedulePoll(poll.id, wednesday?.id ?? "");
    expect(await find({ options: "3" })).toMatchObject({ status: "scheduled", names_text: "Ben" });
  });

  it("lists a person who responded twice twice, with one address", async () => {
    vote(poll, "Ben again", ["yes"], "BEN@example.com");
    expect(await find()).toMatchObject({
      match_count: 4,
      names_text: "Ada Lovelace, Ben, Cleo, Ben again",
      emails_text: "ada@example.com, BEN@example.com",
    });
  });

  it("numbers the options of a mapped poll, and labels those of a chosen one", async () => {
    const [mapped] = await harness.run<Output[]>(App.searches.find_responses, {
      inputData: { poll: poll.id },
      inputDataRaw: { poll: "{{1__id}}" },
      meta: {},
    });
    expect(mapped).toMatchObject({ responses: [{ option_1: "yes", option_3: "no or unanswered" }, {}, {}] });
    const step = findStep(await readDefinition(), "find_responses");
    const authData = { apiKey: harness.sandbox.apiKey };
    const fields = await listOutputFields(step, { authData, inputData: { poll: poll.id } });
    const children = fields.find(({ key }) => key === "responses")?.children ?? [];
    expect(children.map(({ label }) => label)).toContain("Tue 2 March, 14:00");
  });
});

const cleo = async () =>
  ((await find())["responses"] as { response_id: string; name: string }[]).find(({ name }) => name === "Cleo")
    ?.response_id;

describe("the largest poll", () => {
  const { serve, run } = createScriptedServer();

  it("gives 500 line items of 1,000 responses, and counts all, within the limit of a step", async () => {
    await serve(serveCrowd({ people: 1_000, options: 100 }));
    const [record] = (await run(App.searches.find_responses, { poll: "p0", options: "100" })) as Output[];
    expect(record).toMatchObject({ response_count: 1_000, match_count: 1_000 });
    expect(record?.["responses"]).toHaveLength(500);
    expect(record?.["emails"]).toHaveLength(500);
    expect(String(record?.["emails_text"]).split(", ")).toHaveLength(1_000);
    expect(Buffer.byteLength(JSON.stringify(record))).toBeLessThan(6_000_000);
  });
});

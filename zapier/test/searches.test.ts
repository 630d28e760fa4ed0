/** The searches, through Zapier's tester to a sandbox. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Poll } from "../../src/api/index.ts";
import App from "../index.ts";
import { type Answer, type Item, startSpace } from "./space.ts";

const space = startSpace();
const { find_poll, find_polls, find_best_time, find_response, find_missing_people } = App.searches;

describe("Find Poll", () => {
  const find = async (inputData: Record<string, unknown>) =>
    (await space.run(find_poll, inputData)).map((item) => item["title"]);

  it("finds the whole title, whatever its case, accents and spaces, and the newest of several first", async () => {
    const [, newest] = [await space.createPoll("Café team"), await space.createPoll("Cafe  TEAM")];
    await space.createPoll("Cafe team on Friday");
    expect((await space.run(find_poll, { title: " café Team " })).map(({ id }) => id)[0]).toBe(newest);
    expect(await find({ title: "cafe" })).toEqual([]);
  });

  it("finds among one status, or the poll that was picked", async () => {
    const closed = await space.createPoll();
    await space.createPoll();
    space.sandbox.closePoll(closed);
    expect(await space.run(find_poll, { title: "Lunch", status: "Closed" })).toMatchObject([{ id: closed }]);
    const link = `https://app.example.com/invite/${closed}`;
    expect(await space.run(find_poll, { poll: link })).toMatchObject([{ id: closed, status: "closed" }]);
  });

  it("finds open polls, unless Any is chosen, and the newest of a status without a title", async () => {
    const [closed, open] = [await space.createPoll(), await space.createPoll()];
    space.sandbox.closePoll(closed);
    const ids = async (input: object) => (await space.run(find_poll, { ...input })).map(({ id }) => id);
    expect(await ids({ title: "Lunch" })).toEqual([open]);
    expect(await ids({ title: "Lunch", status: "Any" })).toEqual([open, closed]);
    expect(await ids({ status: "Closed" })).toEqual([closed]);
    expect(await ids({ status: "any" })).toEqual([open]);
    const message = "Title: is required. Enter one, choose a Status alone, or pick a Poll from the list.";
    await expect(find({})).rejects.toThrow(message);
    await expect(find({ title: "\u00ad", status: "Open" })).resolves.toEqual(["Lunch"]);
  });

  it.each([
    ["Title", "title", find_poll],
    ["Poll", "poll", find_poll],
    ["Title", "title", find_polls],
    ["Person", "person", find_response],
    ["Available At", "available_at", find_response],
    ["Only These People", "only_these_people", find_best_time],
  ])("stops where %s is mapped, and empty in this run (%s)", async (label, key, step) => {
    const poll = label === "Title" ? "" : await space.createPoll();
    const inputData = { poll, status: "open", [key]: "" };
    const run = space.harness.run(step, { inputData, inputDataRaw: { [key]: "{{1.subject}}" } });
    await expect(run).rejects.toThrow(`${label}: is mapped, but empty.`);
  });

  it("explains a title in the place of a poll, and finds nothing where a poll is gone", async () => {
    for (const poll of ["Lunch", "Brainstorming", "Q3-planning", "Kickoff"])
      for (const step of [find_poll, find_best_time, find_response, find_missing_people])
        await expect(space.run(step, { poll, invited_people: "Ada" })).rejects.toThrow(
          new RegExp(`Poll: no poll has the ID .*${poll}.*use Title of a Find Poll step`),
        );
    for (const step of [find_best_time, find_response, find_missing_people])
      expect(await space.run(step, { poll: "NoSuchPoll00", invited_people: "Ada" })).toEqual([]);
  });

  it("reads no further page once a poll has the title", async () => {
    await space.createPolls(120);
    expect(await space.requestsOf(() => find({ title: "Poll 119" }))).toHaveLength(1);
    expect(await space.requestsOf(() => find({ title: "Poll 0" }))).toHaveLength(2);
  });
});

let call: Poll;
let poll = "";
let options: string[] = [];
const vote = (name: string, answers: Answer[], email?: string) => space.answer(call, name, answers, email);

/** Has the tests answer a call of three days. */
async function setCall(timeZone?: null): Promise<void> {
  call = await space.createCall(3, timeZone);
  poll = call.id;
  options = call.options.map(({ id }) => id);
}

async function setUp(): Promise<void> {
  await setCall();
  vote("Ada Lovelace", ["yes", "yes", "no"], "ada@example.com");
  vote("Ben", ["no", "ifNeedBe", "yes"], "ben@example.com");
  vote("Cleo", ["no", "yes", "no"]);
}

/** The one result of a search about the call. */
async function findOne(step: unknown, inputData: object): Promise<Item> {
  const [found, ...others] = await space.run(step, { poll, ...inputData });
  expect(others).toEqual([]);
  return found ?? { id: "" };
}

describe("Find Polls", () => {
  it("lists the polls of a status with counts and links, the newest first", async () => {
    const [lunch, empty, closed] = [
      await space.createPoll("Team lunch"),
      await space.createPoll("Team walk"),
      await space.createPoll("Team dinner"),
    ];
    for (const name of ["Ada", "Ben"]) space.vote(lunch, name);
    space.sandbox.closePoll(closed);
    const [list, ...others] = await space.run(find_polls);
    expect(others).toEqual([]);
    expect(list).toMatchObject({
      match_count: 2,
      polls: [
        { poll_id: empty, response_count: 0 },
        {
          poll_id: lunch,
          title: "Team lunch",
          status: "open",
          invite_link: expect.stringContaining(lunch),
          response_count: 2,
        },
      ],
    });
    expect(list?.["polls_text"]).toMatch(
      /^Team walk \(open\): 0 responses\. \S+\nTeam lunch \(open\): 2 responses\. \S+$/,
    );
  });

  it("does not list all polls for a title without a word", async () => {
    await space.createPoll();
    await expect(space.run(find_polls, { title: "?!" })).rejects.toThrow(/Title: .* has no word/);
  });

  it.each([
    [{ title: "walk team" }, ["Team walk"]],
    [{ status: "Closed" }, ["Team dinner"]],
    [{ status: "Any", title: "team" }, ["Team dinner", "Team walk"]],
    [{ title: "Wal" }, ["Team walk"]],
    [{ title: "am" }, undefined],
    [{ title: "breakfast" }, undefined],
  ])("takes a status and words of the title: %j", async (input, titles) => {
    await space.createPoll("Team walk");
    space.sandbox.closePoll(await space.createPoll("Team dinner"));
    const [list] = await space.run(find_polls, input);
    expect((list?.["polls"] as Item[] | undefined)?.map(({ title }) => title)).toEqual(titles);
  });
});

describe("Find Best Time", () => {
  beforeEach(setUp);
  const find = (inputData: Record<string, unknown> = {}) =>
    space.run<Item[]>(find_best_time, { poll, ...inputData });

  it("gives the option that suits most people, ready for a calendar, and ranks all with their votes", async () => {
    const requests = await space.requestsOf(async () => {
      const [best] = await find();
      expect(best).toMatchObject({
        id: poll,
        title: "Call",
        option_id: options[1],
        start: "2027-03-02T09:00:00-05:00",
        end: "2027-03-02T09:30:00-05:00",
        all_day: false,
        available_count: 3,
        yes_count: 2,
        if_need_be_count: 1,
        no_or_unanswered_count: 0,
        is_tie: false,
        is_past: false,
        response_count: 3,
        names_text: "Ada Lovelace, Cleo, Ben",
        if_need_be_text: "Ben",
        emails: "ada@example.com, ben@example.com",
        summary:
          "Tue, 2 March 2027, 09:00-09:30 (America/New_York, UTC-05:00): 3 of 3 available, 1 of them only if need be.",
      });
      expect(best?.["options"]).toMatchObject([
        { option_number: 2, option_id: options[1], yes_count: 2 },
        { option_number: 1, option_id: options[0], yes_count: 1, no_or_unanswered_text: "Ben, Cleo" },
        {
          option_number: 3,
          option_id: options[2],
          yes_count: 1,
          no_or_unanswered_text: "Ada Lovelace, Cleo",
        },
      ]);
      expect(String(best?.["options_text"]).split("\n")).toHaveLength(3);
    });
    expect(requests).toEqual(["/…", "/…/participants"]);
  });

  const best = [
    [{ people_who_must_attend: "Cleo; Ada Lovelace" }, 1],
    [{ people_who_must_attend: ["ben@example.com"], people_who_may_miss_it: "Ada Lovelace; Cleo" }, 2],
    [
      { people_who_must_attend: [{ name: "Ada Lovelace", email: "ada@example.com" }], minimum_people: "3" },
      1,
    ],
    [{ people_who_must_attend: "Zoe Unknown" }, undefined],
    [{ minimum_people: "4 people" }, undefined],
  ] as const;
  it.each(best)("takes %j into account", async (input, index) => {
    expect((await find(input)).map((item) => item["option_id"])).toEqual(
      index === undefined ? [] : [options[index]],
    );
  });

  it("asks who is meant, and suggests who may be meant by a name that fits nobody", async () => {
    vote("Ada Lovelace", ["yes"], "other@example.com");
    await expect(find({ people_who_must_attend: "Ada Lovelace" })).rejects.toThrow(
      /People Who Must Attend: It is unclear whether .*Ada Lovelace.*ada@example\.com.*other@example\.com/,
    );
    // blank-must-attend
    await expect(find({ people_who_must_attend: "N/A" })).rejects.toThrow(/People Who Must Attend: /);
    await expect(find({ people_who_must_attend: "Adda Lovelace" })).rejects.toThrow(
      /People Who Must Attend: .*Adda Lovelace.* has not responded\. Did you mean Ada Lovelace/,
    );
    await expect(find({ people_who_must_attend: "Cleo Day" })).rejects.toThrow(
      /People Who Must Attend: It is unclear whether .*Cleo Day.* is Cleo \(/,
    );
    await expect(
      find({ people_who_must_attend: "Ben", people_who_may_miss_it: "ben@example.com" }),
    ).rejects.toThrow(/People Who May Miss It: .*ben@example\.com.* is also in People Who Must Attend/);
    await expect(find({ minimum_people: "many" })).rejects.toThrow(
      /Minimum People: .*many.* is not a whole number of people/,
    );
  });

  it("counts only the people that are named, also for the minimum, and says how it read them", async () => {
    const only_these_people = ["Ada Lovelace", "ben@example.com", "Zoe Zimmer"];
    const [best] = await find({ only_these_people });
    expect(best).toMatchObject({ option_id: options[1], available_count: 2, no_or_unanswered_count: 0 });
    expect(best?.["people_read_text"]).toBe(
      'Only These People: Read as 3 people.\n"Zoe Zimmer" has not responded.',
    );
    expect(await find({ only_these_people, minimum_people: "3" })).toEqual([]);
  });

  it("says that somebody answered twice", async () => {
    vote("Ben", ["no", "yes", "yes"], "ben@example.com");
    expect((await find())[0]?.["summary"]).toMatch(/1 person answered twice .*: the last answer counts\./);
  });

  it("takes an option that has passed only if all have, and says so", async () => {
    space.pass(60 * 24 * 47);
    expect(await find()).toMatchObject([{ option_id: options[2], is_past: false }]);
    space.pass(60 * 24 * 2);
    const [past] = await find();
    expect(past).toMatchObject({ option_id: options[1], is_past: true });
    expect(past?.["summary"]).toMatch(/This time has passed\./);
  });

  it("takes a day until it is over in the zone of the account", async () => {
    const day = await space.createPoll("Lunch", "2027-01-15");
    space.sandbox.vote(day, { name: "Ada", choices: { "2027-01-15": "yes" } });
    for (const [timezone, is_past] of [
      ["Europe/Berlin", false],
      ["Pacific/Kiritimati", true],
    ])
      expect(await space.run(find_best_time, { poll: day }, { timezone })).toMatchObject([{ is_past }]);
  });

  it("says that a time was already picked, and finds nothing while nobody has voted", async () => {
    space.sandbox.schedulePoll(poll, options[0] ?? "");
    expect((await find())[0]?.["summary"]).toMatch(/A time has already been picked\. Open the Admin Link/);
    expect(await find({ poll: await space.createPoll() })).toEqual([]);
  });
});

describe("Find Response", () => {
  beforeEach(setUp);
  const find = (inputData = {}) => findOne(find_response, inputData);

  it("gives everybody, with names, addresses and each answer", async () => {
    const found = await find();
    expect(found).toMatchObject({
      id: poll,
      location: "Room 4",
      response_count: 3,
      match_count: 3,
      names_text: "Ada Lovelace, Ben, Cleo",
      emails: "ada@example.com, ben@example.com",
      start: null,
      name: null,
      answers: [],
    });
    expect(found["responses"]).toMatchObject([
      { name: "Ada Lovelace", first_name: "Ada", yes_count: 2, option_1: "yes" },
      { name: "Ben", if_need_be_count: 1, option_2: "if need be" },
      { name: "Cleo", email: null, option_3: "no or unanswered" },
    ]);
  });

  const chosen: [input: () => Record<string, unknown>, names: string][] = [
    // option-number
    [() => ({ available_at: "1" }), "Ada Lovelace"],
    [() => ({ available_at: options[1] }), "Ada Lovelace, Ben, Cleo"],
    [() => ({ available_at: "2027-03-03T09:00:00-05:00" }), "Ben"],
    [() => ({ available_at: "2027-03-01T14:00:00.000Z" }), "Ada Lovelace"],
    [() => ({ available_at: "Wed, 3 March 2027, 09:00-09:30 (America/New_York, UTC-05:00)" }), "Ben"],
    [() => ({ person: "ada" }), "Ada Lovelace"],
    [() => ({ person: "BEN@example.com" }), "Ben"],
    [() => ({ person: "Ben", available_at: "1" }), ""],
  ];
  it.each(chosen)("gives those who match %s", async (input, names) => {
    expect(await find(input())).toMatchObject({
      names_text: names,
      match_count: names === "" ? 0 : names.split(", ").length,
    });
  });

  it("takes the id of a response or of an event, and says what it did not find", async () => {
    const id = vote("Dan", ["yes"]);
    expect(await find({ person: id })).toMatchObject({ names_text: "Dan", note_text: "" });
    expect(await find({ person: "Adda Lovelace" })).toMatchObject({
      match_count: 0,
      note_text: '"Adda Lovelace" has not responded. Did you mean Ada Lovelace?',
    });
    expect(await find({ person: "Cleo Day" })).toMatchObject({
      match_count: 0,
      note_text: expect.stringMatching(/^It is unclear whether "Cleo Day" is Cleo \(/),
    });
    vote("Dan", ["no"], "dan@example.com");
    const found = await find({ person: "Dan" });
    expect(found["match_count"]).toBe(2);
    expect(found["note_text"]).toMatch(
      /unclear whether "Dan" is Dan \(Response ID .+\) or Dan \(dan@example\.com\)\./,
    );
    await expect(find({ person: "Ada; Ben" })).rejects.toThrow(
      "Person: has several people. Enter one person.",
    );
  });

  it("counts the last answer of a person who responded twice, and says so", async () => {
    vote("Ada Lovelace", ["no", "yes", "no"], "ada@example.com");
    vote("Ben", ["no", "yes", "yes"], "ben@example.com");
    const twice = "2 people answered twice (or two people of one name): the last answer counts.";
    expect(await find({ available_at: "1" })).toMatchObject({ match_count: 0, note_text: twice });
    expect(await find({ person: "Ben" })).toMatchObject({ match_count: 1, name: "Ben" });
  });

  it.each([
    ["option-slashes", "3/1/2027"],
    ["option-two-fit", "3/4/2027"],
    ["option-month-day", "March 1"],
    ["option-day-month", "1 March"],
    ["option-weekday", "Tuesday"],
    ["option-list-mark", "2."],
    ["option-none", "March 9"],
    ["a number that no option has", "4"],
    ["a time without its offset", "2027-03-01 09:00"],
  ])("%s: has no option %s", async (_id, time) => {
    await expect(find({ available_at: time })).rejects.toThrow(
      /Available At: .* is not an option of this poll\. Pick it from the list/,
    );
  });

  it("has a dropdown of the options of the chosen poll", async () => {
    const shown = await space.run(App.triggers.option_list, { poll });
    expect(shown.map(({ id }) => id)).toEqual(options);
  });

  it("takes the event of a webhook: the day of a whole day and the clock of a floating poll in UTC", async () => {
    const day = await space.createPoll();
    space.vote(day, "Ada", { email: "ada@example.com" });
    expect(await find({ poll: day, available_at: "2027-03-01T00:00:00.000Z" })).toMatchObject({
      start: "2027-03-01",
      end: "2027-03-02",
      all_day: true,
      emails: "ada@example.com",
    });
    await setCall(null);
    vote("Ada", ["yes"]);
    expect(await find({ available_at: "2027-03-01T14:00:00.000Z" })).toMatchObject({
      start: "2027-03-01 14:00",
      end: "2027-03-01 14:30",
      names_text: "Ada",
    });
  });

  it("has the fields of one person and each answer at the top", async () => {
    expect(await find({ person: "Ben", available_at: "1" })).toMatchObject({
      match_count: 0,
      name: "Ben",
      first_name: "Ben",
      email: "ben@example.com",
      answer: "no or unanswered",
      answers: [
        { option: expect.stringContaining("1 March"), answer: "no or unanswered" },
        { option: expect.stringContaining("2 March"), answer: "if need be" },
        { option: expect.stringContaining("3 March"), answer: "yes" },
      ],
    });
    vote("Ben", ["yes", "no", "no"], "ben@example.com");
    expect(await find({ person: "Ben", available_at: "1" })).toMatchObject({ match_count: 1, answer: "yes" });
    expect(await find({ person: "Zoe" })).toMatchObject({ name: null, answer: null, answers: [] });
  });

  it("counts a thousand responses, and lists 250", async () => {
    for (let number = 0; number < 997; number++) vote(`P${number}`, ["yes", "yes", "yes"]);
    const found = await find();
    expect(found["match_count"]).toBe(1_000);
    expect(found["responses"]).toHaveLength(250);
  });
});

describe("Find Missing People", () => {
  beforeEach(setUp);
  const find = (inputData: object) => findOne(find_missing_people, inputData);

  it("compares invited people with those who responded, and writes a reminder", async () => {
    const found = await find({
      invited_people: "Ada Lovelace; Ben <ben@example.com>; Dora Reed <dora@example.com>; Mio",
    });
    expect(found).toMatchObject({
      missing_count: 2,
      missing_text: "Dora Reed, Mio",
      missing_emails: "dora@example.com",
      missing_people: [{ first_name: "Dora", last_name: "Reed", note_text: "" }, { name: "Mio" }],
      unclear_count: 0,
      not_invited_text: "Cleo",
    });
    expect(found["reminder_text"]).toMatch(/Please answer "Call": .*\nStill missing: Dora Reed, Mio\./);
    expect(await find({ invited_people: "Ada Lovelace" })).toMatchObject({
      missing_count: 0,
      reminder_text: 'Everybody who was invited to "Call" has answered.',
    });
    space.sandbox.closePoll(poll);
    expect((await find({ invited_people: "Dora <dora@example.com>" }))["reminder_text"]).toBe(
      '"Call" is closed and takes no more answers. Not answered: Dora.',
    );
  });

  it("has people who may have responded in a group of their own, with no reminder for them", async () => {
    const found = await find({ invited_people: ["Cleo Day", "Uwe Fuchs", "Ben"] });
    expect(found).toMatchObject({
      missing_text: "Uwe Fuchs",
      unclear_count: 1,
      unclear_people: [{ name: "Cleo Day", may_be: expect.stringMatching(/^Cleo \(/) }],
      invited_count: 3,
      people_read_text: expect.stringMatching(/^Read as 3 people\./),
    });
    const commas = await find({ invited_people: ["Fuchs, Uwe", "Kern, Sabine"] });
    expect(commas).toMatchObject({ missing_text: "Fuchs, Uwe; Kern, Sabine" });
    const unclear = await find({ invited_people: "Cleo Day" });
    expect(unclear["reminder_text"]).toMatch(/^It is unclear who/);
  });

  it("marks what may be a group, and leaves it out of the reminder where the list fits nobody", async () => {
    const groups = await find({ invited_people: ["Sales team Berlin", "Dora Reed <dora@example.com>"] });
    expect(groups["missing_people"]).toMatchObject([
      { name: "Sales team Berlin", note_text: "perhaps a group or another name" },
      { name: "Dora Reed", note_text: "" },
    ]);
    expect(groups["people_read_text"]).toMatch(/Perhaps a group or another name: "Sales team Berlin"\./);
    expect(groups["reminder_text"]).toMatch(/Still missing: Dora Reed\.$/);
    const only = await find({ invited_people: "Sales team Berlin" });
    expect(only["reminder_text"]).toMatch(/^It is unclear who/);
    const some = await find({ invited_people: "Sales team Berlin; Ben" });
    expect(some["reminder_text"]).toMatch(/Still missing: Sales team Berlin\.$/);
  });
});

/** Copy Poll and Delete Poll, and creates whose response is lost. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Fault } from "../../src/sandbox/types.ts";

import { addDays } from "../../src/time/index.ts";
import { copyPoll } from "../creates/copy-poll.ts";
import { createPoll } from "../creates/create-poll.ts";
import { deletePoll } from "../creates/delete-poll.ts";
import { refusalOf, startHarness, today } from "./harness.ts";

const harness = startHarness();

type Output = Record<string, unknown> & { id: string };

const create = (inputData: Record<string, unknown>) =>
  harness.run<Output>(createPoll, { inputData, meta: { timezone: "America/New_York" } });
const copy = (inputData: Record<string, unknown>, meta = {}) =>
  harness.run<Output>(copyPoll, { inputData: { move_by: "1 week", ...inputData }, meta });
const posts = () => harness.sandbox.requests.filter(({ method }) => method === "POST");

const lunch = {
  title: "Team lunch",
  option_type: "times",
  times: ["2027-03-11 12:00 - 13:00", "2027-03-12 09:00 - 09:30"],
  description: "Bring food.",
  location: "Room 4",
  video_call: "https://meet.example.com/a",
  settings: ["Require Email", "Allow Comments"],
};
const days = (...dates: string[]) => create({ title: "Days", option_type: "days", dates });

beforeEach(() => harness.sandbox.setFaults({ rules: [] }));

describe("Copy Poll", () => {
  it("creates the poll again a week later, at the same clock time, with everything that it had", async () => {
    const poll = await create(lunch);
    const made = await copy({ poll: poll.id });
    const [original, copied] = posts()
      .slice(-2)
      .map(({ body }) => body as Record<string, unknown>);
    const slots = [
      { startTime: "2027-03-18T16:00:00Z", duration: 60 },
      { startTime: "2027-03-19T13:00:00Z", duration: 30 },
    ];
    expect(copied).toMatchObject({ ...original, options: slots });
    expect(made).toMatchObject({ status: "open", copied_poll_id: poll.id, moved_by_days: 7, notes: "" });
    expect(made.id).not.toBe(poll.id);
    expect(Object.keys(made)).toEqual(expect.arrayContaining(Object.keys(copyPoll.operation.sample)));
  });

  it("copies days, floating polls and a poll of the most options", async () => {
    expect((await copy({ poll: (await days("2027-03-01", "2027-03-03")).id }))["options"]).toMatchObject([
      { date: "2027-03-08", all_day: true },
      { date: "2027-03-10", all_day: true },
    ]);
    const floating = await create({ ...lunch, time_zone: "floating" });
    expect(await copy({ poll: floating.id })).toMatchObject({
      time_zone: null,
      options: [{ start: "2027-03-18 12:00" }, { start: "2027-03-19 09:00" }],
    });
    const full = await days(...Array.from({ length: 100 }, (_, index) => addDays("2027-03-01", index)));
    expect((await copy({ poll: full.id }))["options"]).toHaveLength(100);
  });

  it("copies closed, scheduled and canceled polls, as open polls without responses", async () => {
    for (const end of ["closePoll", "cancelPoll", "schedulePoll"] as const) {
      const { id } = await days("2027-03-01");
      harness.sandbox.vote(id, { name: "Ada", choices: { "2027-03-01": "yes" } });
      harness.sandbox[end](id, "2027-03-01");
      expect(await copy({ poll: id })).toMatchObject({ status: "open", response_count: 0 });
    }
  });

  it("changes only what is filled in, and takes a poll by its link", async () => {
    const poll = await create(lunch);
    const changed = { title: "Team dinner", description: "", organizer: "grace@example.com" };
    expect(await copy({ poll: poll["invite_link"], ...changed })).toMatchObject({
      title: "Team dinner",
      description: "Bring food.",
      location: "Room 4",
      organizer_email: "grace@example.com",
    });
  });

  it.each([
    ["7", 7],
    ["14.0", 14],
    [" 10 days ", 10],
    ["1 week", 7],
    ["+2w", 14],
    ["P1W", 7],
    [7, 7],
    [["1 week"], 7],
    ["0", 0],
    ["-1 day", -1],
    ["\u22121 day", -1],
  ])("moves by %j", async (move_by, moved) => {
    const made = await copy({ poll: (await days("2027-03-10")).id, move_by });
    expect(made).toMatchObject({ moved_by_days: moved, options: [{ date: addDays("2027-03-10", moved) }] });
  });

  it("move-by-days: a number alone counts days, as the help says", () => {
    const help = copyPoll.operation.inputFields.find((each) => "key" in each && each.key === "move_by");
    expect(help).toMatchObject({ helpText: expect.stringContaining("A number alone counts days") });
  });

  it.each([
    [{ move_by: undefined }, "Move By: is required. Enter how far the options move, such as 1 week."],
    [{ move_by: "1 month" }, 'Move By: "1 month" has a month or a year, which differ in length.'],
    [{ move_by: "1.5 weeks" }, "is not a number of days or weeks"],
    [{ move_by: "next week" }, "is not a number of days or weeks"],
    [{ move_by: "99999999" }, "is not a number of days or weeks"],
    [{ move_by: "3661" }, "is more than ten years"],
    [{ poll: undefined }, "Poll: is required. Pick a poll from the list."],
    [{ poll: "Team lunch" }, "use Title of a Find Poll step"],
  ])("refuses %j and sends nothing", async (form, message) => {
    const before = harness.sandbox.requests.length;
    expect(await refusalOf(copy({ poll: "Xk3pQ9vLm2Ab", ...form }))).toContain(message);
    expect(harness.sandbox.requests).toHaveLength(before);
  });

  it("refuses a time that the clock skips, and creates nothing", async () => {
    const poll = await create({ ...lunch, times: ["2027-03-07 02:30 - 03:30"] });
    const before = posts().length;
    expect(await refusalOf(copy({ poll: poll.id }))).toMatch(/^Poll: .*02:30 does not exist on 2027-03-14/);
    expect(posts()).toHaveLength(before);
  });
});

describe("Copy Poll with options in the past", () => {
  afterEach(() => {
    vi.setSystemTime(new Date(today));
  });

  it("stops with an error that says how many and what to do, or moves on", async () => {
    const { id } = await days("2027-01-18", "2027-01-20");
    const later = "2027-01-26T15:00:00Z";
    harness.sandbox.setNow(later);
    vi.setSystemTime(new Date(later));
    const before = posts().length;
    expect(await refusalOf(copy({ poll: id }))).toBe(
      "Move By: after 7 days, 1 of 2 options is in the past, the first is Monday, 25 January 2027. Move the poll further, or choose Move On under Past Options.",
    );
    expect(posts()).toHaveLength(before);
    expect(await copy({ poll: id, past_options: "move_on" })).toMatchObject({
      moved_by_days: 14,
      options_text: "Monday, 1 February 2027\nWednesday, 3 February 2027",
      notes: "Move By: moved by 14 days, since options would still be in the past after 7.",
    });
  });
});

it("Copy Poll takes a day until it is over in the zone of the account", async () => {
  const { id } = await days("2027-01-15");
  const again = (timezone: string) => copy({ poll: id, move_by: "0" }, { timezone });
  expect(await again("Europe/Berlin")).toMatchObject({ options: [{ date: "2027-01-15" }] });
  await expect(again("Pacific/Kiritimati")).rejects.toThrow("1 of 1 options is in the past");
});

describe("a create whose response is lost", () => {
  const faults: Fault[] = [
    { kind: "reset" },
    { kind: "respond", body: '{"data":{"id":"' },
    { kind: "respond", status: 500 },
  ];

  it.each(faults)("creates one poll, never two, and says that it may be another's: %j", async (fault) => {
    const { id } = await create(lunch);
    const rule = { fault, method: "POST", path: "/v1/polls", times: 1, when: "after" } as const;
    for (const act of [
      () => create({ ...lunch, title: fault.kind }),
      () => copy({ poll: id, title: fault.kind }),
    ]) {
      const before = posts().length;
      harness.sandbox.setFaults({ rules: [rule] });
      expect((await act())["notes"]).toMatch(/response of the service was lost.*may be theirs/);
      expect(posts()).toHaveLength(before + 1);
    }
  });
});

describe("a poll that is not in the space", () => {
  it("stops Copy Poll and Delete Poll", async () => {
    const { id } = await days("2027-03-01");
    const authData = { apiKey: harness.sandbox.apiKeys.secondSpace };
    for (const step of [copyPoll, deletePoll])
      for (const bundle of [
        { inputData: { poll: "Xk3pQ9vLm2Ab", move_by: "7" } },
        { authData, inputData: { poll: id, move_by: "7" } },
      ])
        await expect(harness.run(step, bundle)).rejects.toMatchObject({
          name: "HaltedError",
          message: expect.stringContaining("Poll: there is no poll with this ID"),
        });
  });
});

describe("Delete Poll", () => {
  it("deletes the poll, and says which", async () => {
    const { id } = await days("2027-03-01");
    const deleted = await harness.run(deletePoll, { inputData: { poll: [{ value: ` ${id} ` }] } });
    expect(deleted).toEqual({ id, poll_id: id, deleted: true });
  });

  it("refuses what is no poll without a request", async () => {
    for (const poll of ["", "Team lunch", ["one", "two"], "../openapi"]) {
      const requests = await harness.requestsOf(() =>
        expect(harness.run(deletePoll, { inputData: { poll } })).rejects.toThrow(/"message":"Poll: /),
      );
      expect(requests).toEqual([]);
    }
  });

  it("says first that it cannot be undone", () => {
    expect(deletePoll.operation.inputFields[0]).toMatchObject({
      type: "copy",
      helpText: expect.stringContaining("cannot be undone"),
    });
  });
});

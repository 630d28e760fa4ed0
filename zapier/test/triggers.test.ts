/** The triggers as Zaps see them: each event fires once, and nothing that is older than the Zap. */
import { describe, expect, it, vi } from "vitest";
import App from "../index.ts";
import { type Item, startSpace } from "./space.ts";

const space = startSpace();
const { triggers } = App;
const { new_poll, new_response, enough_responses_received, poll_ended, people_still_missing } = triggers;
const ids = (items: readonly Item[]) => items.map(({ id }) => id);

type Row = [
  name: string,
  step: unknown,
  input: (poll: string) => Record<string, unknown>,
  act: (poll: string) => unknown,
];

const respond = (poll: string) => space.vote(poll, "Late");
const invited = { invited_people: "Old 1; Zoe Zimmer", waiting_time: "1 day" };

/** Every trigger with settings, and what makes it fire once. */
const rows: Row[] = [
  ["New Poll", new_poll, () => ({}), () => space.createPoll("New")],
  ["New Response", new_response, () => ({}), respond],
  ["New Response of a poll", new_response, (poll) => ({ poll }), respond],
  ["Enough Responses", enough_responses_received, () => ({ number_of_responses: "4" }), respond],
  ["Poll Ended", poll_ended, () => ({}), (poll) => space.sandbox.cancelPoll(poll)],
  ["Poll Closed", poll_ended, () => ({ status: "Closed" }), (poll) => space.sandbox.closePoll(poll)],
  [
    "Poll Scheduled",
    poll_ended,
    () => ({ status: "Scheduled" }),
    (poll) => space.sandbox.schedulePoll(poll, "2027-03-01"),
  ],
  ["Missing of a poll", people_still_missing, (poll) => ({ poll, ...invited }), () => space.pass(24 * 60)],
];

/** All but the one that cannot be switched on after it fired. */
const untimed = rows.slice(0, -1);

/** Old polls: three responses each, one of them complete, one closed, one scheduled. Returns an open one with three responses. */
async function fill(): Promise<string> {
  const polls = await space.createPolls(8);
  for (const poll of polls) for (const number of [1, 2, 3]) space.vote(poll, `Old ${number}`);
  const [poll = "", complete = "", closed = "", scheduled = ""] = polls;
  for (const name of ["Late", "Old 4"]) space.vote(complete, name);
  space.sandbox.closePoll(closed);
  space.sandbox.schedulePoll(scheduled, "2027-03-01");
  space.pass(5);
  return poll;
}

describe("a Zap that is switched on", () => {
  it.each(rows)(
    "fires nothing old, and what is new once, whatever key it has: %s",
    async (_name, step, input, act) => {
      const poll = await fill();
      const zap = await space.switchOn(step, input(poll));
      expect(await zap.check()).toEqual([]);
      await act(poll);
      expect(await zap.check()).toHaveLength(1);
      zap.apiKey = space.sandbox.apiKeys.demoSecondKey;
      expect(await zap.check()).toEqual([]);
      expect(await zap.check(60)).toEqual([]);
    },
  );

  it.each(rows)(
    "fires nothing old in a day of a cache that fails and forgets: %s",
    async (_name, step, input, act) => {
      const poll = await fill();
      const zap = await space.switchOn(step, input(poll));
      const ways = [
        () => space.cache.clear(),
        () => Object.assign(space.cache, { failingReads: 1 }),
        ...Array.from({ length: 7 }, (_, one) => () => space.cache.drop(one, 7)),
      ];
      for (const way of ways) {
        await zap.check(60);
        way();
        expect(await zap.check()).toEqual([]);
      }
      await act(poll);
      const fired = [...(await zap.check()), ...(await zap.check())];
      expect(new Set(ids(fired)).size).toBe(1);
      space.cache.clear();
      expect(await zap.check()).toEqual([]);
    },
  );

  it.each(rows)("fires once what happens while the cache fails: %s", async (_name, step, input, act) => {
    const poll = await fill();
    const zap = await space.switchOn(step, input(poll));
    await act(poll);
    space.cache.isBroken = true;
    await expect(zap.check()).rejects.toThrow(/Zapier's storage for apps does not respond/);
    space.cache.isBroken = false;
    expect(await zap.check()).toHaveLength(1);
    expect(await zap.check()).toEqual([]);
  });

  it.each(untimed)(
    "fires once for each of two Zaps, one of which was held, and not for a younger one: %s",
    async (_name, step, input, act) => {
      const poll = await fill();
      const [older, held, younger] = [0, 1, 2].map(() => space.watch(step, input(poll)));
      await older?.switchOn();
      await held?.switchOn();
      await act(poll);
      space.pass(1);
      await younger?.switchOn();
      expect(await younger?.check(0)).toEqual([]);
      expect(await older?.check()).toHaveLength(1);
      expect(await held?.check(22 * 60)).toHaveLength(1);
      for (const zap of [older, held, younger]) expect(await zap?.check()).toEqual([]);
    },
  );

  it.each([
    ["switch-on-70", 70],
    ["switch-on-memory", 10],
  ])("%s: fires nothing that happened in %i polls while it was off", async (_id, count) => {
    const polls = await space.createPolls(count);
    const zap = await space.switchOn(new_response);
    await zap.check();
    space.pass(60);
    for (const poll of polls) space.vote(poll);
    space.pass(30);
    const again = await space.switchOn(new_response);
    for (let check = 0; check < 5; check++) expect(await again.check()).toEqual([]);
    const fresh = space.vote(polls[1] ?? "", "Ben");
    expect(ids(await again.check())).toEqual([fresh]);
  });

  it("fires nothing old of 70 polls that ended while it was off, and is not switched on while the rate limit refuses reads", async () => {
    const polls = await space.createPolls(170);
    await space.switchOn(poll_ended);
    space.pass(60);
    for (const poll of polls.slice(0, 70)) space.sandbox.closePoll(poll);
    space.pass(30);
    const again = space.watch(poll_ended);
    const fault = { kind: "respond", status: 429, headers: { "Retry-After": "60" } } as const;
    space.sandbox.setFaults({ rules: [{ fault, path: "/v1/polls/*" }] });
    await expect(again.switchOn()).rejects.toThrow(/rate limit/);
    space.sandbox.setFaults({ rules: [] });
    await again.switchOn();
    for (let check = 0; check < 5; check++) expect(await again.check()).toEqual([]);
    space.sandbox.closePoll(polls[100] ?? "");
    expect(await again.check()).toMatchObject([{ poll_id: polls[100] }]);
  });

  it("shows polls with enough responses in the editor, and only those", async () => {
    const poll = await fill();
    space.vote(poll, "Late");
    const shown = await space.run(
      enough_responses_received,
      { number_of_responses: "4" },
      { isLoadingSample: true },
    );
    expect(shown).toMatchObject([{ response_count: 5 }, { response_count: 4 }]);
  });

  it("shows three records in the editor, also of what is old", async () => {
    const poll = await fill();
    for (const [, step, input] of rows)
      expect((await space.run(step, input(poll), { isLoadingSample: true })).length).toBeLessThanOrEqual(3);
    expect(await space.run(new_response, {}, { isLoadingSample: true })).toHaveLength(3);
  });
});

it.each([-20, 20])(
  "clock-ahead: a clock that is %i s ahead of the service's loses and doubles nothing",
  async (seconds) => {
    const poll = await fill();
    vi.setSystemTime(Date.now() + seconds * 1000);
    const zaps = [new_response, poll_ended, new_poll].map((step) => space.watch(step));
    for (const zap of zaps) await zap.switchOn();
    let fired = 0;
    for (let turn = 0; turn < 5; turn++) {
      respond(poll);
      for (const zap of zaps) fired += (await zap.check(0.7)).length;
      respond(poll);
      space.sandbox.closePoll(await space.createPoll());
      for (const zap of zaps) fired += (await zap.check()).length;
    }
    expect(fired).toBe(20);
  },
);

describe("a burst", () => {
  it("of 350 polls fires 350 times", async () => {
    const zap = await space.switchOn(new_poll);
    space.pass(0.1);
    await space.createPolls(350);
    expect(await zap.check()).toHaveLength(350);
    expect(await zap.check()).toEqual([]);
  });

  it("in 45 polls fires within three checks, for each of two Zaps", async () => {
    const polls = await space.createPolls(45);
    const zaps = [await space.switchOn(new_response), await space.switchOn(new_response)];
    for (const poll of polls) space.vote(poll);
    for (const zap of zaps) {
      const fired = [await zap.check(), await zap.check(), await zap.check()].flat();
      expect(new Set(ids(fired)).size).toBe(45);
    }
  });
});

describe("New Response", () => {
  it("gives the last of several responses of one moment first", async () => {
    const poll = await space.createPoll();
    const zap = await space.switchOn(new_response, { poll });
    space.pass(1);
    for (const name of ["Ada", "Ben", "Cleo"]) space.sandbox.vote(poll, { name, choices: {} });
    expect((await zap.check()).map(({ name }) => name)).toEqual(["Cleo", "Ben", "Ada"]);
  });

  it("gives who, when in the poll's zone, and the answer to each option, the newest first", async () => {
    const call = await space.createCall();
    const zap = await space.switchOn(new_response);
    space.vote(call.id, "Ben", { choices: {} });
    space.pass(1);
    space.answer(call, "Ada King Lovelace", ["yes", "ifNeedBe"], "ada@example.com");
    const [item, ...others] = await zap.check();
    expect(others).toMatchObject([
      { name: "Ben", last_name: null, availability_text: "None of the options" },
    ]);
    expect(item).toMatchObject({
      name: "Ada King Lovelace",
      first_name: "Ada",
      last_name: "King Lovelace",
      email: "ada@example.com",
      created_at: "2027-01-15T05:01:31-05:00",
      created_text: "Friday, 15 January 2027",
      yes_count: 1,
      if_need_be_count: 1,
      no_or_unanswered_count: 0,
      option_1: "yes",
      option_2: "if need be",
      poll_id: call.id,
      title: "Call",
      status: "open",
    });
    expect(item?.["availability_text"]).toMatch(/09:00.*\n.*09:00.*\(if need be\)/);
  });

  it("fires for the last response before a poll is closed, for every Zap", async () => {
    const poll = await space.createPoll();
    space.vote(poll, "Ben");
    const zaps = [await space.switchOn(new_response), await space.switchOn(new_response)];
    space.vote(poll);
    space.sandbox.closePoll(poll);
    for (const zap of zaps) expect(await zap.check()).toMatchObject([{ name: "Ada", status: "closed" }]);
  });

  it("shows a title that was changed before the newest response", async () => {
    const poll = await space.createPoll();
    const zap = await space.switchOn(new_response, { poll });
    space.vote(poll);
    expect(await zap.check()).toMatchObject([{ title: "Lunch" }]);
    space.sandbox.editPoll(poll, { title: "Dinner" });
    space.vote(poll, "Ben");
    expect(await zap.check()).toMatchObject([{ title: "Dinner" }]);
  });

  it.each([false, true])(
    "fires where another response was deleted before, with a Poll: %s",
    async (isChosen) => {
      const poll = await space.createPoll();
      const zap = await space.switchOn(new_response, isChosen ? { poll } : {});
      const first = space.vote(poll);
      expect(await zap.check()).toMatchObject([{ id: first }]);
      space.sandbox.removeParticipant(poll, first);
      expect(await zap.check()).toEqual([]);
      const second = space.vote(poll, "Ben");
      expect(await zap.check()).toMatchObject([{ id: second }]);
    },
  );

  it("reads only the polls whose number of responses changed", async () => {
    const polls = await space.createPolls(5);
    for (const poll of polls) space.vote(poll);
    const zap = await space.switchOn(new_response);
    expect(await space.requestsOf(() => zap.check())).toEqual(["?status=open&limit=100"]);
    space.vote(polls[0] ?? "", "Ben");
    expect(await space.requestsOf(() => zap.check())).toEqual(["?status=open&limit=100", "/…/participants"]);
    expect(await space.requestsOf(() => zap.check())).toEqual(["?status=open&limit=100"]);
  });
});

it.each([
  [new_poll, 0],
  [poll_ended, 0],
  [new_poll, -20],
])("New Response fires no answer to a poll that ended before the Zap, %#", async (other, seconds) => {
  const poll = await space.createPoll();
  space.vote(poll);
  space.sandbox.closePoll(poll);
  space.pass(1 / 3);
  vi.setSystemTime(Date.now() + seconds * 1000);
  const zap = await space.switchOn(new_response);
  await space.switchOn(other);
  expect(await zap.check()).toEqual([]);
});

describe("Poll Ended", () => {
  it("fires again when a poll ends after it was reopened, and not when an ended poll is edited", async () => {
    const poll = await space.createPoll();
    const zap = await space.switchOn(poll_ended);
    space.sandbox.closePoll(poll);
    const closed = await zap.check();
    expect(closed).toMatchObject([{ poll_id: poll, status: "closed" }]);
    space.sandbox.editPoll(poll, { title: "Corrected" });
    expect(await zap.check()).toEqual([]);
    space.sandbox.reopenPoll(poll);
    expect(await zap.check()).toEqual([]);
    space.sandbox.closePoll(poll);
    expect(await zap.check()).toMatchObject([{ title: "Corrected", status: "closed" }]);
    space.sandbox.schedulePoll(poll, "2027-03-01");
    expect(await zap.check()).toMatchObject([{ poll_id: poll, status: "scheduled" }]);
  });

  it.each([
    ["the Zap saw its end", true],
    ["it ended before the Zap", false],
  ])("does not fire for a poll that ended days ago and is edited: %s", async (_name, isSeen) => {
    const poll = await space.createPoll();
    const early = isSeen ? await space.switchOn(poll_ended) : undefined;
    space.sandbox.closePoll(poll);
    if (early === undefined) space.pass(5 * 24 * 60);
    const zap = early ?? (await space.switchOn(poll_ended));
    expect(await zap.check()).toHaveLength(isSeen ? 1 : 0);
    for (let hours = 0; hours < 60; hours += 6) expect(await zap.check(6 * 60)).toEqual([]);
    space.sandbox.editPoll(poll, { title: "Corrected" });
    expect(await zap.check()).toEqual([]);
  });

  it("fires for any end, or the chosen one, also for a poll whose options have passed", async () => {
    const [scheduled = "", canceled = "", gone = ""] = await space.createPolls(3);
    await space.createPoll("Soon", "2027-01-16");
    const zaps = ["", "Any of these", "Closed", "Scheduled", "Canceled"].map((status) =>
      space.watch(poll_ended, { status }),
    );
    for (const zap of zaps) await zap.switchOn();
    space.sandbox.schedulePoll(scheduled, "2027-03-01");
    space.sandbox.cancelPoll(canceled);
    await space.client().deletePoll({ pollId: gone });
    const fired = zaps.map((): string[] => []);
    for (let check = 0; check < 5; check++)
      for (const [index, zap] of zaps.entries())
        for (const { status } of await zap.check(120)) fired[index]?.push(String(status));
    expect(fired.map((each) => each.sort().join())).toEqual([
      "canceled,closed,scheduled",
      "canceled,closed,scheduled",
      "closed",
      "scheduled",
      "canceled",
    ]);
  });

  it("fires for a poll that was created and closed between two checks", async () => {
    const zap = await space.switchOn(poll_ended);
    space.pass(1);
    const poll = await space.createPoll();
    space.sandbox.closePoll(poll);
    expect(await zap.check()).toMatchObject([{ poll_id: poll }]);
  });

  it("fires within an hour when a time is picked for a poll that was closed long ago", async () => {
    const [poll = "", slidesIn = ""] = await space.createPolls(2);
    for (const each of [poll, slidesIn]) space.sandbox.closePoll(each);
    const scheduled = await space.createPolls(110);
    for (const each of [slidesIn, ...scheduled]) space.sandbox.schedulePoll(each, "2027-03-01");
    space.pass(5);
    const zap = await space.switchOn(poll_ended);
    for (const each of scheduled.slice(0, 30)) await space.client().deletePoll({ pollId: each });
    space.sandbox.schedulePoll(poll, "2027-03-01");
    expect(await zap.check(61)).toMatchObject([{ poll_id: poll }]);
    expect(await zap.check(61)).toEqual([]);
  });

  it("fires for 45 polls that end at once, while the rate limit refuses some reads", async () => {
    const polls = await space.createPolls(45);
    await space.createPolls(101);
    const zap = await space.switchOn(poll_ended);
    for (const poll of polls) space.sandbox.closePoll(poll);
    const rule = {
      fault: { kind: "respond", status: 429, headers: { "Retry-After": "60" } },
      path: "/v1/polls/*",
      skip: 5,
    } as const;
    space.sandbox.setFaults({ rules: [rule] });
    const fired = await zap.check();
    space.sandbox.setFaults({ rules: [] });
    for (let check = 0; check < 3; check++) fired.push(...(await zap.check()));
    expect(new Set(ids(fired)).size).toBe(45);
    expect(fired).toHaveLength(45);
  });
});

it("New Response of all polls goes on when one of them is deleted", async () => {
  const [poll = "", gone = ""] = await space.createPolls(2);
  const zap = await space.switchOn(new_response);
  space.vote(gone);
  await zap.check();
  await space.client().deletePoll({ pollId: gone });
  expect(await zap.check()).toEqual([]);
  space.vote(poll);
  expect(await zap.check()).toHaveLength(1);
});

it("a chosen poll that is gone is refused when the Zap is switched on", async () => {
  const poll = await space.createPoll();
  await space.client().deletePoll({ pollId: poll });
  await expect(space.watch(new_response, { poll }).switchOn()).rejects.toMatchObject({
    name: "AppError",
    message: /was deleted.*switch the Zap off/,
  });
});

it("created-at-notation: Created At has the offset of the poll's zone, or of UTC, in all records", async () => {
  for (const [timeZone, offset] of [
    ["America/New_York", /T\d\d:\d\d:\d\d-05:00$/],
    ["UTC", /T\d\d:\d\d:\d\d(?:\+00:00|Z)$/],
  ] as const) {
    const { id: poll } = await space.createCall(1, timeZone);
    space.vote(poll, "Ada", { choices: {} });
    const meta = { isLoadingSample: true };
    const [created] = await space.run(new_poll, {}, meta);
    const [answered] = await space.run(new_response, { poll }, meta);
    const [found] = await space.run(App.searches.find_poll, { poll });
    for (const item of [created, answered, found]) expect(item?.["created_at"]).toMatch(offset);
  }
});

describe("the list for dropdowns", () => {
  it("shows 100 polls a page with what tells them apart, also when the cache fails", async () => {
    await space.createPolls(150);
    const [first] = await space.createPolls(1);
    space.sandbox.closePoll(first ?? "");
    const page = (number: number) => space.run(triggers.poll_list, {}, { page: number });
    expect((await page(0))[0]?.["name"]).toBe(
      "Poll 0 (closed) · from Mon 1 Mar 2027 · created Fri 15 Jan 2027",
    );
    for (const isBroken of [false, true]) {
      space.cache.isBroken = isBroken;
      expect((await page(0)).length).toBe(100);
      expect((await page(1)).length).toBe(51);
    }
  });
});

it("a space with more than Zapier's cache takes: 200 new polls with 100 options and long texts fire with all of them", async () => {
  const options = Array.from({ length: 100 }, (_, day) => ({
    date: new Date(Date.UTC(2027, 2, 1 + day)).toISOString().slice(0, 10),
  }));
  const create = async () => {
    const description = Array.from({ length: 27 }, () => crypto.randomUUID()).join(" ");
    return (await space.client().createPoll({ title: "Long", description, kind: "date", options })).data.id;
  };
  const [first = "", second = ""] = await Promise.all(Array.from({ length: 200 }, create));
  space.pass(30);
  const missing = await space.switchOn(people_still_missing, invited);
  const [polls, responses, ends, others] = await Promise.all(
    [new_poll, new_response, poll_ended, new_response].map((step) => space.switchOn(step)),
  );
  const whole = { description: expect.stringMatching(/^.{998}$/), options: { length: 100 } };
  const answered = { option_1: "yes", option_100: "no or unanswered" };
  for (const poll of [first, second]) {
    space.vote(poll, "Ada");
    expect(await responses?.check()).toMatchObject([answered]);
    space.sandbox.closePoll(poll);
    expect(await ends?.check()).toMatchObject([whole]);
    await create();
    expect(await polls?.check()).toMatchObject([whole]);
  }
  expect(await others?.check()).toMatchObject([answered, answered]);
  space.pass(24 * 60 - 44);
  const due = [...(await missing.check()), ...(await missing.check())];
  expect(due.length).toBeGreaterThan(10);
  for (const item of due) expect(item).toMatchObject(whole);
});

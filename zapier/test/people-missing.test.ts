/** People Still Missing: fires once for a poll, when it is due, if an invited person has not responded. */
import { describe, expect, it } from "vitest";
import App from "../index.ts";
import { startSpace } from "./space.ts";

const space = startSpace();
const step = App.triggers.people_still_missing;
const input = { invited_people: "Ada <ada@example.com>, Ben", waiting_time: "2 days" };
const dayMinutes = 1_440;

describe("People Still Missing", () => {
  it("fires once, two days after the poll was created, with who is missing and a reminder", async () => {
    const zap = await space.switchOn(step, input);
    const poll = await space.createPoll();
    space.vote(poll, "Ben");
    space.vote(poll, "Cleo");
    expect(await zap.check(2 * dayMinutes - 5)).toEqual([]);
    const [item, ...others] = await zap.check(5);
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      poll_id: poll,
      title: "Lunch",
      response_count: 2,
      missing_count: 1,
      missing_text: "Ada",
      missing_emails: "ada@example.com",
      missing_people: [{ invited_as: "Ada <ada@example.com>", first_name: "Ada", email: "ada@example.com" }],
      not_invited_text: "Cleo",
    });
    expect(item?.["reminder_text"]).toMatch(
      /^Please answer "Lunch": http\S+\/invite\/\S+\nStill missing: Ada\.$/,
    );
    expect(await zap.check()).toEqual([]);
    expect(await zap.check(dayMinutes)).toEqual([]);
  });

  it.each([
    ["first", dayMinutes + 60],
    ["last", 3 * dayMinutes + 60],
  ])(
    "counts back from the %s option, and never fires for a poll that was created after that",
    async (option, before) => {
      const count_from = `Before the ${option} option`;
      const zap = await space.switchOn(step, { ...input, waiting_time: "36 hours", count_from });
      const options = [{ date: "2027-01-20" }, { date: "2027-01-18" }] as const;
      const { data } = await space
        .client()
        .createPoll({ title: "Two days", kind: "date", options: [...options] });
      await space.createPoll("Too late", "2027-01-16");
      expect(await zap.check(before)).toEqual([]);
      expect(await zap.check(90)).toMatchObject([{ poll_id: data.id }]);
    },
  );

  it("keeps who was missing when a Zap looked first, also for a Zap that was held, and for a poll that was closed", async () => {
    const zaps = [await space.switchOn(step, input), await space.switchOn(step, input)];
    const poll = await space.createPoll();
    const gone = space.vote(poll, "Cleo");
    space.pass(2 * dayMinutes);
    space.vote(poll, "Ben");
    const missing = { missing_text: "Ada", not_invited_text: "Cleo" };
    expect(await zaps[0]?.check()).toMatchObject([missing]);
    space.vote(poll, "Ada", { email: "ada@example.com" });
    space.sandbox.removeParticipant(poll, gone);
    space.pass(30);
    space.sandbox.closePoll(poll);
    expect(await zaps[1]?.check(60)).toMatchObject([missing]);
  });

  it("does not fire for what is not open, complete, unclear, or was due before the Zap was switched on", async () => {
    const old = await space.createPoll("Due before");
    space.pass(2 * dayMinutes + 60);
    const zap = space.watch(step, input);
    expect(await space.requestsOf(() => zap.switchOn())).toEqual(["?status=open&limit=100"]);
    const [closed = "", complete = "", namesakes = "", gone = ""] = await space.createPolls(4);
    space.sandbox.closePoll(closed);
    for (const poll of [complete, namesakes]) space.vote(poll, "Ada", { email: "ada@example.com" });
    space.vote(complete, "Ben");
    for (const email of ["ben@example.com", "other@example.com"]) space.vote(namesakes, "Ben", { email });
    await space.client().deletePoll({ pollId: gone });
    expect(await zap.check(2 * dayMinutes + 60)).toEqual([]);
    space.sandbox.editPoll(old, { title: "Still open" });
    expect(await zap.check(dayMinutes)).toEqual([]);
  });

  it("of a poll that is already due is refused at the switch-on, with the time", async () => {
    const poll = await space.createPoll();
    space.pass(2 * dayMinutes);
    await expect(space.watch(step, { ...input, poll }).switchOn()).rejects.toThrow(
      /Waiting Time: has passed for this poll, so this Zap would never fire/,
    );
  });

  it("fires at most 24 hours late", async () => {
    const zap = await space.switchOn(step, input);
    await space.createPoll();
    expect(await zap.check(3 * dayMinutes)).toEqual([]);
    await space.createPoll();
    expect(await zap.check(3 * dayMinutes - 10)).toHaveLength(1);
  });

  it("fires for 60 polls that are due at once, each read once, and takes nothing from a second Zap", async () => {
    const zaps = [await space.switchOn(step, input), await space.switchOn(step, input)];
    const polls = await space.createPolls(60);
    space.vote(polls[0] ?? "", "Ada", { email: "ada@example.com" });
    space.vote(polls[0] ?? "", "Ben");
    space.pass(2 * dayMinutes);
    const fired = new Map(zaps.map((zap) => [zap, new Set<string>()]));
    const requests = await space.requestsOf(async () => {
      for (let turn = 0; turn < 4; turn++)
        for (const [zap, ids] of fired) for (const { id } of await zap.check()) ids.add(id);
    });
    for (const ids of fired.values()) expect(ids.size).toBe(59);
    const reads = requests.filter((line) => line === "/…/participants");
    expect(reads).toHaveLength(60);
    expect(requests.length - reads.length).toBeLessThanOrEqual(8);
  });

  const refused = [
    [{ waiting_time: "59 minutes" }, /Waiting Time: .*59 minutes.* is not a time from 1 hour to 90 days/],
    [{ waiting_time: "91 days" }, /Waiting Time: .*91 days.* is not a time from 1 hour to 90 days/],
    // bare-number-2
    [{ waiting_time: "2" }, /Waiting Time: .*2.* is not a time/],
    // bare-number-90
    [{ waiting_time: "90" }, /Waiting Time: .*90.* is not a time.* Write it as 2 days or 36 hours/],
  ] as const;
  it.each(refused)("refuses %j in the editor", async (change, message) => {
    await expect(space.run(step, { ...input, ...change }, { isLoadingSample: true })).rejects.toThrow(
      message,
    );
  });

  // 36 hours: unit-hours
  it.each(["1 hour", "36 hours", "2 days", "90 days"])("takes %s", async (waiting_time) => {
    expect(await space.run(step, { ...input, waiting_time })).toEqual([]);
  });
});

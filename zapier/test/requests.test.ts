/** The requests of the triggers in a day: a space has 5,000 for everything. */
import { expect, it } from "vitest";
import App from "../index.ts";
import { startSpace } from "./space.ts";

const space = startSpace();
const { triggers } = App;

const rows = [
  ["New Poll", triggers.new_poll, {}],
  ["New Response", triggers.new_response, {}],
  ["Enough Responses Received", triggers.enough_responses_received, { people_who_must_respond: "Ada, Ben" }],
  ["Poll Ended", triggers.poll_ended, {}],
  ["People Still Missing", triggers.people_still_missing, { invited_people: "Ada", waiting_time: "90 days" }],
] as const;

it("of the five triggers, checked every two minutes one after another, are fewer than 2,500", async () => {
  const polls = await space.createPolls(100);
  for (const poll of polls.slice(0, 30)) space.vote(poll, "Cleo");
  const zaps = rows.map(([name, step, input]) => ({ name, zap: space.watch(step, input) }));
  for (const { zap } of zaps) await zap.switchOn();
  const hours = 0.5;
  const counts = new Map<string, number>(rows.map(([name]) => [name, 0]));
  for (let round = 0; round < hours * 30; round++)
    for (const { name, zap } of zaps) {
      const made = (await space.requestsOf(() => zap.check(2 / rows.length))).length;
      counts.set(name, (counts.get(name) ?? 0) + made);
    }
  const perDay = new Map([...counts].map(([name, count]) => [name, (count * 24) / hours]));
  const total = [...perDay.values()].reduce((sum, count) => sum + count, 0);
  expect(total).toBeLessThan(2_500);
});

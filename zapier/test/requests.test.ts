/** The triggers of a space as they run at Zapier: their requests, of which a space has 5,000 a day, and what they fire. */
import { expect, it, vi } from "vitest";
import App from "../index.ts";
import { simulate, thirtyZaps } from "./day/simulation.ts";
import { today } from "./harness.ts";
import { startSpace } from "./space.ts";

const space = startSpace();

it("thirty Zaps fire once for each event in two hours, with at most 2,200 requests a day", async () => {
  const outcome = await simulate({ ...thirtyZaps, every: 2, hours: 2 }, Date.parse(today), (ms) =>
    vi.setSystemTime(ms),
  );
  expect(outcome).toMatchObject({ lost: 0, double: 0, old: 0 });
  expect(outcome.fired).toBeGreaterThan(40);
  expect(outcome.requests).toBeLessThan(2_200);
}, 120_000);

it("1,000 responses of a day to a poll of 100 options fire for each of two Zaps, and are read once for both", async () => {
  const options = Array.from({ length: 100 }, (_, index) => ({
    date: new Date(Date.UTC(2027, 2, 1 + index)).toISOString().slice(0, 10),
  })) as [{ date: string }];
  const votes = ["yes", "ifNeedBe", "no"] as const;
  const answer = (person: number) =>
    Object.fromEntries(options.map(({ date }, index) => [date, votes[(index * index * person) % 7] ?? "no"]));
  const poll = (await space.client().createPoll({ title: "Large", kind: "date", options })).data.id;
  const { new_response } = App.triggers;
  const zaps = [await space.switchOn(new_response), await space.switchOn(new_response, { poll })];
  const fired = zaps.map(() => 0);
  const requests = await space.requestsOf(async () => {
    for (let round = 0; round < 2; round++) {
      space.pass(10 * 60);
      for (let person = 0; person < 500; person++)
        space.sandbox.vote(poll, {
          name: `${"Guest".repeat(20)} ${round} ${person}`,
          email: `guest.${person}@example.com`,
          choices: answer(person),
        });
      for (let check = 0; check < 3; check++)
        for (const [index, zap] of zaps.entries()) {
          const items = await zap.check();
          fired[index] = (fired[index] ?? 0) + items.length;
          for (const item of items.slice(0, 1)) expect(JSON.stringify(item).length).toBeLessThan(5_000);
        }
    }
  });
  expect(fired).toEqual([1_000, 1_000]);
  expect(requests.filter((line) => line === "/…/participants")).toHaveLength(2);
}, 120_000);

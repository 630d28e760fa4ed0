/** Checks of one connection that overtake each other while things happen: each event fires once for each Zap. */
import { expect, it } from "vitest";
import { runInCore } from "./day/simulation.ts";
import { startSpace } from "./space.ts";

const space = startSpace();

it("checks that overlap lose and double nothing, and those of one moment read once for each kind of trigger", async () => {
  const polls = await space.createPolls(12);
  const steps = ["new_poll", "new_response", "poll_ended"] as const;
  const zaps = steps.flatMap((step) =>
    Array.from({ length: 3 }, () => ({ step, seen: new Set<string>(), fired: [] as string[] })),
  );
  const expected = { new_poll: 0, new_response: 0, poll_ended: 0 };
  await runInCore(space.cache, space.sandbox.apiKey, async (check) => {
    for (const { step, seen } of zaps)
      for (const { id } of await check(step, {}, { isPopulatingDedupe: true })) seen.add(id);
    const round = async (acts: boolean) => {
      const runs = zaps.map(async ({ step, seen, fired }, index) => {
        for (let turns = acts ? index : 0; turns > 0; turns--) await new Promise(setImmediate);
        for (const { id } of await check(step, {}))
          if (!seen.has(id)) {
            seen.add(id);
            fired.push(id);
          }
      });
      if (acts) {
        for (let turns = 0; turns < 3; turns++) await new Promise(setImmediate);
        space.vote(polls[1] ?? "");
        space.vote(polls[2] ?? "");
        expected.new_response += 2;
        polls.push(await space.createPoll());
        expected.new_poll += 1;
        space.sandbox.closePoll(polls.splice(4, 1)[0] ?? "");
        expected.poll_ended += 1;
      }
      await Promise.all(runs);
    };
    for (let count = 0; count < 25; count++) {
      space.pass(count % 3 === 0 ? 0.3 : 2);
      await round(true);
    }
    for (let count = 0; count < 4; count++) {
      space.pass(2);
      const requests = await space.requestsOf(() => round(false));
      // New Response and Poll Ended read the open polls, New Poll and Poll Ended the newest ones.
      for (const list of ["?status=open&limit=100", "?limit=100"])
        expect(requests.filter((line) => line === list).length).toBeLessThan(3);
    }
  });
  for (const { step, fired } of zaps) {
    expect([step, new Set(fired).size]).toEqual([step, expected[step]]);
    expect(fired).toHaveLength(expected[step]);
  }
}, 120_000);

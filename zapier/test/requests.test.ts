/** The triggers of a space as they run at Zapier: their requests, of which a space has 5,000 a day, and what they fire. */
import { describe, expect, it, vi } from "vitest";
import App from "../index.ts";
import { runInCore, simulate, thirtyZaps } from "./day/simulation.ts";
import { today } from "./harness.ts";
import { startSpace } from "./space.ts";

const space = startSpace();

it("thirty Zaps fire once for each event in two hours, with at most 3,000 requests a day", async () => {
  const outcome = await simulate({ ...thirtyZaps, every: 2, hours: 2 }, Date.parse(today), (ms) =>
    vi.setSystemTime(ms),
  );
  expect(outcome).toMatchObject({ lost: 0, double: 0, old: 0 });
  expect(outcome.fired).toBeGreaterThan(40);
  expect(outcome.requests).toBeLessThan(3_000);
}, 120_000);

describe("checks at the same moment", () => {
  it("make one refresh, and each event fires once for each of ten Zaps", async () => {
    const [poll = "", closed = ""] = await space.createPolls(3);
    const steps = ["new_response", "poll_ended"] as const;
    const zaps = steps.flatMap((step) =>
      Array.from({ length: 5 }, () => ({ step, fired: new Set<string>() })),
    );
    await runInCore(space.cache, space.sandbox.apiKey, async (check) => {
      for (const { step } of zaps) await check(step, {}, { isPopulatingDedupe: true });
      for (let round = 0; round < 4; round++) {
        space.pass(2);
        if (round === 1) space.vote(poll);
        if (round === 1) space.sandbox.closePoll(closed);
        const requests = await space.requestsOf(() =>
          Promise.all(
            zaps.map(async ({ step, fired }) => {
              for (const { id } of await check(step, {})) fired.add(id);
            }),
          ),
        );
        expect(requests.filter((line) => line === "?status=open&limit=100")).toHaveLength(1);
        expect(requests.filter((line) => line === "?limit=100")).toHaveLength(1);
      }
    });
    for (const { fired } of zaps) expect(fired.size).toBe(1);
  });
});

describe("a large poll", () => {
  const days = Array.from({ length: 100 }, (_, index) => ({
    date: new Date(Date.UTC(2027, 2, 1 + index)).toISOString().slice(0, 10),
  }));
  const choices = Object.fromEntries(days.slice(0, 20).map(({ date }) => [date, "yes" as const]));
  const createLarge = async () =>
    (
      await space.client().createPoll({
        title: "Large",
        kind: "date",
        options: days as [(typeof days)[number]],
      })
    ).data.id;

  it("of 100 options and 80 responses is read once by two Zaps in ten rounds", async () => {
    const poll = await createLarge();
    const zaps = [
      await space.switchOn(App.triggers.new_response),
      await space.switchOn(App.triggers.new_response, { poll }),
    ];
    space.pass(1);
    for (let person = 0; person < 80; person++)
      space.sandbox.vote(poll, { name: `Guest ${person}`, choices });
    let fired = 0;
    const requests = await space.requestsOf(async () => {
      for (let round = 0; round < 10; round++) for (const zap of zaps) fired += (await zap.check()).length;
    });
    expect(fired).toBe(160);
    expect(requests.filter((line) => line === "/…/participants")).toHaveLength(1);
  });

  it("fires for 1,000 of 1,000 responses in a day, and no value of the cache is too long", async () => {
    const poll = await createLarge();
    const zap = await space.switchOn(App.triggers.new_response);
    let fired = 0;
    for (let round = 0; round < 2; round++) {
      space.pass(10 * 60);
      for (let person = 0; person < 500; person++)
        space.sandbox.vote(poll, {
          name: `${"Guest".repeat(20)} ${round} ${person}`,
          email: `guest.${person}@example.com`,
          choices,
        });
      const items = await zap.check();
      fired += items.length;
      for (const item of items.slice(0, 1)) expect(JSON.stringify(item).length).toBeLessThan(5_000);
    }
    expect(fired).toBe(1_000);
    expect(space.cache.longest()).toBeLessThan(500_000);
  });
});

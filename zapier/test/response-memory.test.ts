import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Poll } from "../../src/api/web.ts";
import { poll } from "../../zapier/samples.ts";
import { loadRecent, saveRecent } from "../../zapier/triggers/response-memory.ts";
import { today } from "./harness.ts";
import { createResponseHelpers } from "./response-helpers.ts";

const { client, createPolls, cache, vote, watch } = createResponseHelpers();

const day = 86_400;

describe("a response in the cache of New Response", () => {
  it("gives the same record from the cache as from the service", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("yes", "ifNeedBe", "no"), { minLength: 3, maxLength: 3 }),
        fc.boolean(),
        async (votes, isTimed) => {
          cache.values.clear();
          const starts = ["2027-03-03", "2027-03-01", "2027-03-02"].map((date) =>
            isTimed ? `${date}T09:00:00Z` : date,
          );
          const { data: poll } = await client().createPoll(
            isTimed
              ? {
                  title: "Call",
                  kind: "time",
                  timeZone: "Europe/Berlin",
                  options: starts.map((startTime) => ({ startTime, duration: 30 })),
                }
              : { title: "Trip", kind: "date", options: starts.map((date) => ({ date })) },
          );
          const choices = Object.fromEntries(starts.map((start, index) => [start, votes[index] ?? "no"]));
          const id = vote(poll.id, "Ada", { email: "ada@example.com", choices });
          const [one, other] = [watch(), watch()];
          const find = (items: { id: string }[]) => items.find((item) => item.id === id);
          const read = find(await one.tick());
          expect(find(await other.tick())).toEqual(read);
          expect(read).toBeDefined();
          await client().deletePoll({ pollId: poll.id });
        },
      ),
      { numRuns: 20 },
    );
  });

  it("keeps votes for options that the poll lacks, and reads a poll again when its options changed", async () => {
    const values = new Map<string, unknown>();
    const memory = {
      get: async (name: string) => JSON.parse(JSON.stringify(values.get(name) ?? null)) as unknown,
      set: async (name: string, value: unknown) => void values.set(name, value),
    };
    const span = (start: string, modifiers: string[] = []) => ({
      start: `2027-03-${start}:00:00.000Z`,
      end: `2027-03-${start}:30:00.000Z`,
      allDay: false,
      modifiers,
    });
    const person = {
      id: "Pa5gH1jR9wVe",
      name: "Sam",
      email: null,
      createdAt: today,
      availability: [span("01T08"), span("01T14", ["ifNeedBe"]), span("02T15"), span("09T08", ["later"])],
    };
    await saveRecent(memory, poll, { count: 1, people: [person], poll: undefined }, day);
    expect(await loadRecent(memory, poll.id, poll)).toEqual({ count: 1, people: [person], poll: undefined });
    expect(await loadRecent(memory, poll.id, { ...poll, options: poll.options.slice(1) } as Poll)).toBeNull();
    expect(await loadRecent(memory, poll.id, undefined)).toBeNull();
    expect(await loadRecent(memory, "other", poll)).toBeNull();
  });

  it("is read from the service when the entries of the cache have another shape", async () => {
    const [poll = ""] = await createPolls(1);
    const zap = watch();
    vote(poll, "Old");
    await zap.switchOn();
    const index = [...cache.values].find(([key]) => key.includes("response_counts"));
    if (index === undefined) throw new Error("no index in the cache");
    for (const entry of [1, null, "1", { count: 1 }]) {
      cache.values.set(index[0], { ...index[1], value: JSON.stringify({ [poll]: entry }) });
      const id = vote(poll);
      expect(await zap.tick()).toMatchObject([{ id }]);
    }
  });
});

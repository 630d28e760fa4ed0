/** How much a run of a trigger gives: bounded, however many polls and people a space has. */
import { describe, expect, it } from "vitest";
import { serveCrowd } from "../../scripts/crowd.ts";
import App from "../../zapier/index.ts";
import { createScriptedServer } from "./scripted-server.ts";

const { serve, run } = createScriptedServer();
const { triggers, searches } = App;

/** Zapier's limit of what a step gives. */
const maxBytes = 6_000_000;

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe("the largest space", () => {
  it.each([
    ["New Response", triggers.new_response, { poll: "p0" }, 100],
    ["New Poll", triggers.new_poll, {}, 100],
    ["Poll Closed", triggers.poll_closed, {}, 100],
    ["Poll Scheduled", triggers.poll_scheduled, {}, 100],
    ["Find Response", searches.find_response, { poll: "p0", person: "Ann" }, 20],
    ["Find Poll", searches.find_poll, { title: "Poll" }, 20],
    ["Find Poll by a part of the title", searches.find_poll, { title: "o", match: "part" }, 20],
  ])("gives an output below the limit: %s", async (_name, step, inputData, count) => {
    // More people and polls than a run gives; records are as large as they can be.
    await serve(serveCrowd({ people: 150, options: 100, polls: 150 }));
    const records = (await run(step, inputData)) as unknown[];
    expect(records).toHaveLength(count);
    expect(sizeOf(records)).toBeLessThan(maxBytes);
  });

  it("gives only ids when the Zap is switched on", async () => {
    await serve(serveCrowd({ people: 1_000, options: 1 }));
    for (const [step, inputData, count] of [
      [triggers.new_response, { poll: "p0" }, 1_000],
      [triggers.new_poll, {}, 1_000],
      [triggers.poll_closed, {}, 600],
    ] as const) {
      const seeded = (await run(step, inputData, { isPopulatingDedupe: true })) as object[];
      expect(seeded).toHaveLength(count);
      for (const record of seeded) expect(Object.keys(record)).toEqual(["id"]);
    }
  });
});

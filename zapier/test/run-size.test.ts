/** How much a run of a trigger gives: bounded, however many polls and people a space has. */
import { describe, expect, it } from "vitest";
import App from "../../zapier/index.ts";
import { serveCrowd } from "./crowd.ts";
import { today } from "./harness.ts";
import { createScriptedServer } from "./scripted-server.ts";

const { serve, run } = createScriptedServer();
const { triggers, searches } = App;

/** Zapier's limit of the output of a step. */
const maxStepBytes = 6_000_000;

/** The limit of a run of a trigger. */
const maxRunBytes = 3_000_000;

/** The limit of a run with 100 new responses to a poll of 30 options. */
const maxUsualBytes = 1_000_000;

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

const responseTriggers: [string, unknown, Record<string, unknown>][] = [
  ["New Response", triggers.new_response, { poll: "p0" }],
  ["New Response of any poll", triggers.new_response, {}],
  ["New or Updated Response", triggers.updated_response, { poll: "p0" }],
];

describe("the largest space", () => {
  it.each([
    ...responseTriggers,
    ["New Poll", triggers.new_poll, {}],
    ["Responses Reached", triggers.responses_reached, { min_responses: "1" }],
    ["Poll Closed", triggers.poll_closed, {}],
    ["Poll Scheduled", triggers.poll_scheduled, {}],
  ])("gives a run of a trigger at most 3 MB and 100 records: %s", async (_name, step, inputData) => {
    // More people and polls than a run gives; records are as large as they can be.
    await serve(serveCrowd({ people: 150, options: 100, polls: 150, respondedAt: today }));
    const records = (await run(step, inputData)) as unknown[];
    expect(records).toHaveLength(100);
    expect(sizeOf(records)).toBeLessThan(maxRunBytes);
  });

  it.each(responseTriggers)(
    "gives 100 responses to 30 options at most 1 MB: %s",
    async (_name, step, inputData) => {
      await serve(serveCrowd({ people: 100, options: 30, polls: 1, respondedAt: today }));
      const records = (await run(step, inputData)) as unknown[];
      expect(records).toHaveLength(100);
      expect(sizeOf(records)).toBeLessThan(maxUsualBytes);
    },
  );

  // Without a poll the keys of the options are short enough.
  it.each(responseTriggers.filter(([, , { poll }]) => poll !== undefined))(
    "leaves out line items of some responses, never a response, when names are too long: %s",
    async (_name, step, inputData) => {
      await serve(
        serveCrowd({ people: 100, options: 100, polls: 1, name: "😀".repeat(255), respondedAt: today }),
      );
      const records = (await run(step, inputData)) as {
        availability: unknown[];
        availability_text: string;
      }[];
      expect(records).toHaveLength(100);
      expect(sizeOf(records)).toBeLessThan(maxRunBytes);
      const full = records.filter(({ availability }) => availability.length === 100);
      expect(full.length).toBeGreaterThan(50);
      expect(full.length).toBeLessThan(100);
      expect(records.slice(0, full.length)).toEqual(full);
      for (const { availability_text } of records) expect(availability_text.split("\n")).toHaveLength(100);
    },
  );

  it.each([
    ["Find Response", searches.find_response, { poll: "p0", person: "Ann" }],
    ["Find Poll", searches.find_poll, { title: "Poll" }],
    ["Find Poll by a part of the title", searches.find_poll, { title: "o", match: "part" }],
  ])("gives 20 results of a search below the limit of a step: %s", async (_name, step, inputData) => {
    await serve(serveCrowd({ people: 150, options: 100, polls: 150 }));
    const records = (await run(step, inputData)) as unknown[];
    expect(records).toHaveLength(20);
    expect(sizeOf(records)).toBeLessThan(maxStepBytes);
  });

  it("gives only ids when the Zap is switched on", async () => {
    await serve(serveCrowd({ people: 300, options: 1, respondedAt: today }));
    for (const [step, inputData, count] of [
      [triggers.new_response, { poll: "p0" }, 300],
      [triggers.new_poll, {}, 1_000],
      [triggers.new_response, {}, 6_000],
      [triggers.updated_response, { poll: "p0" }, 300],
      [triggers.responses_reached, { min_responses: "1" }, 300],
      [triggers.poll_closed, {}, 600],
    ] as const) {
      const seeded = (await run(step, inputData, { isPopulatingDedupe: true })) as object[];
      expect(seeded).toHaveLength(count);
      for (const record of seeded) expect(Object.keys(record)).toEqual(["id"]);
    }
  });
});

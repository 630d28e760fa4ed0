/** A poll that was created although the app fails to show it. */
import { describe, expect, it, vi } from "vitest";
import App from "../../zapier/index.ts";
import { startHarness } from "./harness.ts";

const output = vi.hoisted(() => ({ fails: false }));

vi.mock("../../zapier/output/poll.ts", async (original) => {
  const real = await original<typeof import("../../zapier/output/poll.ts")>();
  return {
    ...real,
    // The samples are made with it while the app loads.
    toPollRecord: (poll: Parameters<typeof real.toPollRecord>[0]) => {
      if (output.fails) throw new RangeError("Not a date");
      return real.toPollRecord(poll);
    },
  };
});

const harness = startHarness();

describe("a poll that was created and cannot be shown", () => {
  it("halts the run with its id, so that Zapier does not make it once more", async () => {
    output.fails = true;
    const create = harness.run(App.creates.create_poll, {
      inputData: { title: "Lunch", kind: "date", dates: ["2027-03-01"] },
      meta: {},
    });
    await expect(create).rejects.toMatchObject({
      name: "HaltedError",
      message: expect.stringMatching(/was created \(\w+\).*Do not run this step again/),
    });
    expect(harness.sandbox.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  });
});

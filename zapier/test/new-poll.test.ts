import { describe, expect, it } from "vitest";
import App from "../../zapier/index.ts";
import { startHarness } from "./harness.ts";
import { createPollHelpers } from "./polls.ts";
import { createZap } from "./zap.ts";

const harness = startHarness();
const { new_poll } = App.triggers;

const { client, createPolls } = createPollHelpers(harness);

describe("New Poll", () => {
  it("gives the newest first, in one request a tick", async () => {
    const ids = await createPolls(3);
    const zap = createZap(harness, new_poll);
    const requests = await harness.requestsOf(async () => {
      expect((await zap.tick()).map(({ id }) => id)).toEqual(ids);
    });
    expect(requests).toEqual(["GET /v1/polls?limit=100"]);
    const items = await harness.run<{ id: string }[]>(new_poll, { meta: {} });
    expect(items.map(({ id }) => id)).toEqual([...ids].reverse());
  });

  it("fires each new poll once after the Zap is switched on, and no old one", async () => {
    await createPolls(2, "Old");
    const zap = createZap(harness, new_poll);
    await zap.switchOn();
    expect(await zap.tick()).toEqual([]);
    const ids = await createPolls(2, "New");
    expect((await zap.tick()).map(({ id }) => id)).toEqual(ids);
    expect(await zap.tick()).toEqual([]);
  });

  it("stays silent when a deletion lets an old poll slide into the newest hundred", async () => {
    const ids = await createPolls(105);
    const zap = createZap(harness, new_poll);
    await zap.switchOn();
    for (const id of ids.slice(-10)) await client().deletePoll({ pollId: id });
    expect(await zap.tick()).toEqual([]);
    const [fresh] = await createPolls(1, "New");
    expect((await zap.tick()).map(({ id }) => id)).toEqual([fresh]);
  });

  it("gives nothing in an empty space", async () => {
    const zap = createZap(harness, new_poll);
    await zap.switchOn();
    expect(await zap.tick()).toEqual([]);
    expect(await zap.sample()).toEqual([]);
  });

  it("fires once for each poll of the same title, and not when a poll is closed or reopened", async () => {
    const zap = createZap(harness, new_poll);
    await zap.switchOn();
    const ids = [...(await createPolls(1, "Lunch")), ...(await createPolls(1, "Lunch"))];
    const fired = await zap.tick();
    expect(fired.map(({ id, title }) => [id, title])).toEqual(ids.map((id) => [id, "Lunch 0"]));
    harness.sandbox.closePoll(ids[0] ?? "");
    expect(await zap.tick()).toEqual([]);
    harness.sandbox.reopenPoll(ids[0] ?? "");
    expect(await zap.tick()).toEqual([]);
  });

  it("gives the newest hundred of more", async () => {
    const ids = await createPolls(103);
    expect((await createZap(harness, new_poll).tick()).map(({ id }) => id)).toEqual(ids.slice(3));
  });

  it("shows three records while the Zap is built", async () => {
    await createPolls(5);
    expect(await createZap(harness, new_poll).sample()).toHaveLength(3);
  });
});

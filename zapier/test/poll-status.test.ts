import { describe, expect, it } from "vitest";
import App from "../../zapier/index.ts";
import { startHarness } from "./harness.ts";
import { createPollHelpers } from "./polls.ts";
import { createZap } from "./zap.ts";

const harness = startHarness();
const { createPolls } = createPollHelpers(harness);
const { poll_closed, poll_scheduled } = App.triggers;

const change = (id: string, how: "closePoll" | "cancelPoll" | "reopenPoll") => {
  harness.sandbox.advance(1000);
  harness.sandbox[how](id);
};
const schedule = (id: string) => {
  harness.sandbox.advance(1000);
  harness.sandbox.schedulePoll(id, "2027-03-01");
};
const pollIds = (items: readonly Record<string, unknown>[]) => items.map((item) => item["poll_id"]);

const kinds = [
  ["Poll Closed", poll_closed, "closed", (id: string) => change(id, "closePoll")],
  ["Poll Scheduled", poll_scheduled, "scheduled", schedule],
] as const;

describe.each(kinds)("%s", (_name, step, status, act) => {
  it("fires for this status only, once, in one request", async () => {
    const [first = "", canceled = "", other = "", open = ""] = await createPolls(4);
    const zap = createZap(harness, step);
    expect(await zap.sample()).toEqual([]);
    await zap.switchOn();
    expect(await zap.tick()).toEqual([]);
    act(first);
    change(canceled, "cancelPoll");
    if (status === "closed") schedule(other);
    else change(other, "closePoll");
    const requests = await harness.requestsOf(async () => {
      expect(await zap.tick()).toMatchObject([{ poll_id: first, status, title: "Poll 0" }]);
    });
    expect(requests).toEqual([`GET /v1/polls?status=${status}&limit=100`]);
    expect(await zap.tick()).toEqual([]);
    expect(open).not.toBe("");
  });

  it("fires for each of several polls with the same title, in order", async () => {
    const ids = await createPolls(3, "Lunch");
    const zap = createZap(harness, step);
    await zap.switchOn();
    for (const id of [...ids].reverse()) act(id);
    expect(pollIds(await zap.tick())).toEqual([...ids].reverse());
  });

  it("fires again after the poll was reopened, with another id and the poll's own beside it", async () => {
    const [poll = ""] = await createPolls(1);
    const zap = createZap(harness, step);
    await zap.switchOn();
    const ids = new Set<string>();
    for (const hasRunBetween of [false, true, false]) {
      act(poll);
      const [fired] = await zap.tick();
      expect(fired).toMatchObject({ poll_id: poll, status });
      expect(fired?.id).toMatch(new RegExp(`^${poll}:${status}:2027-`));
      ids.add(fired?.id ?? "");
      expect(await zap.tick()).toEqual([]);
      change(poll, "reopenPoll");
      if (hasRunBetween) expect(await zap.tick()).toEqual([]);
    }
    expect(ids.size).toBe(3);
    for (const id of ids)
      await expect(
        harness.run(App.searches.find_poll_results, { inputData: { poll: id } }),
      ).resolves.toMatchObject([{ id: poll }]);
  });

  it("fires again when the poll is edited, as its help text says", async () => {
    const [poll = ""] = await createPolls(1);
    const zap = createZap(harness, step);
    await zap.switchOn();
    act(poll);
    expect(await zap.tick()).toHaveLength(1);
    harness.sandbox.advance(1000);
    harness.sandbox.editPoll(poll, { title: "Renamed" });
    expect(await zap.tick()).toMatchObject([{ poll_id: poll, title: "Renamed" }]);
    const [note] = step.operation.inputFields;
    expect(note?.helpText).toMatch(/edits a \w+ poll, .*may fire again/);
  });

  it("does not fire for a deleted poll", async () => {
    const [poll = ""] = await createPolls(1);
    const zap = createZap(harness, step);
    await zap.switchOn();
    act(poll);
    await harness.run(App.creates.delete_poll, { inputData: { poll } });
    expect(await zap.tick()).toEqual([]);
  });

  it("fires for an old poll after a hundred newer ones, and for no older one after deletions", async () => {
    const ids = await createPolls(103);
    for (const id of ids.slice(1)) act(id);
    const zap = createZap(harness, step);
    await zap.switchOn();
    act(ids[0] ?? "");
    expect(pollIds(await zap.tick())).toEqual([ids[0]]);
    for (const poll of ids.slice(-10)) await harness.run(App.creates.delete_poll, { inputData: { poll } });
    expect(await zap.tick()).toEqual([]);
    expect(await zap.sample()).toHaveLength(3);
  });

  it("makes one request in a space of 100 polls, and is bounded in a larger one", async () => {
    const ids = await createPolls(310);
    for (const id of ids.slice(0, 100)) act(id);
    const zap = createZap(harness, step);
    expect(await harness.requestsOf(() => zap.tick())).toHaveLength(1);
    for (const id of ids.slice(100)) act(id);
    const requests = await harness.requestsOf(async () => expect(await zap.tick()).toHaveLength(100));
    expect(requests).toHaveLength(3);
    expect(await harness.requestsOf(() => zap.switchOn())).toHaveLength(4);
  });
});

it("tells that Poll Scheduled does not know the picked time, and where to get it", () => {
  const [note] = poll_scheduled.operation.inputFields;
  expect(note?.helpText).toMatch(/does not tell which time.*Webhooks by Zapier/);
  expect(poll_scheduled.display.description).toMatch(/does not tell which time/);
});

import { describe, expect, it } from "vitest";
import type { Bundle, ZObject } from "zapier-platform-core";
import App from "../../zapier/index.ts";
import { findEventIds } from "../../zapier/triggers/closed-poll-ids.ts";
import { startHarness } from "./harness.ts";
import { createPollHelpers } from "./polls.ts";
import { createZap } from "./zap.ts";

const harness = startHarness();
const { new_poll, poll_closed } = App.triggers;

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

  it("shows three records while the Zap is built", async () => {
    await createPolls(5);
    expect(await createZap(harness, new_poll).sample()).toHaveLength(3);
  });
});

describe("Poll Closed", () => {
  const end = (id: string, how: "closePoll" | "cancelPoll") => {
    harness.sandbox.advance(1000);
    harness.sandbox[how](id);
  };

  it("fires once when a poll stops being open, whatever the reason", async () => {
    const [closed = "", canceled = "", scheduled = "", open = ""] = await createPolls(4);
    const zap = createZap(harness, poll_closed);
    await zap.switchOn();
    expect(await zap.tick()).toEqual([]);
    end(closed, "closePoll");
    end(canceled, "cancelPoll");
    harness.sandbox.advance(1000);
    harness.sandbox.schedulePoll(scheduled, "2027-03-01");
    const fired = await zap.tick();
    expect(fired.map(({ poll_id, status }) => [poll_id, status])).toEqual([
      [closed, "closed"],
      [canceled, "canceled"],
      [scheduled, "scheduled"],
    ]);
    expect(fired.map(({ poll_id }) => poll_id)).not.toContain(open);
    harness.sandbox.advance(1000);
    harness.sandbox.schedulePoll(closed, "2027-03-01");
    expect(await zap.tick()).toEqual([]);
  });

  it("fires again when a poll is reopened and ends again, with a new id and the poll's own beside it", async () => {
    const [poll = ""] = await createPolls(1);
    const zap = createZap(harness, poll_closed);
    await zap.switchOn();
    const ids = new Set<string>();
    for (const hasTickBetween of [false, true, false]) {
      end(poll, "closePoll");
      const [fired] = await zap.tick();
      expect(fired).toMatchObject({ poll_id: poll, status: "closed" });
      ids.add(fired?.id ?? "");
      expect(await zap.tick()).toEqual([]);
      harness.sandbox.advance(1000);
      harness.sandbox.reopenPoll(poll);
      if (hasTickBetween) expect(await zap.tick()).toEqual([]);
    }
    expect(ids.size).toBe(3);
    const [id = ""] = ids;
    await expect(
      harness.run(App.searches.find_poll_results, { inputData: { poll: id } }),
    ).resolves.toMatchObject([{ id: poll }]);
  });

  it("does not fire again when a poll that has ended is edited", async () => {
    const [poll = ""] = await createPolls(1);
    const zap = createZap(harness, poll_closed);
    await zap.switchOn();
    end(poll, "closePoll");
    expect(await zap.tick()).toHaveLength(1);
    const edits = [
      { title: "Renamed" },
      { description: "News" },
      { location: "Room 4" },
      { requireEmail: true },
      { hideParticipants: true },
      { hideScores: true },
      { disableComments: false },
      { allowTentativeVotes: false },
    ];
    for (const edit of edits) {
      harness.sandbox.advance(1000);
      harness.sandbox.editPoll(poll, edit);
      expect(await zap.tick()).toEqual([]);
      expect(await zap.tick()).toEqual([]);
    }
  });

  it("fires for an old poll that closes after newer ones", async () => {
    const ids = await createPolls(103);
    for (const id of ids.slice(1)) end(id, "closePoll");
    const zap = createZap(harness, poll_closed);
    await zap.switchOn();
    end(ids[0] ?? "", "closePoll");
    expect((await zap.tick()).map(({ poll_id }) => poll_id)).toEqual([ids[0]]);
  });

  it("fires for a poll that ended again after its organizer changed their profile", async () => {
    const [pollId = ""] = await createPolls(1);
    const { data: poll } = await client().getPoll({ pollId });
    const memory = await harness.run<string[]>(async (z: ZObject) => {
      const ids: string[] = [];
      for (const [name, day] of [
        ["Ada", "01"],
        ["Ada Lovelace", "02"],
      ]) {
        const organizer = {
          id: "Us1",
          name: `${name}`,
          email: "a@example.com",
          image: `https://a.example/${day}`,
        };
        const ended = { ...poll, updatedAt: `2027-01-${day}T00:00:00.000Z`, organizer };
        ids.push(...(await findEventIds(z, "profile", [ended])).values());
      }
      return ids;
    });
    expect(memory).toEqual([`${pollId}:2027-01-01T00:00:00.000Z`, `${pollId}:2027-01-02T00:00:00.000Z`]);
  });

  it.each(["get", "set"] as const)(
    "fails the run when the cache fails (%s), and fires nothing twice",
    async (method) => {
      const [poll = ""] = await createPolls(1);
      const zap = createZap(harness, poll_closed);
      await zap.switchOn();
      end(poll, "closePoll");
      expect(await zap.tick()).toHaveLength(1);
      harness.sandbox.advance(1000);
      harness.sandbox.editPoll(poll, { title: "Renamed" });
      const broken = createZap(harness, (z: ZObject, bundle: Bundle) =>
        poll_closed.operation.perform(
          { ...z, cache: { ...z.cache, [method]: () => Promise.reject(new Error("RPC failed")) } },
          bundle,
        ),
      );
      await expect(broken.tick()).rejects.toThrow(/RPC failed/);
      expect(await zap.tick()).toEqual([]);
    },
  );

  it.each([
    "Closed (by hand, or all options have passed), Canceled",
    "canceled;CLOSED (by hand, or all options have passed)",
    "Canceled\nclosed",
    '["Canceled", "Closed (by hand, or all options have passed)"]',
    ["Closed (by hand, or all options have passed),Canceled", "canceled"],
  ])("takes several labels and values in one text: %j", async (statuses) => {
    const [closed = "", canceled = "", scheduled = ""] = await createPolls(3);
    const zap = createZap(harness, poll_closed, { statuses });
    await zap.switchOn();
    end(closed, "closePoll");
    end(canceled, "cancelPoll");
    harness.sandbox.advance(1000);
    harness.sandbox.schedulePoll(scheduled, "2027-03-01");
    expect((await zap.tick()).map(({ poll_id }) => poll_id)).toEqual([closed, canceled]);
  });

  it("fires only for the chosen endings", async () => {
    const [closed = "", canceled = ""] = await createPolls(2);
    const zap = createZap(harness, poll_closed, { statuses: ["Canceled", ""] });
    await zap.switchOn();
    end(closed, "closePoll");
    end(canceled, "cancelPoll");
    expect((await zap.tick()).map(({ poll_id }) => poll_id)).toEqual([canceled]);
    const label = "Closed (by hand, or all options have passed)";
    for (const statuses of [label, [label], "closed", "CLOSED\n"])
      expect(await createZap(harness, poll_closed, { statuses }).tick()).toMatchObject([{ poll_id: closed }]);
    await expect(createZap(harness, poll_closed, { statuses: "open" }).tick()).rejects.toThrow(
      /Fire On: .*open/,
    );
  });

  it("asks one request for each status", async () => {
    const ids = await createPolls(2);
    for (const id of ids) end(id, "closePoll");
    const zap = createZap(harness, poll_closed);
    const requests = await harness.requestsOf(() => zap.tick());
    expect(requests.map((line) => /status=(\w+)/.exec(line)?.[1])).toEqual([
      "closed",
      "scheduled",
      "canceled",
    ]);
    expect(await zap.sample()).toHaveLength(2);
  });

  it("is bounded when there are more polls than it reads", async () => {
    for (const id of await createPolls(310)) harness.sandbox.closePoll(id);
    const zap = createZap(harness, poll_closed, { statuses: ["closed"] });
    const requests = await harness.requestsOf(async () => expect(await zap.tick()).toHaveLength(100));
    expect(requests).toHaveLength(3);
    expect(await harness.requestsOf(() => zap.switchOn())).toHaveLength(4);
  });
});

/**
 * A scripted assistant: ten tasks, executed over the protocol according to the results. The tests check the polls that the
 * service has afterwards, read without our client.
 */
import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { newYork } from "./create-poll-arguments.ts";
import { callTool, failTool, openHost } from "./harness.ts";

interface StoredPoll {
  id: string;
  title: string;
  kind: string;
  timeZone: string | null;
  location: string | null;
  status: string;
  options: { date?: string; startTime?: string; duration?: number }[];
  [name: string]: unknown;
}

type Sandbox = Awaited<ReturnType<typeof openHost>>["sandbox"];

async function readAll(sandbox: Sandbox): Promise<StoredPoll[]> {
  const response = await fetch(`${sandbox.url}/polls?limit=100`, {
    headers: { authorization: `Bearer ${sandbox.apiKey}` },
  });
  return ((await response.json()) as { data: StoredPoll[] }).data;
}

/** Executes a task. Returns the service's polls before and after it. */
async function runTask(job: (host: Client, sandbox: Sandbox) => Promise<void>) {
  const { host, sandbox } = await openHost();
  const before = await readAll(sandbox);
  await job(host, sandbox);
  const after = await readAll(sandbox);
  const made = after.filter(({ id }) => !before.some((poll) => poll.id === id));
  const gone = before.filter(({ id }) => !after.some((poll) => poll.id === id));
  return { made, gone, sandbox };
}

async function find(host: Client, query: string): Promise<{ id: string; title: string }> {
  const { data } = await callTool(host, "list_polls", { query });
  const [poll] = data["polls"] as { id: string; title: string }[];
  if (poll === undefined) throw new Error(`nothing found for ${query}`);
  return poll;
}

const starts = (poll: StoredPoll | undefined) =>
  poll?.options.map(({ startTime }) => startTime?.replace(".000Z", "Z"));

describe("a scripted assistant", () => {
  it('1. "Find a day next week for the team offsite"', async () => {
    const { made, gone } = await runTask(async (host) => {
      await callTool(host, "create_poll", {
        title: "Team offsite",
        dates: ["2027-02-15", "2027-02-16", "2027-02-17"],
      });
    });
    expect(gone).toEqual([]);
    expect(made).toMatchObject([{ title: "Team offsite", kind: "date", timeZone: null, status: "open" }]);
    expect(made[0]?.options.map(({ date }) => date)).toEqual(["2027-02-15", "2027-02-16", "2027-02-17"]);
  });

  it('2. "Interviews, mornings that week, half an hour each, New York time", previewed first', async () => {
    const { made } = await runTask(async (host) => {
      const preview = await callTool(host, "create_poll", { ...newYork, dryRun: true });
      expect(preview.data["optionCount"]).toBe(15);
      await callTool(host, "create_poll", newYork);
    });
    expect(made).toHaveLength(1);
    expect(made[0]?.options).toHaveLength(15);
    expect(starts(made[0])?.[0]).toBe("2027-03-01T14:00:00Z");
  });

  it('3. "Tuesday at three in Berlin", across the change to summer time', async () => {
    const { made } = await runTask(async (host) => {
      await callTool(host, "create_poll", {
        title: "Kaffee",
        timeZone: "Europe/Berlin",
        duration: 60,
        times: [{ start: "2027-03-23T15:00" }, { start: "2027-03-30T15:00" }],
      });
    });
    expect(starts(made[0])).toEqual(["2027-03-23T14:00:00Z", "2027-03-30T13:00:00Z"]);
    expect(made[0]?.timeZone).toBe("Europe/Berlin");
  });

  it("4. corrects a Z after the error", async () => {
    const { made } = await runTask(async (host) => {
      const input = { title: "Sync", timeZone: "America/Los_Angeles", duration: 30 };
      const refusal = await failTool(host, "create_poll", {
        ...input,
        times: [{ start: "2027-03-02T09:00:00Z" }],
      });
      expect(refusal).toContain("times.0.start");
      expect(refusal).toContain("without Z");
      await callTool(host, "create_poll", { ...input, times: [{ start: "2027-03-02T09:00:00" }] });
    });
    expect(made).toHaveLength(1);
    expect(starts(made[0])).toEqual(["2027-03-02T17:00:00Z"]);
  });

  it('5. "Who is ahead for the lunch?" changes nothing', async () => {
    const { made, gone, sandbox } = await runTask(async (host) => {
      const { id } = await find(host, "lunch");
      const { data } = await callTool(host, "get_poll_results", { pollId: id });
      expect((data["options"] as { top?: boolean }[])[0]?.top).toBe(true);
    });
    expect([made, gone]).toEqual([[], []]);
    expect(sandbox.requests.every(({ method }) => method === "GET")).toBe(true);
  });

  it('6. "Who can make the board meeting on Friday morning?"', async () => {
    await runTask(async (host) => {
      const { id } = await find(host, "board meeting");
      const { data } = await callTool(host, "list_participants", { pollId: id });
      const number =
        (data["options"] as string[]).findIndex(
          (option) => option.includes("Fri") && option.includes(" 09:00"),
        ) + 1;
      const able = (data["participants"] as { name: string; yes: string }[]).filter(({ yes }) =>
        yes.split(",").some((range) => {
          const [from, to] = range.split("-").map(Number);
          return number >= (from ?? 0) && number <= (to ?? from ?? 0);
        }),
      );
      expect(able.map(({ name }) => name)).toEqual(["Ada Lovelace"]);
    });
  });

  it('7. "Delete the board game night, it is off"', async () => {
    const { gone, made } = await runTask(async (host) => {
      const { id } = await find(host, "board game");
      const { data } = await callTool(host, "get_poll", { pollId: id });
      await callTool(host, "delete_poll", { pollId: id, confirmTitle: data["title"] });
    });
    expect(made).toEqual([]);
    expect(gone.map(({ title }) => title)).toEqual(["Board game night"]);
  });

  it("8. does not delete another poll because of a wrong title", async () => {
    const { gone } = await runTask(async (host) => {
      const { id } = await find(host, "board");
      expect(await failTool(host, "delete_poll", { pollId: id, confirmTitle: "The board thing" })).toContain(
        "Nothing was deleted",
      );
    });
    expect(gone).toEqual([]);
  });

  it('9. "The same poll again, a week later"', async () => {
    const { made } = await runTask(async (host) => {
      const { id } = await find(host, "kick-off");
      const { data } = await callTool(host, "get_poll", { pollId: id });
      const times = (data["options"] as string[]).map((option) => {
        const [, date = "", start = ""] = /(\d{4}-\d\d-\d\d) (\d\d:\d\d)/.exec(option) ?? [];
        const day = new Date(Date.parse(`${date}T00:00:00Z`) + 28 * 86_400_000).toISOString().slice(0, 10);
        return { start: `${day}T${start}`, duration: 45 };
      });
      await callTool(host, "create_poll", { title: data["title"], timeZone: data["timeZone"], times });
    });
    expect(made).toMatchObject([{ title: "Kick-off call", timeZone: "Europe/London" }]);
    expect(made[0]?.options).toHaveLength(2);
    expect(new Set(made[0]?.options.map(({ duration }) => duration))).toEqual(new Set([45]));
  });

  it("10. does not create a second poll after a lost response", async () => {
    const { made } = await runTask(async (host) => {
      const request = { title: "Only once", dates: ["2027-03-01"] };
      await callTool(host, "create_poll", request);
      // The host lost the response. The instructions: look before creating again.
      const { data } = await callTool(host, "list_polls", { query: "only once" });
      if ((data["polls"] as unknown[]).length === 0) await callTool(host, "create_poll", newYork);
    });
    expect(made.map(({ title }) => title)).toEqual(["Only once"]);
  });
});

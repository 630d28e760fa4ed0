/** An option looks the same in every tool, and every tool takes it back. */
import { describe, expect, it } from "vitest";
import { callTool, openHost } from "../harness.ts";

const slot = (startTime: string, duration = 60) => ({ startTime: `2027-${startTime}:00Z`, duration });

const berlin = { kind: "time", timeZone: "Europe/Berlin" } as const;

const polls = {
  days: { kind: "date", options: [{ date: "2027-03-01" }, { date: "2027-03-02" }] },
  "slots of one length": { ...berlin, options: [slot("03-01T08:00"), slot("03-02T09:30")] },
  "slots of several lengths": { ...berlin, options: [slot("03-01T08:00"), slot("03-02T22:30", 90)] },
  "a slot in which the clocks change": { ...berlin, options: [slot("03-01T08:00"), slot("03-28T00:30")] },
  "floating times": {
    kind: "time",
    timeZone: null,
    options: [slot("03-01T08:00", 30), slot("03-02T09:30", 30)],
  },
} as const;

const shown: Record<keyof typeof polls, { options: string[]; duration?: number }> = {
  days: { options: ["Mon 2027-03-01", "Tue 2027-03-02"] },
  "slots of one length": {
    duration: 60,
    options: ["Mon 2027-03-01 09:00 +01:00", "Tue 2027-03-02 10:30 +01:00"],
  },
  "slots of several lengths": {
    options: ["Mon 2027-03-01 09:00–10:00 +01:00", "Tue 2027-03-02 23:30–Wed 2027-03-03 01:00 +01:00"],
  },
  "a slot in which the clocks change": {
    duration: 60,
    options: ["Mon 2027-03-01 09:00 +01:00", "Sun 2027-03-28 01:30 +01:00–03:30 +02:00"],
  },
  "floating times": { duration: 30, options: ["Mon 2027-03-01 08:00", "Tue 2027-03-02 09:30"] },
};

describe.each(Object.entries(polls))("%s", (name, poll) => {
  const { options, duration } = shown[name as keyof typeof polls];

  async function open() {
    const opened = await openHost();
    const { data } = await opened.client.createPoll({ title: "Trial", ...structuredClone(poll) });
    opened.sandbox.vote(data.id, { name: "Ada", choices: { [data.options[0]?.id ?? ""]: "yes" } });
    const call = async (tool: string, args: object = {}) =>
      (await callTool(opened.host, tool, { poll: data.id, ...args })).data;
    return { ...opened, call };
  }

  it("look the same in every tool, with their length once or with their ends", async () => {
    const { host, call } = await open();
    expect(await call("get_poll")).toMatchObject({ options });
    for (const tool of ["find_best_times", "get_poll_results"]) {
      const data = await call(tool);
      expect((data["options"] as { when: string }[]).map(({ when }) => when)).toEqual(options);
      expect(data["duration"]).toBe(duration);
    }
    const lines = await call("list_participants");
    const counts = ["1 yes", "0 yes"];
    expect(lines["options"]).toEqual(options.map((text, at) => `${at + 1}: ${text} | ${counts[at]}`));
    expect(lines["duration"]).toBe(duration);
    expect(await call("list_participants", { person: "Ada" })).toMatchObject({
      participants: [{ yes: [options[0]], noOrUnanswered: [options[1]] }],
    });
    const { polls } = (await callTool(host, "list_polls", { query: "trial", best: true })).data;
    const [row] = polls as Record<string, unknown>[];
    expect(row).toMatchObject({ best: { when: options[0] } });
    expect(String(row?.["first"]).replace(/ \(.*\)$/, "")).toBe(options[0]);
    expect(row?.["duration"]).toBe(duration);
  });

  it("are taken back as an option, and as the options of a poll", async () => {
    const { host, call } = await open();
    for (const [index, option] of options.entries())
      expect(await call("list_participants", { option })).toMatchObject({
        options: [expect.stringContaining(`${index + 1}: ${option}`)],
      });
    const timeZone = "timeZone" in poll && poll.timeZone ? poll.timeZone : "floating";
    const list = poll.kind === "date" ? { dates: options } : { times: options, timeZone };
    const plan = { title: "Another", duration, ...list, dryRun: true };
    expect((await callTool(host, "create_poll", plan)).data).toMatchObject({ options });
  });
});

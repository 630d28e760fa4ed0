/** An option looks the same in every tool, and every tool takes it back. */
import { expect, it } from "vitest";
import { callTool } from "../harness.ts";
import { openVotes } from "./votes.ts";

const berlin = { kind: "time", timeZone: "Europe/Berlin" };
const slots = (...starts: (string | [string, minutes: number])[]) =>
  starts.map((start) => {
    const [startTime, duration = 60] = [start].flat();
    return { startTime: `2027-${startTime}:00Z`, duration };
  });

it.each<[name: string, poll: object, shown: { options: string[]; duration?: number }]>([
  [
    "days",
    { kind: "date", options: [{ date: "2027-03-01" }, { date: "2027-03-02" }] },
    { options: ["Mon 2027-03-01", "Tue 2027-03-02"] },
  ],
  [
    "slots of one length",
    { ...berlin, options: slots("03-01T08:00", "03-02T09:30") },
    { options: ["Mon 2027-03-01 09:00 +01:00", "Tue 2027-03-02 10:30 +01:00"], duration: 60 },
  ],
  [
    "slots of several lengths",
    { ...berlin, options: slots("03-01T08:00", ["03-02T22:30", 90]) },
    { options: ["Mon 2027-03-01 09:00–10:00 +01:00", "Tue 2027-03-02 23:30–Wed 2027-03-03 01:00 +01:00"] },
  ],
  [
    "a slot in which the clocks change",
    { ...berlin, options: slots("03-01T08:00", "03-28T00:30") },
    { options: ["Mon 2027-03-01 09:00 +01:00", "Sun 2027-03-28 01:30 +01:00–03:30 +02:00"], duration: 60 },
  ],
  [
    "floating times",
    { kind: "time", timeZone: null, options: slots("03-01T08:00", "03-02T09:30") },
    { options: ["Mon 2027-03-01 08:00", "Tue 2027-03-02 09:30"], duration: 60 },
  ],
])("%s look the same in every tool, and every tool takes them back", async (_, poll, shown) => {
  const { host, call } = await openVotes({ Ada: "y" }, { title: "Trial", ...poll });
  const { options, duration } = shown;
  const { data: read } = await call("get_poll");
  expect(read).toMatchObject(shown);
  const seen = async (tool: string, args?: object) => {
    const { data } = await call(tool, args);
    expect(data["duration"]).toBe(duration);
    return data["options"] as { when: string }[];
  };
  for (const tool of ["find_best_times", "get_poll_results"])
    expect((await seen(tool)).map(({ when }) => when)).toEqual(options);
  const lines = options.map((text, index) => `${index + 1}: ${text} | ${index === 0 ? 1 : 0} yes`);
  expect(await seen("list_participants")).toEqual(lines);
  const { data: person } = await call("list_participants", { person: "Ada" });
  expect(person["participants"]).toMatchObject([{ yes: [options[0]], noOrUnanswered: [options[1]] }]);
  const { data: list } = await callTool(host, "list_polls", { query: "trial", best: true });
  const row = { best: { when: options[0] }, first: expect.stringContaining(String(options[0])) };
  expect(list["polls"]).toMatchObject([{ ...row, ...(duration && { duration }) }]);

  // A text with an end is no time of ISO 8601: such an option is named by its number.
  const texts = options.filter((text) => !text.includes("–"));
  for (const [index, option] of options.entries())
    for (const named of [`${index + 1}`, ...texts.filter((text) => text === option)])
      expect(await seen("list_participants", { option: named })).toEqual([lines[index]]);
  const { kind, timeZone } = read;
  const plan = kind === "date" ? { dates: texts } : { times: texts, timeZone, duration: duration ?? 60 };
  const title = "Again";
  if (texts.length > 0)
    expect((await callTool(host, "create_poll", { title, ...plan, dryRun: true })).data["options"]).toEqual(
      texts,
    );
});

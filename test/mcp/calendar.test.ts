/** The calendar entry in find_best_times. */
import { describe, expect, it } from "vitest";
import { parseGrid } from "../../mcp/view/parse-grid.ts";
import { callTool, failTool, openHost } from "./harness.ts";

/** A poll whose second option is the best one, and whose third one is the next. */
async function openVoted(voted = true) {
  const opened = await openHost();
  const { data: poll } = await opened.client.createPoll({
    title: "Kick-off",
    kind: "time",
    timeZone: "Europe/Berlin",
    options: ["01", "02", "03"].map((day) => ({ startTime: `2027-03-${day}T18:00:00Z`, duration: 90 })),
  });
  const choices = Object.fromEntries(
    poll.options.map(({ id }, index) => [id, (["no", "yes", "ifNeedBe"] as const)[index] ?? "no"]),
  );
  if (voted) opened.sandbox.vote(poll.id, { name: "Ada", choices });
  const best = (more: Record<string, unknown> = {}) =>
    callTool(opened.host, "find_best_times", { pollId: poll.id, ...more });
  return { ...opened, poll, best };
}

describe("the calendar entry in find_best_times", () => {
  it("is the resource of the best option", async () => {
    const { best, host, poll } = await openVoted();
    const { data } = await best();
    expect(data["calendarEntry"]).toBe(`rallly://polls/${poll.id}/options/2/calendar.ics`);
    expect(data).not.toHaveProperty("ics");
    const { contents } = await host.readResource({ uri: String(data["calendarEntry"]) });
    expect(JSON.stringify(contents)).toContain("20270302T180000Z");
  });

  it("is also returned as text, for hosts that read no resources", async () => {
    const { best, host, poll } = await openVoted();
    for (const [calendar, number, day] of [
      [1, 2, "20270302"],
      [2, 3, "20270303"],
      [3, 1, "20270301"],
    ]) {
      const { data } = await best({ calendar, limit: 1 });
      expect(data["calendarEntry"]).toBe(`rallly://polls/${poll.id}/options/${number}/calendar.ics`);
      const { contents } = await host.readResource({ uri: String(data["calendarEntry"]) });
      expect(contents).toMatchObject([{ text: data["ics"] }]);
      expect(data["ics"]).toContain(`DTSTART:${day}T180000Z`);
    }
  });

  it("is absent when no option fits, unless it was requested", async () => {
    const { best } = await openVoted(false);
    expect((await best()).data).not.toHaveProperty("calendarEntry");
    expect((await best({ calendar: 3 })).data["ics"]).toContain("20270303T180000Z");
  });

  it("is refused for an option that does not exist", async () => {
    const { host, poll } = await openVoted();
    for (const calendar of [0, -1, 4])
      expect(await failTool(host, "find_best_times", { pollId: poll.id, calendar })).toContain(
        "calendar: must be 1 to 3, the number of options",
      );
  });

  it("is not requested again by the view's refresh", async () => {
    const { host, poll } = await openVoted();
    const result = await host.callTool({
      name: "find_best_times",
      arguments: { pollId: poll.id, calendar: 1 },
    });
    expect(parseGrid(result)?.refresh).toEqual({
      name: "find_best_times",
      arguments: { pollId: poll.id },
    });
  });
});

import { describe, expect, it } from "vitest";
import { type Plan, planKey } from "../../../mcp/view/plan.ts";
import { callTool, fixedNow, openHost } from "../harness.ts";
import { days, preview, times } from "./create-poll-requests.ts";

describe("the plan of create_poll", () => {
  /** Hourly slots on the Sunday on which the clocks of Berlin skip the hour from 2 to 3, and on the days around it. */
  const nights = {
    title: "Night shift",
    timeZone: "europe/berlin",
    duration: 60,
    windows: [{ startDate: "2027-03-27", endDate: "2027-03-29", from: "01:00", to: "04:00" }],
    except: ["Mon 2027-03-29"],
    busy: [{ start: "2027-03-27T01:30", end: "2027-03-27T02:00" }],
    description: "Bring tea",
    conferencing: "zoom",
    hideScores: true,
    dryRun: true,
  };

  const slot = (start: string, duration = 60) => ({ startTime: `2027-03-${start}:00:00Z`, duration });

  it("names what was left out, with the reason", async () => {
    expect(await preview(nights)).toMatchObject({
      text: "Preview: nothing was created. The poll would have 4 options. Left out: 1 busy, 3 excluded, 1 skipped by the clock. When the person agrees, call again without dryRun.",
      options: ["Sat 2027-03-27 02:00,03:00 +01:00", "Sun 2027-03-28 01:00 +01:00–03:00,03:00 +02:00"],
      dropped: [{ when: "Sat 2027-03-27 01:00 +01:00" }],
      excluded: ["Mon 2027-03-29 01:00,02:00,03:00 +02:00"],
      skipped: ["Sun 2027-03-28 02:00"],
    });
  });

  it("is in _meta for the view: what is shown, and the arguments that are ready for the chosen options", async () => {
    const { host, sandbox } = await openHost();
    const { meta } = await callTool(host, "create_poll", nights);
    const plan = meta?.[planKey] as Plan;
    const { title, description, conferencing, hideScores } = nights;
    const create = { title, description, conferencing, hideScores, timeZone: "Europe/Berlin" };
    expect(plan).toEqual({
      ...{
        version: 3,
        madeAt: Date.parse(fixedNow),
        state: "preview",
        kind: "time",
        timeZone: "Europe/Berlin",
        maxOptions: 100,
      },
      poll: { title, now: "Fri 2027-02-12 10:00 +01:00", description, conferencing },
      settings: ["hideScores"],
      options: [slot("27T01"), slot("27T02"), slot("28T00"), slot("28T01")],
      dropped: [
        { reason: "skipped", day: "2027-03-28", time: "02:00" },
        ...["28T23", "29T00", "29T01"].map((start) => ({ reason: "excluded", option: slot(start) })),
        { reason: "busy", option: slot("27T00") },
      ],
      create,
    });
    const options = [{ startTime: "2027-03-28T23:00:00.000Z", duration: 45 }];
    const chosen = {
      ...create,
      conferencing: "meet",
      times: { start: "2027-03-29T01:00:00+02:00", duration: 45 },
    };
    const made = await callTool(host, "create_poll", chosen);
    expect(made.meta?.[planKey]).toMatchObject({
      ...{ state: "created", inviteUrl: made.data["inviteUrl"], adminUrl: made.data["adminUrl"], options },
    });
    expect(made.meta?.[planKey]).not.toHaveProperty("create");
    expect(sandbox.requests.at(-1)?.body).toMatchObject({ description, hideScores });
    const repeated = await callTool(host, "create_poll", { ...chosen, dryRun: false });
    expect(repeated.meta?.[planKey]).toMatchObject({
      ...{ state: "exists", inviteUrl: made.data["inviteUrl"], dropped: [], options },
    });
  });

  it("of a copy has the id of its original, and no options, shifts or minimum among the ready arguments", async () => {
    const { host } = await openHost();
    const kept = { organizerEmail: "grace@example.com" };
    const args = { copyFrom: "weekly sync", shiftDays: 42, minAvailable: 1, dryRun: true, ...kept };
    const { meta, data } = await callTool(host, "create_poll", args);
    const create = { ...kept, copyFrom: data["copiedFrom"], timeZone: "Europe/London" };
    expect(meta?.[planKey]).toHaveProperty("create", create);
  });

  it("of days and of floating times has no zone", async () => {
    const { host } = await openHost();
    const planOf = async (args: object) =>
      (await callTool(host, "create_poll", { ...args, dryRun: true })).meta?.[planKey];
    expect(await planOf(days)).toMatchObject({
      ...{ kind: "date", timeZone: null, options: [{ date: "2027-03-01" }], create: { title: "Offsite" } },
    });
    expect(await planOf({ ...times("2027-03-01T09:00"), timeZone: "Floating" })).toMatchObject({
      ...{ kind: "time", timeZone: null, create: { title: "Review", timeZone: "floating" } },
      options: [{ startTime: "2027-03-01T09:00:00Z", duration: 30 }],
    });
  });
});

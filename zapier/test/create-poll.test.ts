import { describe, expect, it } from "vitest";
import App from "../../zapier/index.ts";
import { startHarness } from "./harness.ts";

const harness = startHarness();
const create = (inputData: Record<string, unknown>, timezone: string | null = "America/New_York") =>
  harness.run<Record<string, unknown>>(App.creates.create_poll, { inputData, meta: { timezone } });

/** The body that reached the service last. */
const sent = () =>
  harness.sandbox.requests.findLast(({ method }) => method === "POST")?.body as {
    timeZone?: string;
    options: { date?: string; startTime?: string; duration?: number }[];
    [key: string]: unknown;
  };

describe("Create Poll sends what the contract's four shapes mean, as instants", () => {
  it("days, untouched by any zone", async () => {
    const poll = await create({ title: "Team lunch", kind: "date", dates: ["2027-03-01", "2027-03-03"] });
    expect(sent()).toEqual({
      title: "Team lunch",
      kind: "date",
      options: [{ date: "2027-03-01" }, { date: "2027-03-03" }],
    });
    expect(poll).toMatchObject({
      title: "Team lunch",
      status: "open",
      option_count: 2,
      options: [
        { all_day: true, date: "2027-03-01", start: "2027-03-01", end: "2027-03-02" },
        { all_day: true, date: "2027-03-03", start: "2027-03-03", end: "2027-03-04" },
      ],
    });
    expect(poll["invite_link"]).toContain(String(poll["id"]));
  });

  it("slots in London, one with a length of its own", async () => {
    const poll = await create({
      title: "Review",
      kind: "time",
      duration: "30",
      time_zone: "Europe/London",
      times: ["2027-03-01 09:00", "2027-03-01 14:00 - 15:00"],
    });
    expect(sent().timeZone).toBe("Europe/London");
    expect(sent().options.map(({ startTime }) => Date.parse(startTime ?? ""))).toEqual([
      Date.parse("2027-03-01T09:00:00Z"),
      Date.parse("2027-03-01T14:00:00Z"),
    ]);
    expect(poll["options"]).toMatchObject([{ duration_minutes: 30 }, { duration_minutes: 60 }]);
  });

  it("a window in New York: fifteen slots on five days", async () => {
    const poll = await create({
      title: "Interviews",
      kind: "time",
      duration: 30,
      time_zone: "America/New_York",
      start_date: "2027-03-01T09:00:00-05:00",
      end_date: "2027-03-05T09:00:00-05:00",
      days: ["mon", "tue", "wed", "thu", "fri"],
      from: "9:00",
      to: "12:00",
      interval: "60",
    });
    expect(poll["option_count"]).toBe(15);
    expect(poll["options"]).toMatchObject([
      { start: "2027-03-01T09:00:00-05:00", end: "2027-03-01T09:30:00-05:00", all_day: false },
      { start: "2027-03-01T10:00:00-05:00" },
      { start: "2027-03-01T11:00:00-05:00" },
      ...Array(12).fill({}),
    ]);
  });

  it("slots in Berlin and a window beside them", async () => {
    const poll = await create({
      title: "Evening",
      kind: "time",
      duration: 60,
      time_zone: "Europe/Berlin",
      times: "2027-03-06 10:00",
      start_date: "2027-03-01",
      end_date: "2027-03-02",
      from: "18:00",
      to: "20:00",
    });
    expect(poll["option_count"]).toBe(5);
  });

  it("as instants only, never as clock times or generators", () => {
    const bodies = harness.sandbox.requests.filter(({ method }) => method === "POST").map(({ body }) => body);
    expect(bodies).toHaveLength(4);
    for (const body of bodies as {
      kind: string;
      generators?: unknown;
      options: { startTime?: string }[];
    }[]) {
      expect(body.generators).toBeUndefined();
      for (const { startTime } of body.options)
        if (body.kind === "time") expect(startTime).toMatch(/Z$/);
        else expect(startTime).toBeUndefined();
    }
  });
});

describe("Create Poll takes times in the zone that the person thinks in", () => {
  const zones: [string, string][] = [
    ["America/New_York", "2027-03-01T14:00:00Z"],
    ["Europe/Berlin", "2027-03-01T08:00:00Z"],
    ["Asia/Kolkata", "2027-03-01T03:30:00Z"],
    ["Pacific/Auckland", "2027-02-28T20:00:00Z"],
  ];
  it.each(zones)("chosen in the form: %s", async (time_zone, instant) => {
    await create({ title: "Call", kind: "time", duration: 30, time_zone, times: ["2027-03-01 09:00"] });
    expect(Date.parse(sent().options[0]?.startTime ?? "")).toBe(Date.parse(instant));
    expect(sent().timeZone).toBe(time_zone);
  });

  it.each(zones)("or else that of the account: %s", async (zone, instant) => {
    await create({ title: "Call", kind: "time", duration: 30, times: ["2027-03-01 09:00"] }, zone);
    expect(Date.parse(sent().options[0]?.startTime ?? "")).toBe(Date.parse(instant));
    expect(sent().timeZone).toBe(zone);
  });

  it.each(zones)("while a time with its offset is an instant, whatever the zone: %s", async (time_zone) => {
    const poll = await create({
      title: "Call",
      kind: "time",
      duration: 30,
      time_zone,
      times: ["2027-03-01T09:00:00-05:00"],
    });
    expect(Date.parse(sent().options[0]?.startTime ?? "")).toBe(Date.parse("2027-03-01T14:00:00Z"));
    expect(poll["time_zone"]).toBe(time_zone);
  });

  it.each(zones)("and days are the same for all: %s", async (zone) => {
    const poll = await create({ title: "Trip", kind: "date", dates: ["2027-03-01T00:30:00+13:00"] }, zone);
    expect(sent().options).toEqual([{ date: "2027-03-01" }]);
    expect(poll["options"]).toMatchObject([{ start: "2027-03-01", all_day: true }]);
  });

  it("a floating poll is asked for by name, and never pretends to be in UTC", async () => {
    const form = {
      title: "Breakfast",
      kind: "time",
      duration: 30,
      time_zone: "floating",
      times: ["2027-03-01 09:00"],
    };
    const poll = await create(form);
    expect(sent().timeZone).toBeUndefined();
    expect(poll).toMatchObject({ is_floating: true, time_zone: null });
    expect(poll["options"]).toMatchObject([
      { start: "2027-03-01 09:00", end: "2027-03-01 09:30", start_time: "09:00" },
    ]);
    expect(JSON.stringify(poll["options"])).not.toMatch(/UTC|\dZ"|T\d{2}:/);
  });
});

describe("Create Poll with everything else", () => {
  it("sends details, video call, settings and organizer as they were chosen", async () => {
    await create({
      title: "Everything",
      kind: "date",
      dates: "2027-03-01",
      description: "All of it",
      location: "Room 4",
      conferencing: "custom",
      conferencing_label: "Jitsi",
      conferencing_link: "https://meet.example.com/x",
      require_email: true,
      hide_participants: "yes",
      hide_scores: "False",
      disable_comments: "false",
      allow_tentative_votes: 0,
      organizer: "grace@example.com",
    });
    expect(sent()).toEqual({
      title: "Everything",
      kind: "date",
      options: [{ date: "2027-03-01" }],
      description: "All of it",
      location: "Room 4",
      conferencing: { provider: "custom", label: "Jitsi", uri: "https://meet.example.com/x" },
      requireEmail: true,
      hideParticipants: true,
      hideScores: false,
      disableComments: false,
      allowTentativeVotes: false,
      organizer: { email: "grace@example.com" },
    });
  });

  it.each([
    "Grace Hopper <grace@example.com>",
    '"Hopper, Grace" <grace@example.com>',
    "mailto:grace@example.com",
  ])("takes the address of the organizer %j", async (organizer) => {
    await create({ title: "Organized", kind: "date", dates: "2027-03-01", organizer });
    expect(sent()).toMatchObject({ organizer: { email: "grace@example.com" } });
  });

  it.each([
    ["Google Meet", { provider: "meet" }],
    ["google  meet", { provider: "meet" }],
    ["MEET", { provider: "meet" }],
    ["Microsoft Teams", { provider: "teams" }],
    ["zoom", { provider: "zoom" }],
    ["None", undefined],
    ["Another Provider", { provider: "custom", label: "Jitsi" }],
  ])("accepts choices by their labels: %s", async (conferencing, expected) => {
    const form = { kind: "whole days", dates: "2027-03-01", conferencing, conferencing_label: "Jitsi" };
    // The space has no provider but Meet: what counts is what was asked.
    await create({ title: "Choice", ...form }).catch(() => {});
    expect(sent()["kind"]).toBe("date");
    expect(sent()["conferencing"]).toEqual(expected);
    await create({
      ...form,
      title: "Time",
      kind: " Times of Day",
      times: "2027-03-01 9-10am",
      conferencing: "",
    });
    expect(sent()).toMatchObject({ kind: "time", options: [{ duration: 60 }] });
  });

  it("sends nothing for what was left blank, in every shape of a blank", async () => {
    await create({
      title: " Blank ",
      kind: "date",
      dates: ["2027-03-01", "", null],
      description: "",
      location: null,
      conferencing: "none",
      organizer: [null, ""],
      hide_scores: {},
      times: [null, ""],
      start_date: "",
    });
    expect(sent()).toEqual({ title: "Blank", kind: "date", options: [{ date: "2027-03-01" }] });
  });

  it("leaves out what the form still holds of the other kind", async () => {
    await create({
      title: "Days",
      kind: "date",
      dates: ["2027-03-01"],
      times: ["2027-03-01 09:00"],
      duration: 30,
      from: "x",
    });
    expect(sent()).toEqual({ title: "Days", kind: "date", options: [{ date: "2027-03-01" }] });
  });

  it("sends text with curly braces as it was typed", async () => {
    const title = "{{bundle.inputData.title}} and {{process.env.HOME}} {{x}}";
    const poll = await create({
      title,
      kind: "date",
      dates: ["2027-03-01"],
      description: "{{bundle.authData.apiKey}}",
    });
    expect(sent()).toMatchObject({ title, description: "{{bundle.authData.apiKey}}" });
    expect(poll["title"]).toBe(title);
  });

  it("accepts one text in a list or a line item, with its commas", async () => {
    await create({
      title: ["Lunch, or dinner"],
      description: { note: "Bring;\nbread" },
      kind: "date",
      dates: "2027-03-01",
    });
    expect(sent()).toMatchObject({ title: "Lunch, or dinner", description: "Bring;\nbread" });
  });

  it("drops repeats, and takes nested and joined line items", async () => {
    const dates = [["2027-03-01,2027-03-02"], "2027-03-02", { day: "2027-03-03" }, "2027-03-01T10:00:00Z"];
    const poll = await create({ title: "Lines", kind: "date", dates });
    expect(poll["option_count"]).toBe(3);
  });
});

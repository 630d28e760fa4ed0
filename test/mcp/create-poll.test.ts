import { describe, expect, it } from "vitest";
import { newYork, week } from "./create-poll-arguments.ts";
import { callTool, failTool, openHost } from "./harness.ts";

describe("create_poll", () => {
  it("creates a poll of whole days", async () => {
    const { host, sandbox } = await openHost();
    const { data, text } = await callTool(host, "create_poll", {
      title: "Offsite",
      dates: ["2027-03-02", "2027-03-01"],
    });
    expect(data).toMatchObject({
      created: true,
      optionCount: 2,
      options: ["Mon 2027-03-01", "Tue 2027-03-02"],
    });
    expect(data).not.toHaveProperty("timeZone");
    expect(text).toContain(String(data["pollId"]));
    expect(sandbox.requests.at(-1)?.body).toEqual({
      title: "Offsite",
      kind: "date",
      options: [{ date: "2027-03-01" }, { date: "2027-03-02" }],
    });
  });

  it("creates single slots, one with its own duration, and formats weekday, local time and offset", async () => {
    const { host, sandbox } = await openHost();
    const { data } = await callTool(host, "create_poll", {
      title: "Review",
      timeZone: "Europe/London",
      duration: 60,
      times: [{ start: "2027-03-26T09:00" }, { start: "2027-03-29 14:00", duration: 90 }],
    });
    expect(data).toMatchObject({
      options: ["Fri 2027-03-26 09:00–10:00 +00:00", "Mon 2027-03-29 14:00–15:30 +01:00"],
      timeZone: "Europe/London",
      now: "Fri 2027-02-12 09:00 +00:00",
    });
    expect(sandbox.requests.at(-1)?.body).toMatchObject({
      duration: 60,
      options: [{ startTime: "2027-03-26T09:00:00Z" }, { startTime: "2027-03-29T13:00:00Z", duration: 90 }],
    });
  });

  it("creates slots from windows and shows them in one line for each day", async () => {
    const { host } = await openHost();
    const { data } = await callTool(host, "create_poll", newYork);
    expect(data).toMatchObject({
      optionCount: 15,
      duration: 30,
      options: [
        "Mon 2027-03-01 09:00,10:00,11:00 -05:00",
        "Tue 2027-03-02 09:00,10:00,11:00 -05:00",
        "Wed 2027-03-03 09:00,10:00,11:00 -05:00",
        "Thu 2027-03-04 09:00,10:00,11:00 -05:00",
        "Fri 2027-03-05 09:00,10:00,11:00 -05:00",
      ],
    });
  });

  it("accepts single slots and windows together", async () => {
    const { host } = await openHost();
    const window = {
      ...week,
      startDate: "2027-03-02",
      endDate: "2027-03-02",
      from: "13:00",
      to: "14:00",
      interval: 30,
    };
    const { data } = await callTool(host, "create_poll", {
      ...newYork,
      timeZone: "Europe/Berlin",
      times: [{ start: "2027-03-01T08:00" }],
      windows: [window],
    });
    expect(data["options"]).toEqual(["Mon 2027-03-01 08:00 +01:00", "Tue 2027-03-02 13:00,13:30 +01:00"]);
  });

  it("sends only resolved instants, never wall-clock times or windows", async () => {
    const { host, sandbox } = await openHost();
    await callTool(host, "create_poll", newYork);
    await callTool(host, "create_poll", {
      title: "F",
      timeZone: "floating",
      duration: 30,
      times: [{ start: "2027-03-01T09:00" }],
    });
    const bodies = sandbox.requests
      .filter(({ method }) => method === "POST")
      .map(({ body }) => body as object);
    expect(bodies).toHaveLength(2);
    for (const body of bodies) {
      expect(body).not.toHaveProperty("generators");
      const { duration, options } = body as {
        duration?: number;
        options: { startTime: string; duration?: number }[];
      };
      for (const option of options) {
        expect(option.startTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/);
        expect(option.duration ?? duration).toBe(30);
      }
    }
    expect(bodies[1]).not.toHaveProperty("timeZone");
  });

  it("normalizes the spelling of the zone", async () => {
    const { host, sandbox } = await openHost();
    const { data } = await callTool(host, "create_poll", { ...newYork, timeZone: "america/new_york" });
    expect(data["timeZone"]).toBe("America/New_York");
    expect(sandbox.requests.at(-1)?.body).toMatchObject({ timeZone: "America/New_York" });
  });

  it("shows floating times without an offset", async () => {
    const { host } = await openHost();
    const { data } = await callTool(host, "create_poll", {
      title: "Call your mother",
      timeZone: "floating",
      duration: 15,
      times: [{ start: "2027-03-01T23:50" }],
    });
    expect(data).toMatchObject({ timeZone: "floating", duration: 15, options: ["Mon 2027-03-01 23:50"] });
  });

  it("previews without a request", async () => {
    const { host, sandbox } = await openHost();
    const { data, text } = await callTool(host, "create_poll", { ...newYork, dryRun: true });
    expect(data).toMatchObject({ created: false, optionCount: 15 });
    expect(data).not.toHaveProperty("pollId");
    expect(text).toContain("nothing was created");
    expect(sandbox.requests).toEqual([]);
  });

  it("sends all other arguments", async () => {
    const { host, sandbox } = await openHost();
    await callTool(host, "create_poll", {
      title: " Everything ",
      dates: ["2027-03-01"],
      description: "Bring a pen",
      location: "Room 1",
      conferencing: { provider: "custom", label: "Our room", uri: "https://meet.example.com/x" },
      requireEmail: true,
      hideParticipants: true,
      hideScores: true,
      disableComments: false,
      allowTentativeVotes: false,
    });
    expect(sandbox.requests.at(-1)).toMatchObject({
      status: 201,
      body: {
        title: "Everything",
        description: "Bring a pen",
        location: "Room 1",
        conferencing: { provider: "custom", label: "Our room", uri: "https://meet.example.com/x" },
        requireEmail: true,
        hideParticipants: true,
        hideScores: true,
        disableComments: false,
        allowTentativeVotes: false,
      },
    });
  });

  it("refuses a time that the clock shows twice, unless it has an offset", async () => {
    const { host, sandbox } = await openHost();
    const create = (start: string) => ({
      title: "Night shift",
      timeZone: "Europe/Berlin",
      duration: 30,
      times: [{ start }],
    });
    expect(await failTool(host, "create_poll", create("2027-10-31T02:30"))).toContain(
      "times.0.start: 02:30 happens twice on 2027-10-31 in Europe/Berlin, at UTC+02:00 and at UTC+01:00",
    );
    expect(sandbox.requests).toEqual([]);
    const { data } = await callTool(host, "create_poll", create("2027-10-31T02:30+01:00"));
    const { options } = data as { options: string[] };
    expect(options).toEqual(["Sun 2027-10-31 02:30 +01:00"]);
    expect(data).not.toHaveProperty("notes");
  });

  it("notes the instant chosen for a window with an edge that the clock shows twice", async () => {
    const { host } = await openHost();
    const { data } = await callTool(host, "create_poll", {
      title: "Night shift",
      timeZone: "Europe/Berlin",
      duration: 30,
      windows: [{ startDate: "2027-10-31", endDate: "2027-10-31", from: "02:30", to: "03:30" }],
    });
    expect(data["notes"]).toEqual([
      expect.stringMatching(/^windows\.0\.from: 02:30 happens twice .*: taken as the earlier/),
    ]);
  });

  it("notes that whole days have no zone", async () => {
    const { host } = await openHost();
    const { data } = await callTool(host, "create_poll", {
      title: "Days",
      dates: ["2027-03-01"],
      timeZone: "Europe/Berlin",
      dryRun: true,
    });
    expect(data["notes"]).toEqual(["timeZone: ignored, because whole days have no time zone"]);
  });

  it("accepts arguments as hosts send them", async () => {
    const { host } = await openHost();
    const { data } = await callTool(host, "create_poll", {
      title: "Sloppy",
      kind: null,
      description: null,
      timeZone: "Europe/Berlin",
      duration: "30",
      times: '[{"start": "2027-03-01T09:00", "duration": null}]',
      dryRun: "true",
    });
    expect(data).toMatchObject({ created: false, duration: 30, options: ["Mon 2027-03-01 09:00 +01:00"] });
  });

  it("confirms everything that was set, in the preview and after", async () => {
    const { host } = await openHost();
    const request = {
      title: "Everything",
      timeZone: "floating",
      options: ["Mon 2027-03-01 09:00–10:00,11:00–11:30"],
      description: "Bring a pen",
      location: "Room 1",
      conferencing: { provider: "custom", label: "Our room", uri: "https://meet.example.com/x" },
      organizerEmail: "ada@example.com",
      requireEmail: true,
      disableComments: false,
    };
    for (const dryRun of [true, false]) {
      const { data } = await callTool(host, "create_poll", { ...request, dryRun });
      expect(data).toMatchObject({ ...request, kind: "time", optionCount: 2, allowTentativeVotes: true });
      expect(data).not.toHaveProperty("hideScores");
      if (!dryRun) expect(data).toMatchObject({ organizer: "Ada Lovelace", inviteUrl: expect.any(String) });
    }
  });
});

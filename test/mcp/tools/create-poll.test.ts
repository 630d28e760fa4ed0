import { describe, expect, it } from "vitest";
import { callTool, openHost } from "../harness.ts";
import { berlin, days, newYork, preview, times } from "./create-poll-requests.ts";

describe("create_poll", () => {
  it("creates a poll, sends resolved instants only, and confirms everything", async () => {
    const { host, sandbox } = await openHost();
    const request = {
      ...newYork,
      timeZone: "america/new_york",
      title: " Interviews ",
      description: "Bring a pen",
      location: "Room 1",
      conferencing: "Our room: https://meet.example.com/x",
      organizerEmail: "ada@example.com",
      requireEmail: true,
      disableComments: false,
    };
    const { text, data } = await callTool(host, "create_poll", request);
    expect(text).toBe(
      `Created poll ${data["id"]} with 15 options. Send inviteUrl to the invitees. Read votes with get_poll_results.`,
    );
    const { windows: _, ...set } = request;
    expect(data).toMatchObject({
      ...set,
      title: "Interviews",
      timeZone: "America/New_York",
      created: true,
      kind: "time",
      now: "Fri 2027-02-12 04:00 -05:00",
      organizer: "Ada Lovelace",
      optionCount: 15,
      options: expect.arrayContaining(["Mon 2027-03-01 09:00,10:00,11:00 -05:00"]),
      inviteUrl: expect.any(String),
      adminUrl: expect.any(String),
    });
    const body = sandbox.requests.at(-1)?.body as { options: { startTime: string }[] };
    expect(body).toMatchObject({ title: "Interviews", timeZone: "America/New_York", duration: 30 });
    expect(body).not.toHaveProperty("generators");
    expect(body.options[0]).toEqual({ startTime: "2027-03-01T14:00:00Z" });
  });

  it.each<[object, string[]]>([
    [{ ...days, dates: ["2027-03-02", "2027-03-01"] }, ["Mon 2027-03-01", "Tue 2027-03-02"]],
    [
      { title: "T", windows: [{ startDate: "2027-03-01", endDate: "2027-03-12", days: ["sat", "mon"] }] },
      ["Mon 2027-03-01", "Sat 2027-03-06", "Mon 2027-03-08"],
    ],
    [
      times("2027-03-26T09:00", { start: "2027-03-29 14:00", duration: 90 }),
      ["Fri 2027-03-26 09:00–09:30 +01:00", "Mon 2027-03-29 14:00–15:30 +02:00"],
    ],
    [
      {
        ...times("2027-03-01T08:00"),
        windows: [{ startDate: "2027-03-02", endDate: "2027-03-02", from: "23:00", to: "24:00" }],
      },
      ["Mon 2027-03-01 08:00 +01:00", "Tue 2027-03-02 23:00,23:30 +01:00"],
    ],
    [
      {
        ...berlin,
        windows: [{ startDate: "2027-03-02", endDate: "2027-03-02", from: "23:00", to: "00:00" }],
      },
      ["Tue 2027-03-02 23:00,23:30 +01:00"],
    ],
    [{ ...times("2027-03-01T23:50"), timeZone: " Floating" }, ["Mon 2027-03-01 23:50"]],
    // As hosts send them: an empty list for none, a text for a list or a number, JSON in a text.
    [{ ...days, dates: "2027-03-01", times: [], except: [], busy: [] }, ["Mon 2027-03-01"]],
    [
      times('{"start":"2027-03-01T09:00","duration":"45"}', "2027-03-02T09:00"),
      ["Mon 2027-03-01 09:00–09:45 +01:00", "Tue 2027-03-02 09:00–09:30 +01:00"],
    ],
    [
      { ...berlin, duration: "30", title: 2027, times: '[{"start": "2027-03-01T09:00", "duration": null}]' },
      ["Mon 2027-03-01 09:00 +01:00"],
    ],
  ])("takes %j", async (args, expected) => {
    expect(await preview(args)).toMatchObject({ options: expected });
  });

  it.each([
    ["meet", { provider: "meet" }],
    ["Google Meet", { provider: "meet" }],
    ["https://zoom.us/j/1?pwd=x", { provider: "custom", label: "zoom.us", uri: "https://zoom.us/j/1?pwd=x" }],
    [
      "meet.google.com/abc-defg-hij",
      { label: "meet.google.com", uri: "https://meet.google.com/abc-defg-hij" },
    ],
    ["https://teams.live.com/meet/1", { label: "teams.live.com", uri: "https://teams.live.com/meet/1" }],
    ["https://www.example.com/room", { label: "example.com", uri: "https://www.example.com/room" }],
    ["Our room: https://example.com/1", { label: "Our room", uri: "https://example.com/1" }],
  ])("takes the video call %s, and shows it so that it is taken again", async (conferencing, call) => {
    const { host, sandbox } = await openHost();
    const { data } = await callTool(host, "create_poll", { ...days, conferencing });
    expect(sandbox.requests.at(-1)?.body).toMatchObject({ conferencing: call });
    const shown = { conferencing: data["conferencing"] };
    expect(await preview({ ...days, ...shown })).toMatchObject(shown);
  });

  it("says in a preview that nothing was created, also where a view shows it", async () => {
    const data = await preview({ ...days, organizerEmail: "nobody@example.com" });
    expect(data).toMatchObject({
      created: false,
      text: "Preview: nothing was created. The poll would have 1 option. When the person agrees, call again without dryRun.",
    });
    const { host } = await openHost({
      client: { capabilities: { extensions: { "io.modelcontextprotocol/ui": {} } } },
    });
    expect((await callTool(host, "create_poll", { ...days, dryRun: true })).text).toMatch(
      /If they changed it in a view of the plan and no options arrived here, ask them to use its button\.$/,
    );
  });

  it.each<[object, note: string]>([
    [times("2027-02-12T15:00", "2027-02-20T15:00"), "starts in 5 hours"],
    [{ ...days, dates: ["2027-02-13"], timeZone: "Europe/Berlin" }, "starts in 14 hours"],
    [{ ...days, dates: ["2027-02-13"] }, "is less than a day away"],
  ])("notes a first option that is less than a day away: %j", async (args, note) => {
    expect(await preview(args)).toMatchObject({
      notes: expect.arrayContaining([`options: the first option ${note}`]),
    });
  });
});

it("create_poll creates a poll in the past with allowPast", async () => {
  const { host } = await openHost();
  const past = { title: "T", dates: ["2026-03-01"], allowPast: true };
  const { text, data } = await callTool(host, "create_poll", past);
  expect(text).toContain("All options are in the past, and the service closes such a poll by itself.");
  expect(data["notes"]).toEqual(["options: 1 of 1 options have started or are over: check the dates"]);
});

it("create_poll takes today until it is over in the person's zone, also in a copy", async () => {
  const { host } = await openHost();
  const today = { title: "Today", dates: ["2027-02-12"], timeZone: "Europe/Berlin" };
  const { data } = await callTool(host, "create_poll", today);
  expect(data["notes"]).toEqual([
    "timeZone: is not part of the poll, because whole days have no time zone",
    "options: the first option is today",
  ]);
  const copied = await callTool(host, "create_poll", { copyFrom: data["id"], title: "Again" });
  expect(copied.data["options"]).toEqual(["Fri 2027-02-12"]);
});

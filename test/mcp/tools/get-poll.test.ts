import { describe, expect, it } from "vitest";
import { callTool, failTool, openHost } from "../harness.ts";

describe("get_poll", () => {
  it("has texts, options with weekday and local time, settings and links", async () => {
    const { host } = await openHost();
    const { text, data } = await callTool(host, "get_poll", { poll: "board meeting" });
    expect(text).toBe("Poll DemoPoll0005 is closed: 4 options, 2 answered.");
    expect(data).toMatchObject({
      id: "DemoPoll0005",
      title: "Board meeting",
      status: "closed",
      timeZone: "America/New_York",
      now: "Fri 2027-02-12 04:00 -05:00",
      responses: 2,
      optionCount: 4,
      duration: 120,
      options: ["Fri 2027-02-26 09:00,15:00 -05:00", "Sat 2027-02-27 09:00,15:00 -05:00"],
      inviteUrl: expect.stringMatching(/\/invite\/DemoPoll0005$/),
      adminUrl: expect.stringMatching(/\/poll\/DemoPoll0005$/),
      disableComments: true,
    });
    expect(JSON.stringify(data)).not.toContain("null");
  });

  it.each([
    "DemoPoll0005",
    "https://app.rallly.co/invite/DemoPoll0005?x=1",
    "app.rallly.co/poll/DemoPoll0005",
    "[the poll](http://localhost:3000/invite/DemoPoll0005)",
    "<https://app.rallly.co/de/invite/DemoPoll0005>",
    "HTTPS://www.google.com/url?q=https%3A%2F%2Fapp.rallly.co%2Fpoll%2FDemoPoll0005&sa=D",
    "rallly://polls/DemoPoll0005",
    "MEETING board",
  ])("takes %s", async (poll) => {
    const { host } = await openHost();
    expect((await callTool(host, "get_poll", { poll })).data).toMatchObject({ id: "DemoPoll0005" });
  });

  it("keeps the order of the poll, so that the options can be counted", async () => {
    const { host, client } = await openHost();
    const options = ["02T09", "01T09", "01T11", "02T11"].map((start) => ({
      startTime: `2027-03-${start}:00:00Z`,
      duration: 60,
    }));
    await client.createPoll({ title: "Any order", kind: "time", timeZone: "UTC", options });
    expect((await callTool(host, "get_poll", { poll: "any order" })).data["options"]).toEqual([
      "Tue 2027-03-02 09:00 +00:00",
      "Mon 2027-03-01 09:00,11:00 +00:00",
      "Tue 2027-03-02 11:00 +00:00",
    ]);
  });

  it("shows times in the requested zone (zone-floating: in one only), days and floating times unchanged", async () => {
    const { host } = await openHost();
    const timeZone = "asia/tokyo";
    expect((await callTool(host, "get_poll", { poll: "board meeting", timeZone })).data).toMatchObject({
      shownIn: "Asia/Tokyo",
      options: [
        "Fri 2027-02-26 23:00 +09:00",
        "Sat 2027-02-27 05:00,23:00 +09:00",
        "Sun 2027-02-28 05:00 +09:00",
      ],
    });
    const lunch = (await callTool(host, "get_poll", { poll: "team lunch", timeZone })).data;
    expect(lunch["options"]).toEqual(["Mon 2027-02-15", "Tue 2027-02-16", "Wed 2027-02-17"]);
    const run = (await callTool(host, "get_poll", { poll: "run along", timeZone })).data;
    expect(run["options"]).toEqual((await callTool(host, "get_poll", { poll: "run along" })).data["options"]);
    expect(await failTool(host, "get_poll", { poll: "board meeting", timeZone: "floating" })).toContain(
      "timeZone: must be a time zone here; floating times are shown as they are: leave it out.",
    );
    expect(await failTool(host, "get_poll", { poll: "lunch", timeZone: "EST" })).toContain(
      'timeZone: "EST" is not the IANA time zone',
    );
  });

  it("returns the texts and settings that create_poll takes for the same poll", async () => {
    const { host, client } = await openHost();
    await client.createPoll({
      title: "Everything",
      kind: "time",
      timeZone: "Europe/Berlin",
      description: "Bring a pen",
      location: "Room 1",
      conferencing: { provider: "custom", label: "Our room", uri: "https://meet.example.com/x" },
      requireEmail: true,
      disableComments: false,
      options: [
        { startTime: "2027-03-28T00:30:00Z", duration: 60 },
        { startTime: "2027-03-29T07:00:00Z", duration: 90 },
      ],
    });
    const { data } = await callTool(host, "get_poll", { poll: "everything" });
    expect(data["clockChanges"]).toEqual([
      "Sun 2027-03-28 01:30 +01:00–03:30 +02:00 lasts 60 minutes: the clocks change in between",
    ]);
    const names = ["title", "timeZone", "description", "location", "conferencing", "requireEmail"];
    const same = Object.fromEntries([...names, "disableComments"].map((name) => [name, data[name]]));
    const times = [
      { start: "2027-03-28T01:30", duration: 60 },
      { start: "2027-03-29T09:00", duration: 90 },
    ];
    const args = { ...same, times, again: true };
    const { data: created } = await callTool(host, "create_poll", args);
    const { data: copy } = await callTool(host, "get_poll", { poll: created["id"] });
    const { id: _, inviteUrl: __, adminUrl: ___, summary: ____, ...rest } = data;
    expect(copy).toMatchObject(rest);
  });
});

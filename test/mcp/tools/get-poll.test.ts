import { describe, expect, it } from "vitest";
import { callTool, failTool, openHost } from "../harness.ts";

describe("get_poll", () => {
  it("has texts, options with weekday and local time, settings and links", async () => {
    const { host } = await openHost();
    const { text, data } = await callTool(host, "get_poll", { title: "board meeting" });
    expect(text).toBe("Poll DemoPoll0005 is closed: 4 options, 2 answered.");
    expect(data).toMatchObject({
      id: "DemoPoll0005",
      title: "Board meeting",
      status: "closed",
      timeZone: "America/New_York",
      now: "Fri 2027-02-12 04:00 -05:00",
      participants: 2,
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
    ["an id", { pollId: "DemoPoll0005" }],
    ["a link", { pollId: "https://app.rallly.co/invite/DemoPoll0005?x=1" }],
    ["a link without its scheme", { pollId: "app.rallly.co/poll/DemoPoll0005" }],
    ["words of the title in any order and case", { title: "MEETING board" }],
  ])("takes %s", async (_, args) => {
    const { host } = await openHost();
    expect((await callTool(host, "get_poll", args)).data).toMatchObject({ id: "DemoPoll0005" });
  });

  it("shows times in the requested zone, days and floating times unchanged", async () => {
    const { host } = await openHost();
    const timeZone = "asia/tokyo";
    expect((await callTool(host, "get_poll", { title: "board meeting", timeZone })).data).toMatchObject({
      shownIn: "Asia/Tokyo",
      options: [
        "Fri 2027-02-26 23:00 +09:00",
        "Sat 2027-02-27 05:00,23:00 +09:00",
        "Sun 2027-02-28 05:00 +09:00",
      ],
    });
    const lunch = (await callTool(host, "get_poll", { title: "team lunch", timeZone })).data;
    expect(lunch["options"]).toEqual(["Mon 2027-02-15", "Tue 2027-02-16", "Wed 2027-02-17"]);
    const run = (await callTool(host, "get_poll", { title: "run along", timeZone })).data;
    expect(run["options"]).toEqual(
      (await callTool(host, "get_poll", { title: "run along" })).data["options"],
    );
    expect(await failTool(host, "get_poll", { title: "lunch", timeZone: "EST" })).toContain(
      "timeZone: is not an IANA time zone name",
    );
  });

  it("returns what create_poll takes for the same poll", async () => {
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
    const { data } = await callTool(host, "get_poll", { title: "everything" });
    const { title, timeZone, options, description, location, conferencing, requireEmail, disableComments } =
      data;
    const args = {
      title,
      timeZone,
      options,
      description,
      location,
      conferencing,
      requireEmail,
      disableComments,
    };
    const { data: created } = await callTool(host, "create_poll", args);
    const { data: copy } = await callTool(host, "get_poll", { pollId: created["pollId"] });
    const { id: _, inviteUrl: __, adminUrl: ___, ...rest } = data;
    expect(copy).toMatchObject(rest);
  });

  it("says that the picked time of a scheduled poll is unknown, and where to see it", async () => {
    const { host } = await openHost();
    const { text, data } = await callTool(host, "get_poll", { title: "team lunch" });
    expect(text).toContain("Neither the API nor the votes say which one: the person sees it at adminUrl.");
    expect(data).toMatchObject({ status: "scheduled", pickedTime: "not in the API; see adminUrl" });
  });
});

describe("a poll named by its title", () => {
  it("is never found by its description or location", async () => {
    const { host, client } = await openHost();
    const dates = { kind: "date", options: [{ date: "2027-03-01" }] } as const;
    await client.createPoll({ title: "Retrospective", ...dates });
    await client.createPoll({
      title: "Other",
      description: "About the retrospective",
      location: "Retrospective room",
      ...dates,
    });
    expect((await callTool(host, "get_poll", { title: "retrospective" })).data["title"]).toBe(
      "Retrospective",
    );
    expect(
      (await callTool(host, "create_poll", { copyFrom: "retrospective", shiftDays: 7, dryRun: true })).data[
        "title"
      ],
    ).toBe("Retrospective");
    expect(await failTool(host, "get_poll", { title: "retrospective room" })).toContain(
      "title: matches the title of no poll of this space; look with list_polls",
    );
  });

  it("is asked about when only a similar title exists, and is read when it was passed as the id", async () => {
    const { host, client } = await openHost();
    const options = [{ date: "2027-03-01" }];
    const { data } = await client.createPoll({ title: "Quarterly planning", kind: "date", options });
    const { content } = await host.callTool({ name: "get_poll", arguments: { title: "quartely planing" } });
    expect(JSON.stringify(content)).toMatch(/Ask the person which one is meant, and call again with its id/);
    expect(JSON.stringify(content)).toContain(data.id);
    expect((await callTool(host, "get_poll", { pollId: "Quarterly planning" })).data["id"]).toBe(data.id);
  });

  it("is asked about when several polls match, each told apart by first time and creation", async () => {
    const { host, client, sandbox } = await openHost();
    for (const startTime of ["2027-03-01T14:00:00Z", "2027-03-08T14:00:00Z"]) {
      const options = [{ startTime, duration: 30 }];
      await client.createPoll({ title: "Sync of two", kind: "time", timeZone: "America/New_York", options });
    }
    const before = sandbox.requests.length;
    const result = await host.callTool({ name: "find_best_times", arguments: { title: "sync of two" } });
    expect(sandbox.requests.length - before).toBe(1);
    const [text, data] = (result.content as { text: string }[]).map((block) => block.text);
    expect(text).toBe(
      "2 polls match that title. Ask the person which one is meant, and call again with its id.",
    );
    expect(JSON.parse(data ?? "")).toMatchObject({
      candidates: [
        {
          title: "Sync of two",
          first: "Mon 2027-03-08 09:00–09:30 -05:00 (America/New_York)",
          created: "2027-02-12T09:00Z",
        },
        { title: "Sync of two", first: "Mon 2027-03-01 09:00–09:30 -05:00 (America/New_York)" },
      ],
    });
  });

  it("must be that of the poll with the given id", async () => {
    const { host } = await openHost();
    const pollId = "DemoPoll0005";
    expect((await callTool(host, "get_poll", { pollId, title: "board" })).data["id"]).toBe(pollId);
    for (const tool of ["get_poll", "find_best_times"])
      expect(await failTool(host, tool, { pollId, title: "team lunch" })).toMatch(
        /^pollId and title disagree: poll DemoPoll0005 has another title\. Ask the person/,
      );
  });

  it("is corrected when nothing visible or nothing at all is given", async () => {
    const { host } = await openHost();
    expect(await failTool(host, "get_poll", { title: "\u200b" })).toContain(
      "title: has no visible characters",
    );
    expect(await failTool(host, "get_poll")).toContain("pollId: is missing: pass it, or title");
  });
});

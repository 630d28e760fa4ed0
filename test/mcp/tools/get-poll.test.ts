import { describe, expect, it } from "vitest";
import { callTool, failTool, openHost, toCaller } from "../harness.ts";
import { makePoll, openService, sendJson } from "../service.ts";

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
    "invite/DemoPoll0005",
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

  it("shows times in the requested zone, days and floating times unchanged", async () => {
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
    const floating = { poll: "board meeting", timeZone: "floating" };
    expect((await callTool(host, "get_poll", floating)).data).not.toHaveProperty("shownIn");
    expect(await failTool(host, "get_poll", { poll: "lunch", timeZone: "EST" })).toContain(
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
    const { data } = await callTool(host, "get_poll", { poll: "everything" });
    expect(data["clockChanges"]).toEqual([
      "Sun 2027-03-28 01:30 +01:00–03:30 +02:00 lasts 60 minutes: the clocks change in between",
    ]);
    const names = ["title", "timeZone", "description", "location", "conferencing", "requireEmail"];
    const same = Object.fromEntries([...names, "disableComments"].map((name) => [name, data[name]]));
    const args = { ...same, times: data["options"], again: true };
    const { data: created } = await callTool(host, "create_poll", args);
    const { data: copy } = await callTool(host, "get_poll", { poll: created["id"] });
    const { id: _, inviteUrl: __, adminUrl: ___, summary: ____, ...rest } = data;
    expect(copy).toMatchObject(rest);
  });

  it("says that the picked time of a scheduled poll is unknown, and where to see it", async () => {
    const { host } = await openHost();
    const { text, data } = await callTool(host, "get_poll", { poll: "team lunch" });
    expect(text).toContain("Neither the API nor the votes say which one: the person sees it at adminUrl.");
    expect(data).toMatchObject({ status: "scheduled" });
  });
});

describe("a poll named by its title", () => {
  const dates = { kind: "date", options: [{ date: "2027-03-01" }] } as const;

  it("is never found by its description or location", async () => {
    const { host, client } = await openHost();
    await client.createPoll({ title: "Retrospective", ...dates });
    await client.createPoll({
      title: "Other",
      description: "About the retrospective",
      location: "Retrospective room",
      ...dates,
    });
    expect((await callTool(host, "get_poll", { poll: "Retrospective" })).data["title"]).toBe("Retrospective");
    expect(
      (await callTool(host, "create_poll", { copyFrom: "retrospective", shiftDays: 7, dryRun: true })).data[
        "title"
      ],
    ).toBe("Retrospective");
    expect(await failTool(host, "get_poll", { poll: "retrospective room" })).toMatch(
      /^No poll has that id or title, but similar ones exist\..*\n.*"title":"Retrospective"/,
    );
    expect(await failTool(host, "get_poll", { poll: "the exhibition" })).toMatch(
      /^No poll of this space has that id or title: all \d+ were searched\. Tell the person/,
    );
  });

  it("of one word takes one request more than by its id, which the same word may be", async () => {
    const { host, sandbox } = await openHost();
    const count = async (poll: string) => {
      const before = sandbox.requests.length;
      expect((await callTool(host, "find_best_times", { poll })).data).toMatchObject({ id: "DemoPoll0023" });
      return sandbox.requests.length - before;
    };
    expect([await count("DemoPoll0023"), await count("all hands")]).toEqual([2, 2]);
    expect([await count("all-hands"), await count("All-Hands")]).toEqual([3, 3]);
  });

  it.each([
    ["similar words", "quartely planing", "No poll has that id or title, but similar ones exist."],
    ["one similar word", "quartely", "No poll has that id or title, but similar ones exist."],
    [
      "a word of the title among others",
      "the quarterly talks",
      "No poll has that id or title, but similar ones exist.",
    ],
    ["words of several titles", "planning", "2 polls match that title."],
  ])("is asked about with the candidates in one text: %s", async (_, poll, start) => {
    const { host, client } = await openHost();
    const { data } = await client.createPoll({ title: "Quarterly planning", ...dates });
    await client.createPoll({ title: "Planning of the quarterly dinner", ...dates });
    const text = await failTool(host, "get_poll", { poll });
    expect(text).toMatch(start);
    expect(text).toMatch(/Ask the person which one is meant, and call again with its id\.\n\{"candidates":/);
    expect(text).toContain(`"id":"${data.id}","title":"Quarterly planning"`);
  });

  it("is the title itself rather than part of a longer one, which is named", async () => {
    const { host, client } = await openHost();
    const { data } = await client.createPoll({ title: "Offsite", ...dates });
    const { data: longer } = await client.createPoll({ title: "Offsite dinner", ...dates });
    expect((await callTool(host, "get_poll", { poll: "offsite" })).data).toMatchObject({
      id: data.id,
      alsoMatched: expect.arrayContaining([expect.objectContaining({ id: longer.id })]),
    });
  });

  it("of several polls is the only open one, and the others are named", async () => {
    const { host, client, sandbox } = await openHost();
    const ids: string[] = [];
    for (const date of ["2027-03-01", "2027-03-08", "2027-03-15"])
      ids.push((await client.createPoll({ ...dates, title: "Choir", options: [{ date }] })).data.id);
    const [first = "", second = "", third = ""] = ids;
    sandbox.closePoll(first);
    const text = await failTool(host, "find_best_times", { poll: "choir" });
    expect(text).toMatch(/^3 polls match that title\. Ask the person/);
    expect([...text.matchAll(/"id":"(\w+)"/g)].map(([, id]) => id)).toEqual([third, second, first]);
    expect(text).toContain('"first":"Mon 2027-03-08"');
    sandbox.closePoll(third);
    for (const tool of ["get_poll", "get_poll_results", "find_best_times", "list_participants"])
      expect((await callTool(host, tool, { poll: "CHOIR" })).data).toMatchObject({
        id: second,
        alsoMatched: [
          { id: third, status: "closed" },
          { id: first, status: "closed" },
        ],
      });
  });

  it("says how many more polls match than are named", async () => {
    const { host, client, sandbox } = await openHost();
    for (let week = 0; week < 7; week += 1) {
      const { data } = await client.createPoll({ title: "Jour fixe", ...dates });
      if (week > 0) sandbox.closePoll(data.id);
    }
    expect((await callTool(host, "get_poll", { poll: "jour fixe" })).data).toMatchObject({
      alsoMatched: Array.from({ length: 5 }, () => ({ title: "Jour fixe" })),
      alsoMatchedMore: 1,
    });
    const text = await failTool(host, "delete_poll", { poll: "jour fixe", confirmTitle: "Jour fixe" });
    expect(text).toMatch(/"candidates":\[.*\],"candidatesMore":2\}$/);
  });

  it("is asked about or looked for elsewhere when older polls were not searched", async () => {
    const data = [makePoll({ id: "lunchlunch01", title: "Team lunch" })];
    let pages = 0;
    const service = await openService((response) => {
      pages += 1;
      sendJson(response, 200, { data, nextCursor: `${pages}` });
    });
    const { host } = await openHost({ caller: toCaller(service) });
    expect(await failTool(host, "get_poll", { poll: "another dinner" })).toMatch(
      /^None of the newest 5 polls has that id or title\. Correct and call again: look in the older ones with list_polls/,
    );
    expect(await failTool(host, "get_poll", { poll: "the team" })).toMatch(/^None/);
    expect(await failTool(host, "get_poll", { poll: "lunch team" })).toMatch(
      /^5 polls match that title, and there may be others that were not searched\. Ask the person/,
    );
  });

  it("is corrected when nothing visible or nothing at all is given", async () => {
    const { host } = await openHost();
    expect(await failTool(host, "get_poll", { poll: "\u200b" })).toContain("poll: has no visible characters");
    expect(await failTool(host, "get_poll")).toContain("poll: is missing");
  });
});

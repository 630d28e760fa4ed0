import { describe, expect, it } from "vitest";
import { createClient, createUndiciTransport } from "../../src/api/index.ts";
import { callTool, connectInMemory, failTool, openHost } from "./harness.ts";

type Opened = Awaited<ReturnType<typeof openHost>>;

/** A poll in Berlin on both sides of the change to summer time, with three voters. */
async function openBerlin() {
  const opened = await openHost();
  const { data: poll } = await opened.client.createPoll({
    title: "Chess evening",
    kind: "time",
    timeZone: "Europe/Berlin",
    description: "Bring a board",
    location: "Room 4",
    organizer: { email: "ada@example.com" },
    requireEmail: true,
    disableComments: false,
    duration: 45,
    options: [
      { startTime: "2027-03-22T18:00:00Z" },
      { startTime: "2027-03-23T18:00:00Z" },
      { startTime: "2027-03-24T18:00:00Z" },
    ],
  });
  const [first, second, third] = poll.options.map(({ id }) => id) as [string, string, string];
  const vote = (name: string, choices: Record<string, "yes" | "ifNeedBe" | "no">) =>
    opened.sandbox.vote(poll.id, { name, email: `${name.toLowerCase()}@example.com`, choices });
  vote("Ana", { [first]: "yes", [second]: "yes", [third]: "no" });
  vote("Ben", { [first]: "ifNeedBe", [second]: "yes", [third]: "no" });
  vote("Cleo", { [first]: "no", [second]: "yes", [third]: "yes" });
  return { ...opened, poll };
}

const sentBody = ({ sandbox }: Opened) =>
  sandbox.requests.filter(({ method }) => method === "POST").at(-1)?.body as Record<string, unknown>;
const starts = (opened: Opened) =>
  (sentBody(opened)["options"] as { startTime: string }[]).map(({ startTime }) => startTime);

describe("create_poll with copyFrom", () => {
  it("moves the options by days and keeps clock times, texts and settings", async () => {
    const opened = await openBerlin();
    const { data } = await callTool(opened.host, "create_poll", { copyFrom: "chess", shiftDays: 14 });
    expect(data).toMatchObject({
      created: true,
      copiedFrom: opened.poll.id,
      title: "Chess evening",
      timeZone: "Europe/Berlin",
      duration: 45,
      options: ["Mon 2027-04-05 19:00 +02:00", "Tue 2027-04-06 19:00 +02:00", "Wed 2027-04-07 19:00 +02:00"],
      description: "Bring a board",
      location: "Room 4",
      organizer: "Ada Lovelace",
      requireEmail: true,
      disableComments: false,
    });
    expect(starts(opened)).toEqual(["2027-04-05T17:00:00Z", "2027-04-06T17:00:00Z", "2027-04-07T17:00:00Z"]);
    expect(sentBody(opened)).toMatchObject({ organizer: { email: "ada@example.com" } });
  });

  it("takes an id, a link, or a title that looks like an id", async () => {
    const opened = await openBerlin();
    await opened.client.createPoll({ title: "Standup", kind: "date", options: [{ date: "2027-03-01" }] });
    for (const copyFrom of [opened.poll.id, opened.poll.inviteUrl, "Chess evening", "Standup"]) {
      const { data } = await callTool(opened.host, "create_poll", { copyFrom, shiftDays: 7, dryRun: true });
      expect(data["title"]).toBe(copyFrom === "Standup" ? "Standup" : "Chess evening");
    }
    for (const copyFrom of ["Nosuchpoll", "..", "%2e%2e", "https://rallly.example/invite/.."])
      expect(await failTool(opened.host, "create_poll", { copyFrom })).toContain("copyFrom: matches no poll");
  });

  it("replaces every value that is given", async () => {
    const opened = await openBerlin();
    await callTool(opened.host, "create_poll", {
      copyFrom: "chess",
      shiftDays: 7,
      title: "Go evening",
      description: "Bring stones",
      location: "Room 5",
      conferencing: { provider: "custom", label: "Jitsi" },
      organizerEmail: "grace@example.com",
      requireEmail: false,
      duration: 90,
    });
    expect(sentBody(opened)).toMatchObject({
      title: "Go evening",
      description: "Bring stones",
      location: "Room 5",
      conferencing: { provider: "custom", label: "Jitsi" },
      organizer: { email: "grace@example.com" },
      requireEmail: false,
      disableComments: false,
    });
    expect(sentBody(opened)["options"]).toEqual(
      starts(opened).map((startTime) => ({ startTime, duration: 90 })),
    );
  });

  it("uses the zone and the length of the copied poll for other times", async () => {
    const opened = await openBerlin();
    const { data } = await callTool(opened.host, "create_poll", {
      copyFrom: opened.poll.id,
      times: [{ start: "2027-05-03T20:00" }],
    });
    expect(data).toMatchObject({
      location: "Room 4",
      duration: 45,
      options: ["Mon 2027-05-03 20:00 +02:00"],
    });
    const days = await callTool(opened.host, "create_poll", {
      copyFrom: opened.poll.id,
      dates: ["2027-05-03"],
    });
    expect(days.data).toMatchObject({ kind: "date", options: ["Mon 2027-05-03"], location: "Room 4" });
  });

  it("copies only the options that a number of people can make", async () => {
    const opened = await openBerlin();
    const { data } = await callTool(opened.host, "create_poll", {
      copyFrom: "chess",
      shiftDays: 7,
      minAvailable: 2,
    });
    expect(data["options"]).toEqual(["Mon 2027-03-29 19:00 +02:00", "Tue 2027-03-30 19:00 +02:00"]);
    expect(data["notes"]).toEqual([
      expect.stringContaining("2 of 3 options are copied"),
      expect.stringContaining("the copy has the title of its original"),
    ]);
    const text = await failTool(opened.host, "create_poll", { copyFrom: opened.poll.id, minAvailable: 4 });
    expect(text).toContain("minAvailable: no option");
    expect(text).toContain("the most is 3");
  });

  it("copies a poll of days, and a floating one", async () => {
    const opened = await openHost();
    const { data: days } = await callTool(opened.host, "create_poll", {
      copyFrom: "board game",
      shiftDays: 28,
    });
    expect(days).toMatchObject({ kind: "date" });
    expect(days).not.toHaveProperty("timeZone");
    const { data: run } = await callTool(opened.host, "create_poll", {
      copyFrom: "run along",
      shiftDays: 28,
    });
    expect(run).toMatchObject({ timeZone: "floating" });
    expect(sentBody(opened)).not.toHaveProperty("timeZone");
  });

  const refused: [name: string, args: Record<string, unknown>, ...texts: string[]][] = [
    ["options in the past", { copyFrom: "chess", shiftDays: -56 }, "shiftDays", "in the past"],
    [
      "a shift without copyFrom",
      { title: "T", dates: ["2027-03-01"], shiftDays: 7 },
      "shiftDays: belongs to",
    ],
    [
      "a filter without copyFrom",
      { title: "T", dates: ["2027-03-01"], minAvailable: 2 },
      "minAvailable: belongs",
    ],
    [
      "a shift beside other options",
      { copyFrom: "chess", dates: ["2027-03-01"], shiftDays: 7 },
      "shiftDays: is about",
    ],
    ["another kind", { copyFrom: "chess", kind: "date", shiftDays: 7 }, "kind: the copied options"],
    [
      "another zone",
      { copyFrom: "chess", timeZone: "Asia/Tokyo", shiftDays: 7 },
      "timeZone: the copied options keep",
    ],
    [
      "a length for whole days",
      { copyFrom: "board game", duration: 30, shiftDays: 28 },
      "duration: the copied",
    ],
    ["a move into the hour that is skipped", { copyFrom: "gap", shiftDays: 7 }, "copyFrom", "2027-03-28"],
    ["no title", { dates: ["2027-03-01"] }, "title: is missing"],
    ["several polls of that title", { copyFrom: "board" }, "Ask the person"],
  ];
  it.each(refused)("refuses %s", async (_, args, ...texts) => {
    const opened = await openBerlin();
    await opened.client.createPoll({
      title: "Gap",
      kind: "time",
      timeZone: "Europe/Berlin",
      options: [{ startTime: "2027-03-21T01:30:00Z", duration: 30 }],
    });
    const created = opened.sandbox.requests.filter(({ method }) => method === "POST").length;
    const text = await failTool(opened.host, "create_poll", args);
    for (const expected of texts) expect(text).toContain(expected);
    expect(opened.sandbox.requests.filter(({ method }) => method === "POST")).toHaveLength(created);
  });

  it("allows options in the past with allowPast", async () => {
    const opened = await openBerlin();
    const args = { copyFrom: "chess", shiftDays: -56, allowPast: true };
    expect((await callTool(opened.host, "create_poll", args)).data).toMatchObject({ created: true });
  });
});

describe("a copy of a poll whose organizer has left the space", () => {
  it("is not created, and asks who organizes it", async () => {
    const { sandbox, client } = await openBerlin();
    const send = createUndiciTransport();
    const leaver = createClient({
      apiKey: sandbox.apiKey,
      baseUrl: sandbox.url,
      transport: async (sent) => {
        const response = await send(sent);
        return { ...response, text: response.text.replaceAll("ada@example.com", "gone@example.com") };
      },
    });
    const host = await connectInMemory({ client: leaver });
    const before = (await client.listPolls({ limit: 100 })).data.length;
    const text = await failTool(host, "create_poll", { copyFrom: "chess", shiftDays: 7 });
    expect(text).toMatch(/^The organizer of the copied poll is no longer a member/);
    expect(text).toContain("Ask the person which member");
    const own = { copyFrom: "chess", shiftDays: 7, organizerEmail: "nobody@example.com" };
    expect(await failTool(host, "create_poll", own)).toMatch(/^organizerEmail is not a member/);
    expect((await client.listPolls({ limit: 100 })).data).toHaveLength(before);
    const named = await callTool(host, "create_poll", { ...own, organizerEmail: "grace@example.com" });
    expect(named.data).toMatchObject({ created: true });
  });
});

describe("what get_poll answers", () => {
  const names =
    "title kind timeZone duration options description location conferencing requireEmail disableComments allowTentativeVotes hideScores hideParticipants".split(
      " ",
    );
  it("creates the same poll when it is given to create_poll", async () => {
    const opened = await openHost();
    const { data: polls } = await opened.client.listPolls({ limit: 100 });
    for (const poll of polls) {
      const { data } = await callTool(opened.host, "get_poll", { pollId: poll.id });
      const args = Object.fromEntries(Object.entries(data).filter(([name]) => names.includes(name)));
      const { data: made } = await callTool(opened.host, "create_poll", { ...args, allowPast: true });
      const { data: copy } = await opened.client.getPoll({ pollId: String(made["pollId"]) });
      const plain = ({ options, ...rest }: typeof poll) => ({
        ...Object.fromEntries(Object.entries(rest).filter(([name]) => names.includes(name))),
        options: options.map(({ id: _, ...option }) => option),
      });
      expect(plain(copy)).toEqual(plain(poll));
    }
    expect(polls.length).toBeGreaterThan(5);
  });
});

import { describe, expect, it } from "vitest";
import { callTool, failTool, fixedNow, openHost, openSandbox } from "../harness.ts";
import { openSpace } from "../space.ts";
import { days } from "./create-poll-requests.ts";

describe("create_poll a second time", () => {
  it("finds the poll of the first call, and creates another with again only", async () => {
    const { host, sandbox } = await openHost();
    const { data: first } = await callTool(host, "create_poll", days);
    const repeated = await callTool(host, "create_poll", { ...days, title: " offsite" });
    expect(repeated.text).toBe(
      `Nothing was created: poll ${first["id"]} of the same title is 0 minutes old and has the same options. A poll cannot be edited: to correct it, the person deletes it at adminUrl, before the next call. For another poll beside it, pass again: true. Tell the person that it exists; its texts and settings may be others than those of this call.`,
    );
    const { id, inviteUrl, adminUrl, options } = first;
    expect(repeated.data).toMatchObject({
      ...{ created: false, id, inviteUrl, adminUrl, options },
      existing: true,
    });
    sandbox.closePoll(String(id));
    const closed = await callTool(host, "create_poll", days);
    expect(closed.text).toContain("is 0 minutes old, is closed, and has the same options.");
    expect(closed.data).toMatchObject({ created: false, status: "closed" });
    const inTokyo = await callTool(host, "create_poll", { ...days, timeZone: "asia/tokyo" });
    expect(inTokyo.data).toMatchObject({ existing: true, now: "Fri 2027-02-12 18:00 +09:00" });
    const again = await callTool(host, "create_poll", { ...days, again: true });
    expect(again.data).toMatchObject({ created: true });
    expect(again.data["id"]).not.toBe(id);
    expect(sandbox.requests.filter(({ method }) => method === "POST")).toHaveLength(2);
  });

  it("finds its poll although a younger one of the title has other options", async () => {
    const { host } = await openHost();
    const { data: first } = await callTool(host, "create_poll", days);
    await callTool(host, "create_poll", { title: days.title, dates: ["2027-05-01"], again: true });
    const { data } = await callTool(host, "create_poll", days);
    expect(data).toMatchObject({ id: first["id"], created: false, sameOptions: true });
  });

  it("is announced by a preview", async () => {
    const { host } = await openHost();
    const dryRun = { ...days, dryRun: true };
    expect((await callTool(host, "create_poll", dryRun)).data).not.toHaveProperty("existing");
    const { data } = await callTool(host, "create_poll", days);
    const preview = await callTool(host, "create_poll", dryRun);
    expect(preview.text).toContain(
      `Preview: nothing was created. The poll would have 1 option. But poll ${data["id"]} of the same title is 0 minutes old and has the same options. Without again: true, that one is returned. When the person agrees to another poll beside it, call again with again: true and without dryRun.`,
    );
    expect((await callTool(host, "create_poll", { ...dryRun, again: true })).text).not.toContain("But");
  });

  it("an hour later by the service's clock is another poll, and costs one request to see", async () => {
    // The clock of this machine is years off.
    let time = Date.parse(fixedNow);
    const sandbox = await openSandbox({ now: () => time });
    const { host } = await openHost({ sandbox, server: { now: () => new Date("2020-01-01T00:00:00Z") } });
    await callTool(host, "create_poll", days);
    time += 59 * 60_000;
    expect((await callTool(host, "create_poll", days)).data).toMatchObject({ created: false });
    time += 61_000;
    const before = sandbox.requests.length;
    expect((await callTool(host, "create_poll", days)).data).toMatchObject({ created: true });
    expect(sandbox.requests.length - before).toBe(2);
  });

  it("title-sign: a title is the same without its signs and capitals, as where a poll is found", async () => {
    const { host, sandbox, ids } = await openSpace([{ title: "Retro!", dates: ["2031-05-12"] }]);
    const { data } = await callTool(host, "create_poll", { title: "retro", dates: ["2031-05-12"] });
    expect(data).toMatchObject({ created: false, id: ids[0] });
    expect((await callTool(host, "get_poll", { poll: "retro" })).data).toMatchObject({ id: ids[0] });
    expect(sandbox.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it.each([
    ["C++ meetup", "C# meetup"],
    ["Plan -1", "Plan +1"],
    ["Plan 1", "Plan -1"],
  ])("title-sign: %s and %s are two polls, each found by its title", async (one, other) => {
    const { host } = await openSpace([]);
    for (const title of [one, other])
      expect((await callTool(host, "create_poll", { ...days, title })).data).toMatchObject({ created: true });
    for (const title of [one, other])
      expect((await callTool(host, "get_poll", { poll: title })).data).toMatchObject({ title });
  });

  it("with the same copyFrom is a question, because two polls have the title then", async () => {
    const { host, sandbox, ids } = await openSpace(["Sync"]);
    const { data: copy } = await callTool(host, "create_poll", { copyFrom: "sync", shiftDays: 42 });
    const text = await failTool(host, "create_poll", { copyFrom: "sync", shiftDays: 42 });
    expect(text).toMatch(/^2 polls may be meant\. Ask the person which one is meant/);
    const same = await callTool(host, "create_poll", { copyFrom: ids[0], shiftDays: 42 });
    expect(same.data).toMatchObject({ created: false, id: copy["id"] });
    expect(sandbox.requests.filter(({ method }) => method === "POST")).toHaveLength(2);
  });
});

/** The titles of the polls of a space. */
const listTitles = async ({ client }: Awaited<ReturnType<typeof openHost>>) =>
  (await client.listPolls({ limit: 100 })).data.map(({ title }) => title).sort();

describe("create_poll makes one poll of one title", () => {
  const lunch = { title: "Race lunch", dates: ["2030-03-04", "2030-03-05"] };

  it("race-equal: three equal calls at one moment make one poll, whose id all of them have", async () => {
    const space = await openSpace([]);
    const results = await Promise.all(
      [lunch, lunch, { ...lunch, title: " race LUNCH" }].map((args) =>
        callTool(space.host, "create_poll", args),
      ),
    );
    expect(new Set(results.map(({ data }) => data["id"])).size).toBe(1);
    expect(results.map(({ data }) => data["created"]).sort()).toEqual([false, false, true]);
    expect(await listTitles(space)).toEqual(["Race lunch"]);
  });

  it("race-other-title-stays: two titles at one moment are two polls", async () => {
    const space = await openSpace([]);
    await Promise.all(
      ["Race A", "Race B"].map((title) => callTool(space.host, "create_poll", { ...lunch, title })),
    );
    expect(await listTitles(space)).toEqual(["Race A", "Race B"]);
  });

  it("again-stays: again makes another one, and waits for none", async () => {
    const space = await openSpace([]);
    await callTool(space.host, "create_poll", lunch);
    await callTool(space.host, "create_poll", { ...lunch, again: true });
    expect(await listTitles(space)).toEqual(["Race lunch", "Race lunch"]);
  });

  it("corrected-dates: other options are a question, with the way to replace the first poll", async () => {
    const { host, sandbox, ids } = await openSpace([
      { title: "Lunch", dates: ["2030-03-08"], votes: [["Ada", "y"]] },
    ]);
    const text = await failTool(host, "create_poll", { title: "Lunch", dates: ["2030-03-09"] });
    expect(text).toMatch(
      RegExp(
        `^Nothing was created: poll ${ids[0]} of the same title is 0 minutes old and has other options\\.`,
      ),
    );
    expect(text).toContain("Ask the person whether this call corrects it");
    expect(text).toContain("the person deletes it at adminUrl, with its 1 answer, before the next call.");
    expect(text).toContain("For another poll beside it, pass again: true.");
    expect(text).toContain(`"existing":{"id":"${ids[0]}"`);
    expect(sandbox.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it("existing-other-texts: the plan of the result has the texts of the poll that exists", async () => {
    const { host, ids } = await openSpace([{ title: "Kickoff", description: "Slides" }]);
    const args = {
      title: "Kickoff",
      dates: ["2030-03-04"],
      description: "Bring your laptop",
      location: "Room 5",
    };
    const { data, meta } = await callTool(host, "create_poll", args);
    expect(data).toMatchObject({ created: false, sameOptions: true, id: ids[0], description: "Slides" });
    const plan = Object(meta)["rallly-connect/plan"];
    expect(plan).toMatchObject({ state: "exists", poll: { description: "Slides" } });
    expect(plan.poll.location).toBeUndefined();
  });
});

import { describe, expect, it } from "vitest";
import { callTool, failTool, openHost } from "../harness.ts";
import { openSpace, type SpacePoll } from "../space.ts";
import { openVotes } from "./votes.ts";

describe("create_poll with copyFrom", () => {
  /** A poll in Berlin before the change to summer time, with three voters. */
  async function openCopied() {
    const votes = { Ana: "yy-", Ben: "?y-", Cleo: "-yy" };
    const opened = await openVotes(votes, {
      ...{ title: "Chess evening", timeZone: "Europe/Berlin", duration: 45 },
      ...{ description: "Bring a board", location: "Room 4", requireEmail: true },
      organizer: { email: "ada@example.com" },
      options: [22, 23, 24].map((day) => ({ startTime: `2027-03-${day}T18:00:00Z` })),
    });
    const copy = (args: object) => callTool(opened.host, "create_poll", { copyFrom: "chess", ...args });
    return { ...opened, copy };
  }

  it("moves the options by days on the clock, and keeps texts and settings", async () => {
    const { copy, poll } = await openCopied();
    expect((await copy({ shiftDays: 14 })).data).toMatchObject({
      created: true,
      copiedFrom: poll.id,
      title: "Chess evening",
      duration: 45,
      options: ["Mon 2027-04-05 19:00 +02:00", "Tue 2027-04-06 19:00 +02:00", "Wed 2027-04-07 19:00 +02:00"],
      description: "Bring a board",
      location: "Room 4",
      organizer: "Ada Lovelace",
      requireEmail: true,
      notes: [
        expect.stringMatching(/^copyFrom: its 3 answers are not copied/),
        expect.stringMatching(/^copyFrom: copied too: description, location; "none"/),
        `copyFrom: poll ${poll.id} stays open. If the person wants it moved, they close it at its adminUrl, ${poll.adminUrl}`,
        "title: the copy has the title of its original, so name both by id from now on",
      ],
    });
  });

  it.each([
    ["Europe/Kyiv", "Europe/Kiev"],
    [null, "floating"],
  ])("takes the zone %s of the copied options also as %s", async (timeZone, name) => {
    const { host, pollId: copyFrom } = await openVotes({}, { timeZone });
    const copy = { copyFrom, timeZone: name, shiftDays: 7, dryRun: true };
    expect((await callTool(host, "create_poll", copy)).data).toMatchObject({ optionCount: 5 });
  });

  it.each<[object, string[]]>([
    [
      { shiftMinutes: 90 },
      ["Mon 2027-03-22 20:30 +01:00", "Tue 2027-03-23 20:30 +01:00", "Wed 2027-03-24 20:30 +01:00"],
    ],
    [{ shiftDays: 7, shiftMinutes: -60, minAvailable: 3 }, ["Tue 2027-03-30 18:00 +02:00"]],
    [{ shiftDays: 7, minAvailable: 2 }, ["Mon 2027-03-29 19:00 +02:00", "Tue 2027-03-30 19:00 +02:00"]],
    [{ except: ["2027-03-23", "2027-03-24"] }, ["Mon 2027-03-22 19:00 +01:00"]],
    // In the same zone and of the same length.
    [{ times: "2027-05-03T20:00" }, ["Mon 2027-05-03 20:00 +02:00"]],
    [{ dates: ["2027-05-03"] }, ["Mon 2027-05-03"]],
  ])("takes %j", async (args, options) => {
    const { copy } = await openCopied();
    expect((await copy(args)).data).toMatchObject({ options, location: "Room 4" });
  });

  it("leaves out a day on which its times do not exist, and past days, as except says", async () => {
    const { client, host } = await openHost();
    const options = ["2027-03-07T07:30", "2027-03-08T08:30"].map((start) => ({
      startTime: `${start}:00Z`,
      duration: 30,
    }));
    await client.createPoll({ title: "Rounds", kind: "time", timeZone: "America/New_York", options });
    const copy = { copyFrom: "Rounds", shiftDays: 7, dryRun: true };
    const skipped = await failTool(host, "create_poll", copy);
    expect(skipped).toMatch(/^- copyFrom: .*02:30 does not exist on 2027-03-14/m);
    expect(skipped).toContain(
      "Ask the person which time they mean instead, or whether to leave that day out",
    );
    const { data } = await callTool(host, "create_poll", { ...copy, except: ["2027-03-14"] });
    expect(data).toMatchObject({
      options: ["Mon 2027-03-15 03:30 -04:00"],
      excluded: ["Sun 2027-03-14 02:30"],
    });
    const back = { ...copy, shiftDays: -23, except: ["2027-02-12"] };
    expect((await callTool(host, "create_poll", back)).data["options"]).toEqual([
      "Sat 2027-02-13 03:30 -05:00",
    ]);
  });

  it("copy-of-two: asks which of two open polls with a title is meant, as the reading tools do", async () => {
    const { copy, poll } = await openCopied();
    const { data: first } = await copy({ shiftDays: 14 });
    const again = { copyFrom: "CHESS evening", shiftDays: 14, title: "New" };
    await expect(copy(again)).rejects.toThrow(/^2 polls may be meant\. Ask the person/);
    expect((await copy({ ...again, copyFrom: poll.id })).data).toMatchObject({ copiedFrom: poll.id });
    expect(first["id"]).not.toBe(poll.id);
  });

  it("keeps a text for an empty one, says so, and leaves it out for none", async () => {
    const { copy, sandbox } = await openCopied();
    const { data } = await copy({ description: "", location: null, shiftDays: 7, dryRun: true });
    expect(data).toMatchObject({ description: "Bring a board", location: "Room 4" });
    const note = 'copyFrom: copied too: description, location; "none" as one of them leaves it out';
    expect(data["notes"]).toContain(note);
    const cleared = { description: "none", location: "None", conferencing: "none" };
    const { data: bare } = await copy({ ...cleared, shiftDays: 7, title: "Bare" });
    expect(String(bare["notes"])).not.toContain("copied too");
    const body = sandbox.requests.at(-1)?.body;
    for (const field of Object.keys(cleared)) expect(body).not.toHaveProperty(field);
  });

  it("replaces what is given", async () => {
    const { copy, sandbox } = await openCopied();
    const changes = { title: "Go evening", description: "Bring stones", requireEmail: false };
    const { data } = await copy({
      ...changes,
      conferencing: "meet.jit.si/Stones",
      shiftDays: 7,
      organizerEmail: "grace@example.com",
      duration: 90,
    });
    expect(data["notes"]).toEqual([
      expect.stringMatching(/^copyFrom: its 3 answers/),
      expect.stringMatching(/^copyFrom: copied too: location;/),
      expect.stringMatching(/^copyFrom: poll .* stays open/),
    ]);
    expect(sandbox.requests.at(-1)?.body).toMatchObject({
      ...changes,
      conferencing: { provider: "custom", label: "meet.jit.si", uri: "https://meet.jit.si/Stones" },
      location: "Room 4",
      organizer: { email: "grace@example.com" },
    });
    expect(data["duration"]).toBe(90);
  });

  it.each<[object, problem: string, next: string]>([
    [{ shiftDays: -56 }, "shiftDays: after -56 days", "Ask the person by how many days"],
    [{ shiftDays: 1_000_000 }, "shiftDays: must be a whole number of days, at most 3660", "Correct"],
    [{ minAvailable: 4 }, "minAvailable: no option of the poll has that number", "Ask the person how many"],
    [{ dates: ["2027-03-01"], shiftDays: 7 }, "shiftDays: is about the options of copyFrom", "Correct"],
    [{ timeZone: "Asia/Tokyo", shiftDays: 7 }, "timeZone: the copied options keep the zone", "Correct"],
    [{ copyFrom: "board game", shiftMinutes: 30, shiftDays: 28 }, "shiftMinutes", "Correct"],
  ])("refuses %j", async (args, expected, next) => {
    const { host } = await openCopied();
    const text = await failTool(host, "create_poll", { copyFrom: "chess", ...args });
    expect(text).toContain(expected);
    expect(text).toContain(next);
  });
});

describe("a copy says what it does not keep", () => {
  const review: SpacePoll = {
    title: "Design review",
    dates: ["2030-03-04", "2030-03-05"],
    votes: [
      ["Ada Lind", "yn"],
      ["Ben Ott", "yy"],
    ],
  };
  it.each<[id: string, args: object, note: string]>([
    ["copy-leaves-answers", {}, "copyFrom: its 2 answers are not copied: these people vote again"],
    [
      "copy-replaces-options",
      { dates: ["2030-03-08"] },
      "dates: replace the 2 options of the original; to add to them, pass all",
    ],
    [
      "copy-shift-weekdays",
      { shiftDays: 31 },
      "shiftDays: the weekdays change, Mon becomes Thu; 28 or 35 keeps them",
    ],
    ["a short move", { shiftDays: 3 }, "shiftDays: the weekdays change, Mon becomes Thu; 7 keeps them"],
  ])("%s", async (_, args, note) => {
    const { host } = await openSpace([review]);
    const copy = { copyFrom: "Design review", title: "Another", dryRun: true };
    expect((await callTool(host, "create_poll", { ...copy, ...args })).data["notes"]).toContain(note);
  });

  it("copy-shift-week-stays: whole weeks keep the weekdays without a note", async () => {
    const { host } = await openSpace(["Design review"]);
    const args = { copyFrom: "Design review", shiftDays: 28, title: "In four weeks", dryRun: true };
    const { data } = await callTool(host, "create_poll", args);
    expect(data["options"]).toEqual(["Mon 2030-04-01"]);
    expect(String(data["notes"])).not.toMatch(/weekdays|not copied/);
  });
});

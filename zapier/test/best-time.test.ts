import { beforeEach, describe, expect, it, vi } from "vitest";
import App from "../../zapier/index.ts";
import { startHarness, today } from "./harness.ts";
import {
  addResponse,
  createVotedPoll,
  findBestTime,
  findResponseId,
  type Output,
  type Response,
} from "./voted-poll.ts";

const harness = startHarness();

let poll: Output;
beforeEach(async () => {
  vi.setSystemTime(new Date(today));
  poll = await createVotedPoll(harness);
});

const find = (inputData: Record<string, unknown>) => findBestTime(harness, inputData);
const idOf = (name: string) => findResponseId(harness, poll, name);
const vote = (...response: Response) => addResponse(harness, poll, ...response);

describe("Find Best Time", () => {
  it("gives the option that suits most people, ready for a calendar, in two requests", async () => {
    const requests = await harness.requestsOf(async () => {
      expect(await find({ poll: poll.id })).toMatchObject([
        {
          id: poll.id,
          start: "2027-03-01T09:00:00+05:30",
          end: "2027-03-01T10:00:00+05:30",
          all_day: false,
          time_zone: "Asia/Kolkata",
          text: expect.stringMatching(/^Mon, 1 March 2027, 09:00.10:00/),
          is_tie: false,
          response_count: 4,
          attendee_count: 3,
          attendees_text: "Ada Lovelace, Ben, Cleo",
          attendee_emails: "ada@example.com, ben@example.com",
          attendees: [
            { name: "Ada Lovelace", last_name: "Lovelace", email: "ada@example.com", answer: "yes" },
            { name: "Ben", answer: "yes" },
            { name: "Cleo", email: null },
          ],
          missing_text: "Ada Byron",
          missing: [{ name: "Ada Byron", email: "byron@example.com" }],
          summary: expect.stringMatching(/: 3 of 4 available\. No or unanswered: Ada Byron\.$/),
        },
      ]);
    });
    expect(requests).toEqual([`GET /v1/polls/${poll.id}`, `GET /v1/polls/${poll.id}/participants`]);
  });

  it("says in the summary that an option was already picked", async () => {
    const [, tue] = poll["options"] as { id: string; start: string }[];
    harness.sandbox.schedulePoll(poll.id, tue?.id ?? "");
    expect(await find({ poll: poll.id })).toMatchObject([
      {
        status: "scheduled",
        start: "2027-03-01T09:00:00+05:30",
        summary: expect.stringMatching(
          /\. A time has already been picked\. Open the Admin Link to see it\.$/,
        ),
      },
    ]);
  });

  it("accepts required people by name or address, in any shape", async () => {
    for (const required_people of [
      "byron@example.com",
      ["Ada Byron"],
      [["ADA BYRON", ""], null],
      "ben, byron@example.com",
    ])
      expect(await find({ poll: poll.id, required_people })).toMatchObject([
        { start: "2027-03-02T09:00:00+05:30", attendees_text: "Ada Lovelace, Ada Byron, Ben (if need be)" },
      ]);
  });

  it("names twenty people without a yes in the summary, and all of them in the list", async () => {
    for (let index = 0; index < 24; index += 1) vote(`Guest ${index}`, undefined, {});
    const [best] = await find({ poll: poll.id });
    expect(best?.["summary"]).toMatch(/No or unanswered: Ada Byron, Guest 0, .*, Guest 18 and 5 more\.$/);
    expect(String(best?.["missing_text"]).split(", ")).toHaveLength(25);
  });

  it("finds nothing when nothing fits", async () => {
    expect(await find({ poll: poll.id, required_people: ["Cleo", "Ada Byron"] })).toEqual([]);
    expect(await find({ poll: poll.id, min_attendance: 4 })).toEqual([]);
    expect(await find({ poll: "gone00000000" })).toEqual([]);
  });

  it("takes an option that has passed only if all have, and marks it", async () => {
    vi.setSystemTime(new Date("2027-03-01T04:00:00Z"));
    expect(await find({ poll: poll.id, min_attendance: "3" })).toMatchObject([
      { date: "2027-03-02", is_past: false, next: [{ date: "2027-03-01", is_past: true }] },
    ]);
    vi.setSystemTime(new Date("2027-03-04T00:00:00Z"));
    expect(await find({ poll: poll.id })).toMatchObject([
      { date: "2027-03-01", is_past: true, summary: expect.stringMatching(/ This time has passed\.$/) },
    ]);
    harness.sandbox.closePoll(poll.id);
    expect(await find({ poll: poll.id, required_people: "Ada Byron" })).toMatchObject([
      { status: "closed", date: "2027-03-02", is_past: true },
    ]);
  });

  it("reports a tie", async () => {
    harness.sandbox.removeParticipant(poll.id, await idOf("Ben"));
    harness.sandbox.removeParticipant(poll.id, await idOf("Cleo"));
    harness.sandbox.removeParticipant(poll.id, await idOf("Ada Byron"));
    const [best] = await find({ poll: poll.id });
    expect(best).toMatchObject({ is_tie: true, date: "2027-03-01", missing: [], missing_text: "" });
    expect(String(best?.["tied_text"]).split("\n")).toHaveLength(2);
  });

  it("finds nothing while a required person has not responded", async () => {
    for (const required_people of [
      "Zoe",
      "zoe@example.com",
      ["ada@example.com", "Zoe <zoe@example.com>"],
      "-",
    ])
      expect(await find({ poll: poll.id, required_people })).toEqual([]);
    vote("Zoe", "zoe@example.com", { [(poll["options"] as { id: string }[])[2]?.id ?? ""]: "yes" });
    expect(await find({ poll: poll.id, required_people: ["ada@example.com", "Zoe"] })).toMatchObject([
      { date: "2027-03-03", missing_text: "Ben, Ada Byron" },
    ]);
  });

  it("refuses a name of several people and lists them", async () => {
    vote("Ben", "other@example.com", {});
    const { id } = vote("ben", undefined, {});
    for (const required_people of ["Ben", ["Nobody", "BEN"]])
      await expect(find({ poll: poll.id, required_people })).rejects.toMatchObject({
        name: "AppError",
        message: expect.stringMatching(
          `Required People: .*(?:Ben|BEN).*several people.*ben@example.com.*other@example.com.*Response ID ${id}`,
        ),
      });
    expect(await find({ poll: poll.id, required_people: "Ben <ben@example.com>" })).toHaveLength(1);
    expect(await find({ poll: poll.id, required_people: id })).toEqual([]);
  });

  it("counts the last response of a person who responded twice, and invites them once", async () => {
    const [, , wed] = (poll["options"] as { id: string }[]).map(({ id }) => id);
    vote("Ada Lovelace", "ADA@example.com", { [wed ?? ""]: "yes" });
    for (const required_people of ["Ada Lovelace", "ada@example.com"])
      expect(await find({ poll: poll.id, required_people })).toMatchObject([
        { date: "2027-03-03", attendee_emails: expect.stringMatching(/^ada@example\.com$/i) },
      ]);
  });

  it.each([
    ["commas", '"Lovelace, Ada" <ada@example.com>, Ben <ben@example.com>'],
    ["semicolons", "Lovelace, Ada <ada@example.com>; Ben <ben@example.com>"],
    ["lines", "ada@example.com\r\nben@example.com"],
    ["list items", ["Ada Lovelace (ada@example.com)", "mailto:ben@example.com"]],
    ["line items", [{ email: "ada@example.com" }, { email: "<ben@example.com>" }]],
    ["JSON", '["ada@example.com", "Ben"]'],
    ["commas in names", "Lovelace, Ada, Ben"],
  ])("understands a list of mailboxes with %s", async (_name, required_people) => {
    expect(await find({ poll: poll.id, required_people, min_attendance: "2 people" })).toMatchObject([
      { date: "2027-03-01", attendee_emails: "ada@example.com, ben@example.com" },
    ]);
    harness.sandbox.removeParticipant(poll.id, await idOf("Ben"));
    expect(await find({ poll: poll.id, required_people })).toEqual([]);
  });

  it("refuses a list that is too long with a short message", async () => {
    for (const required_people of ["x".repeat(1_000_000), "a,".repeat(4_000), Array(101).fill("Ben")]) {
      const error: unknown = await find({ poll: poll.id, required_people }).catch(
        (caught: unknown) => caught,
      );
      expect(String(error)).toMatch(/Required People: is too long/);
      expect(String(error).length).toBeLessThan(1_000);
    }
  });

  it("refuses a minimum that is not a number of people", async () => {
    for (const min_attendance of ["many", 0, -1, 1.5, "3 hours", "1e3", "9".repeat(1_000_000)])
      await expect(find({ poll: poll.id, min_attendance })).rejects.toThrow(/Minimum Attendance: /);
    await expect(find({})).rejects.toThrow(/Poll: is required/);
  });

  it("keeps days as days", async () => {
    const days = await harness.run<Output>(App.creates.create_poll, {
      inputData: { title: "Trip", offer: "days", dates: ["2027-03-06", "2027-03-07"] },
      meta: {},
    });
    harness.sandbox.vote(days.id, { name: "Ada", choices: { "2027-03-07": "yes" } });
    expect(await find({ poll: days.id })).toMatchObject([
      {
        all_day: true,
        start: "2027-03-07",
        end: "2027-03-08",
        text: "Sunday, 7 March 2027",
        time_zone: null,
      },
    ]);
  });

  it("finds nothing when nobody has voted", async () => {
    const empty = await harness.run<Output>(App.creates.create_poll, {
      inputData: { title: "Empty", offer: "days", dates: ["2027-03-06"] },
      meta: {},
    });
    expect(await find({ poll: empty.id })).toEqual([]);
  });
});

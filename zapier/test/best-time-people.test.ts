/** Find Best Time: the options that come next, and people whose answers do not count against an option. */
import { beforeEach, describe, expect, it } from "vitest";
import App from "../../zapier/index.ts";
import { startHarness } from "./harness.ts";
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
  poll = await createVotedPoll(harness);
});

const find = (inputData: Record<string, unknown>) => findBestTime(harness, inputData);
const idOf = (name: string) => findResponseId(harness, poll, name);
const vote = (...response: Response) => addResponse(harness, poll, ...response);

describe("Next Options", () => {
  it("lists the next options that suit, best first, at most ten", async () => {
    const [best] = await find({ poll: poll.id });
    expect(best).toMatchObject({
      date: "2027-03-01",
      next: [
        {
          rank: 2,
          date: "2027-03-02",
          available_count: 3,
          yes_count: 2,
          missing_text: "Cleo",
          is_past: false,
        },
        { rank: 3, date: "2027-03-03", available_count: 2, yes_count: 1, missing_text: "Ben, Ada Byron" },
      ],
      next_text: expect.stringMatching(
        /^Tue, 2 March 2027.*: 3 available\nWed, 3 March 2027.*: 2 available$/,
      ),
    });
    expect(await find({ poll: poll.id, required_people: "Cleo" })).toMatchObject([
      { date: "2027-03-01", next: [{ date: "2027-03-03" }] },
    ]);
    const dates = Array.from({ length: 15 }, (_, index) => `2027-03-${String(index + 1).padStart(2, "0")}`);
    const long = await harness.run<Output>(App.creates.create_poll, {
      inputData: { title: "Long", offer: "days", dates },
      meta: {},
    });
    harness.sandbox.vote(long.id, {
      name: "Ada",
      choices: Object.fromEntries(dates.map((date) => [date, "yes" as const])),
    });
    const [found] = await find({ poll: long.id });
    expect(found?.["next"]).toHaveLength(10);
    expect(found).toMatchObject({ is_tie: true });
  });
});

describe("Optional People", () => {
  it("does not count optional people, and invites them if they can come", async () => {
    const [, , wed] = (poll["options"] as { id: string }[]).map(({ id }) => id);
    for (const name of ["Yan", "Zoe"]) vote(name, `${name}@example.com`, { [wed ?? ""]: "yes" });
    expect(await find({ poll: poll.id })).toMatchObject([{ date: "2027-03-03" }]);
    const optional_people = "yan@example.com, Zoe, Kim <kim@example.com>";
    expect(await find({ poll: poll.id, optional_people })).toMatchObject([
      {
        date: "2027-03-01",
        attendee_count: 3,
        response_count: 6,
        optional_count: 0,
        optional_text: "",
        missing_text: "Ada Byron",
        summary: expect.stringMatching(/: 3 of 4 available\. No or unanswered: Ada Byron\.$/),
      },
    ]);
    expect(
      await find({
        poll: poll.id,
        optional_people,
        required_people: ["Cleo", "Ada Lovelace"],
        min_attendance: 2,
      }),
    ).toMatchObject([{ date: "2027-03-01" }]);
    harness.sandbox.removeParticipant(poll.id, await idOf("Ben"));
    vote("Uma", "uma@example.com", { [wed ?? ""]: "yes" });
    expect(await find({ poll: poll.id, optional_people })).toMatchObject([
      {
        date: "2027-03-03",
        attendees_text: "Cleo, Uma, Ada Lovelace (if need be)",
        optional_text: "Yan, Zoe",
        attendee_emails: "uma@example.com, ada@example.com, Yan@example.com, Zoe@example.com",
        summary: expect.stringMatching(/Optional, available: Yan, Zoe\.$/),
      },
    ]);
  });

  it("refuses optional people who are required too, or whose name several people have", async () => {
    vote("Ben", "other@example.com", {});
    await expect(find({ poll: poll.id, optional_people: "Ben" })).rejects.toThrow(
      /Optional People: .*Ben.*several people.*ben@example\.com\) or Ben \(other@example\.com\)/,
    );
    await expect(
      find({ poll: poll.id, optional_people: "Cleo", required_people: ["Cleo", "Nobody"] }),
    ).rejects.toThrow(/Optional People: .*Cleo.* is also in Required People/);
    await expect(find({ poll: poll.id, optional_people: Array(101).fill("Cleo") })).rejects.toThrow(
      /Optional People: is too long/,
    );
  });
});

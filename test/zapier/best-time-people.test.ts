/** Find Best Time: the options that come next, and people whose answers do not count against an option. */
import { beforeEach, describe, expect, it } from "vitest";
import App from "../../zapier/index.ts";
import { startHarness } from "./harness.ts";

const harness = startHarness();
type Output = Record<string, unknown> & { id: string };

const find = (inputData: Record<string, unknown>) =>
  harness.run<Output[]>(App.searches.find_best_time, { inputData, meta: {} });

let poll: Output;

const vote = (name: string, email: string | undefined, choices: Record<string, "yes" | "ifNeedBe" | "no">) =>
  harness.sandbox.vote(poll.id, { name, ...(email && { email }), choices });

beforeEach(async () => {
  poll = await harness.run<Output>(App.creates.create_poll, {
    inputData: {
      title: "Planning",
      kind: "time",
      duration: 60,
      time_zone: "Asia/Kolkata",
      times: ["2027-03-01 09:00", "2027-03-02 09:00", "2027-03-03 09:00"],
    },
    meta: {},
  });
  const [mon, tue, wed] = (poll["options"] as { id: string }[]).map(({ id }) => id) as [
    string,
    string,
    string,
  ];
  vote("Ada Lovelace", "ada@example.com", { [mon]: "yes", [tue]: "yes", [wed]: "ifNeedBe" });
  vote("Ben", "ben@example.com", { [mon]: "yes", [tue]: "ifNeedBe" });
  vote("Cleo", undefined, { [mon]: "yes", [wed]: "yes" });
  vote("Ada Byron", "byron@example.com", { [tue]: "yes" });
});

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
      inputData: { title: "Long", kind: "date", dates },
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

async function idOf(name: string): Promise<string> {
  const [found] = await harness.run<Output[]>(App.searches.find_response, {
    inputData: { poll: poll.id, person: name },
    meta: {},
  });
  return found?.id ?? "";
}

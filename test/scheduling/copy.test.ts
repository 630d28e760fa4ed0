/** What a copied poll takes over besides its options, and what can be changed. */
import { describe, expect, it } from "vitest";
import { checkCreatePoll, type Poll } from "../../src/api/index.ts";
import { copy, days, problems, starts, times } from "./copies.ts";

describe("everything else of a copy", () => {
  it("is what the poll had, in the shape of a create", () => {
    const { body } = copy(times(["2027-03-08T14:00:00Z"]));
    expect(body).toEqual({
      title: "Team lunch",
      kind: "time",
      description: "Bring food.",
      location: "Room 4",
      conferencing: { provider: "custom", label: "Jitsi", uri: "https://meet.example.com/a" },
      organizer: { email: "alex@example.com" },
      timeZone: "America/New_York",
      requireEmail: true,
      hideParticipants: false,
      hideScores: false,
      disableComments: false,
      allowTentativeVotes: true,
      options: [{ startTime: "2027-03-15T13:00:00Z", duration: 30 }],
    });
    expect(checkCreatePoll(body).data).toMatchObject({ title: "Team lunch" });
  });

  it("is left out where the poll has nothing", () => {
    const bare = { description: null, location: null, conferencing: null, organizer: null };
    const { body, notes } = copy({ ...days(["2027-03-08"]), ...bare } as Poll);
    for (const field of [...Object.keys(bare), "timeZone"]) expect(body).not.toHaveProperty(field);
    expect(notes).toEqual([{ path: "organizer", message: expect.stringContaining("owner") }]);
  });

  it("can be changed or removed", () => {
    const { body } = copy(
      days(["2027-03-08"]),
      {},
      {
        title: "Dinner",
        description: null,
        location: "Room 5",
        conferencing: { provider: "zoom" },
        organizer: { email: "Sam <sam@example.com>" },
        requireEmail: false,
        hideScores: true,
      },
    );
    expect(body).toMatchObject({
      title: "Dinner",
      location: "Room 5",
      conferencing: { provider: "zoom" },
      organizer: { email: "sam@example.com" },
      requireEmail: false,
      hideScores: true,
      disableComments: false,
    });
    expect(body).not.toHaveProperty("description");
    expect(copy(days(["2027-03-08"]), {}, { conferencing: null, organizer: null }).body).not.toHaveProperty(
      "conferencing",
    );
  });

  it("is refused where the API cannot create it", () => {
    const poll = days(["2027-03-08"]);
    expect(problems({ ...poll, conferencing: { provider: "webex" } } as Poll)).toEqual({});
    expect(Object.keys(problems({ ...poll, description: "x".repeat(1001) } as Poll))).toEqual([
      "description",
    ]);
    expect(Object.keys(problems(times(["2027-03-09T14:00:00Z"], "Mars/Olympus")))).toEqual(["timeZone"]);
    expect(copy(times(["2027-03-09T14:00:00Z"], "EST")).body).toMatchObject({ timeZone: "EST" });
  });

  it("moves by whole days within ten years", () => {
    for (const shiftDays of [1.5, Number.NaN, 3661, -3661])
      expect(Object.keys(problems(days(["2027-03-08"]), { shiftDays }))).toEqual(["shiftDays"]);
    expect(starts(days(["2027-03-08"]), { shiftDays: 3660 })).toEqual(["2037-03-15"]);
  });
});

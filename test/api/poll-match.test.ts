/** Which polls match a create: every text is compared, the service's defaults are accepted. */
import { describe, expect, it } from "vitest";
import { matchesCreate } from "../../src/api/poll-match.ts";
import { type CreatePollInput, poll as pollSchema } from "../../src/api/schemas.ts";
import { poll as anyPoll, body as bare } from "./scripted.ts";

const poll = (fields: object = {}) => pollSchema.parse({ ...anyPoll, ...fields });
const body = (fields: object = {}): CreatePollInput => ({ ...bare, ...fields });

describe("a poll matches a create", () => {
  it("without an organizer, with any organizer", () => {
    expect(matchesCreate(poll(), body())).toBe(true);
  });

  it("with the same organizer, in any letter case", () => {
    expect(matchesCreate(poll(), body({ organizer: { email: "ADA@example.com" } }))).toBe(true);
    expect(matchesCreate(poll(), body({ organizer: { email: "grace@example.com" } }))).toBe(false);
  });

  it.each([
    ["description", "Bring cake"],
    ["location", "Room 1"],
  ])("with an empty %s that the service returned as null, and no other", (field, text) => {
    expect(matchesCreate(poll(), body({ [field]: "" }))).toBe(true);
    expect(matchesCreate(poll({ [field]: text }), body({ [field]: text }))).toBe(true);
    expect(matchesCreate(poll({ [field]: text }), body({ [field]: "" }))).toBe(false);
    expect(matchesCreate(poll(), body({ [field]: text }))).toBe(false);
  });

  it("with the same label and link of the call", () => {
    const call = { provider: "custom", label: "Jitsi", uri: "https://meet.example.com/a" };
    const asked = body({ conferencing: call });
    expect(matchesCreate(poll({ conferencing: call }), asked)).toBe(true);
    for (const other of [
      { ...call, label: "Our room" },
      { ...call, uri: "https://meet.example.com/b" },
      { provider: "zoom" },
    ]) {
      expect(matchesCreate(poll({ conferencing: other }), asked)).toBe(false);
    }
    expect(
      matchesCreate(
        poll({ conferencing: { provider: "zoom" } }),
        body({ conferencing: { provider: "zoom" } }),
      ),
    ).toBe(true);
  });

  it("with the same zone, in any letter case", () => {
    const time = { kind: "time", duration: 30, timeZone: "Europe/Berlin" };
    const made = poll({
      ...time,
      options: [{ id: "o", startTime: "2027-03-01T08:00:00.000Z", duration: 30 }],
    });
    const asked = body({ ...time, timeZone: "europe/berlin", options: [{ startTime: "2027-03-01T09:00" }] });
    expect(matchesCreate(made, asked)).toBe(true);
  });
});

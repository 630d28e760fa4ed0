/** Creates that could result in the same poll have equal fingerprints, so that they run one at a time. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { findDifferences, fingerprint, matchesCreate } from "../../src/api/poll-match.ts";
import { type CreatePollInput, poll as pollSchema } from "../../src/api/schemas.ts";
import { poll as anyPoll } from "./scripted.ts";

const setting = fc.constantFrom(undefined, false, true);
const text = fc.constantFrom(
  undefined,
  null,
  "",
  " ",
  "Room",
  " Room\u200b ",
  "Caf\u00e9",
  "Cafe\u0301",
  "Room 2",
);
const common = {
  title: fc.constantFrom(
    "Lunch",
    " Lunch",
    "Lun\u200bch",
    "Lunch  time",
    "Lunch time",
    "Cafe\u0301",
    "Caf\u00e9",
  ),
  description: text,
  location: text,
  conferencing: fc.constantFrom(
    undefined,
    null,
    { provider: "zoom" as const },
    { provider: "custom" as const, label: "Room", uri: "https://EXAMPLE.com" },
    { provider: "custom" as const, label: " Room", uri: "https://example.com/" },
  ),
  requireEmail: setting,
  hideParticipants: setting,
  hideScores: setting,
  disableComments: setting,
  allowTentativeVotes: setting,
  organizer: fc.constantFrom(undefined, null, { email: "ada@example.com" }, { email: "ADA@example.com" }),
};
const day = fc.constantFrom({ date: "2027-03-01" }, { date: "2027-03-02" });
const startTime = fc.constantFrom(
  "2027-03-01T09:00",
  "2027-03-01T08:00:00Z",
  "2027-03-01T08:00:20Z",
  "2027-03-01T09:00:00+01:00",
  "2027-03-01T09:00:00Z",
);
const bodies = fc.oneof(
  fc.record({
    ...common,
    kind: fc.constant("date" as const),
    options: fc.array(day, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    ...common,
    kind: fc.constant("time" as const),
    timeZone: fc.constantFrom(undefined, "Europe/Kyiv", "Europe/Kiev", "Europe/Berlin"),
    duration: fc.constantFrom(30, 60),
    options: fc.array(fc.record({ startTime }), { minLength: 1, maxLength: 3 }),
  }),
) as fc.Arbitrary<CreatePollInput>;

/** A poll as the service creates it, with its defaults for omitted fields. */
function makePoll(body: CreatePollInput) {
  const options =
    body.kind === "date"
      ? (body.options ?? []).map(({ date }, index) => ({ id: `o${index}`, date }))
      : (body.options ?? []).map(({ startTime: start }, index) => ({
          id: `o${index}`,
          startTime: new Date(/Z|[+]/.test(start) ? start : `${start}+01:00`).toISOString(),
          duration: body.duration ?? 30,
        }));
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  return pollSchema.parse({ ...anyPoll, timeZone: null, ...given, organizer: anyPoll.organizer, options });
}

it("two creates that one poll matches have the same fingerprint", () => {
  let pairs = 0;
  fc.assert(
    fc.property(
      bodies,
      fc.tuple(bodies, fc.array(fc.constantFrom(...Object.keys(common)))),
      (one, [drawn, own]) => {
        // Random pairs never match: the other create differs in the drawn fields only.
        const changes = Object.fromEntries(
          own
            .filter((field) => field !== "title")
            .map((field) => [field, drawn[field as keyof CreatePollInput]]),
        );
        const other = { ...one, ...changes } as CreatePollInput;
        const poll = makePoll(one);
        if (!matchesCreate(poll, other)) return;
        const isOfOne = matchesCreate(poll, one) || findDifferences(poll, one).length === 0;
        if (!isOfOne) return;
        pairs += 1;
        expect(fingerprint(one)).toBe(fingerprint(other));
      },
    ),
    { numRuns: 3_000 },
  );
  expect(pairs).toBeGreaterThan(100);
});

/** Calls of several tools, each with a part of its answer. */
import { expect, it } from "vitest";
import { openVotes } from "./votes.ts";

const room = { email: "c_1@resource.calendar.google.com", displayName: "Room 5", resource: true };
const create = { poll: undefined, title: "T", timeZone: "Europe/Berlin", duration: 60, dryRun: true };
const march = { startDate: "2027-03-01", endDate: "2027-03-08", from: "09:00", to: "10:00" };

it.each<[id: string, tool: string, args: Record<string, unknown>, expected: RegExp]>([
  [
    "duration-words",
    "create_poll",
    { ...create, duration: "60 minutes", times: ["2027-03-01T09:00"] },
    /"duration":60/,
  ],
  [
    "except-range-notes",
    "create_poll",
    { ...create, windows: [march], except: ["2027-03-05/2027-03-07"] },
    /^(?!.*except\.0).*"optionCount":5/s,
  ],
  [
    "second-zone-one-slot-stays",
    "create_poll",
    { ...create, secondTimeZone: ["Asia/Tokyo"], times: ["2027-03-01T10:00"] },
    /18:00/,
  ],
  ["room-required", "find_best_times", { required: [room, "Ann Bar"] }, /"?Best: option 1/],
  ["people-required", "find_missing_people", { invited: "Bo Ek (required)" }, /"missing":\[[^\]]*"Bo Ek/],
  ["since-future", "list_participants", { since: "2099-01-01" }, /that is in the future/],
])("%s: %s", async (_, tool, args, expected) => {
  const { call } = await openVotes({ "Ann Bar": "yyyyy", Bob: "y----" });
  const { text, data } = await call(tool, args);
  expect(`${text}\n${JSON.stringify(data)}`).toMatch(expected);
});

it.each<[id: string, tool: string, args: Record<string, unknown>, expected: RegExp]>([
  ["cursor-unknown", "list_polls", { poll: undefined, cursor: "zzz" }, /cursor: .* leave it out/],
  [
    "blanks-in-name",
    "find_missing_people",
    { invited: [`a${"\u3000".repeat(24_000)}b`] },
    /missing: 1|invited: /,
  ],
])("%s: %s ends, and tells what it read", async (_, tool, args, expected) => {
  const { host, pollId } = await openVotes({ "Ann Bar": "yyyyy" });
  const result = await host.callTool({ name: tool, arguments: { poll: pollId, ...args } });
  expect(JSON.stringify(result.content)).toMatch(expected);
});

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

it.each<[id: string, tool: string, args: Record<string, unknown>, expected: RegExp]>([
  [
    "title-invisible",
    "create_poll",
    { title: "\u200b", dates: ["2027-03-01"] },
    /title: has no visible char/,
  ],
  ["query-signs", "list_polls", { query: "?" }, /query: has no word/],
  ["shift-far", "create_poll", { copyFrom: "Budget talks", shiftDays: 99_999_999 }, /shiftDays: .*3660/],
  [
    "delete-empty-title",
    "delete_poll",
    { poll: "abc123", confirmTitle: "" },
    /or its id if the title is empty/,
  ],
])("%s: %s says what is wrong", async (_, tool, args, expected) => {
  const { fail } = await openVotes({ "Ann Bar": "yyyyy" });
  expect(await fail(tool, { poll: undefined, ...args })).toMatch(expected);
});

it("email-invisible: what is copied with an address from a mail does not count", async () => {
  const { call } = await openVotes({});
  const args = {
    poll: undefined,
    title: "T",
    dates: ["2027-03-01"],
    organizerEmail: "\u200bada@example.com",
  };
  expect((await call("create_poll", args)).data).toMatchObject({ created: true });
});

it("zone-unknown-here: the times of a poll whose zone this machine does not know are shown in UTC", async () => {
  const { sandbox, poll, call } = await openVotes({ "Ann Bar": "yyyyy" });
  const body = JSON.stringify({ data: { ...poll, timeZone: "Antarctica/Newzone" } });
  const headers = { "content-type": "application/json" };
  const fault = { kind: "respond", status: 200, headers, body } as const;
  sandbox.setFaults({ rules: [{ path: `/v1/polls/${poll.id}`, fault }] });
  expect((await call("find_best_times")).text).toMatch(/Mon 2027-03-01 14:00–14:30/);
});

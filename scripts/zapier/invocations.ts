/** Example inputs of every step, with which scripts/zapier-check.ts invokes it through the CLI. */
import { createClient } from "../../src/api/index.ts";
import type { Sandbox } from "../../src/sandbox/index.ts";

/** One run of a step. */
export interface Invocation {
  /** Added to the name of the step in the output. */
  note?: string;
  /** The input fields of the step. */
  input?: Record<string, unknown>;
  /** Further flags of `zapier-platform invoke`. */
  flags?: string[];
  /** Fields of the first record, exactly or as a pattern. */
  first: Record<string, unknown>;
}

/** The polls that the inputs refer to. */
interface ExamplePolls {
  open: string;
  closed: string;
  scheduled: string;
  unwanted: string;
}

const year = new Date().getUTCFullYear() + 1;
const [monday, tuesday] = [`${year}-03-01`, `${year}-03-02`];

/** Creates the example polls. Everybody can come on the second day of the open poll, but only one person on the first. */
async function createExamplePolls(sandbox: Sandbox): Promise<ExamplePolls> {
  const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
  const days = [{ date: monday }, { date: tuesday }];
  const create = async (title: string) =>
    (await client.createPoll({ title, kind: "date", options: days })).data.id;
  const closed = await create("Closed poll");
  sandbox.closePoll(closed);
  const scheduled = await create("Scheduled poll");
  sandbox.schedulePoll(scheduled, monday);
  const unwanted = await create("Unwanted poll");
  const open = await create("Open poll");
  const both = { [monday]: "yes", [tuesday]: "yes" } as const;
  sandbox.vote(open, { name: "Ada Lovelace", email: "ada@example.com", choices: both });
  // Responses of the same millisecond have no order.
  sandbox.advance(1_000);
  sandbox.vote(open, { name: "Alan Turing", email: "alan@example.com", choices: { [tuesday]: "yes" } });
  return { open, closed, scheduled, unwanted };
}

/** The body of a webhook, as the service sends it when the organizer picks a day. */
const createScheduledEvent = (pollId: string) => ({
  version: "2026-09-20",
  id: "Ev4cX7mT2qLs",
  type: "poll.scheduled",
  createdAt: new Date().toISOString(),
  data: {
    poll: { id: pollId },
    event: { start: `${monday}T00:00:00.000Z`, end: `${tuesday}T00:00:00.000Z`, allDay: true },
  },
});

/** The table: the runs of each step by its type and key. A step without an entry fails `npm run zapier:check`. */
const listInvocations = ({
  open,
  closed,
  scheduled,
  unwanted,
}: ExamplePolls): Record<string, Invocation[]> => ({
  "trigger new_poll": [
    { first: { id: open, title: "Open poll" } },
    { note: "switched on", flags: ["--isPopulatingDedupe"], first: { id: open } },
  ],
  "trigger new_response": [
    { input: { poll: open }, first: { name: "Alan Turing", poll_id: open } },
    { note: "any poll", first: { name: "Alan Turing", poll_id: open, option_1: "no or unanswered" } },
    { note: "sample", flags: ["--isLoadingSample"], first: { name: "Alan Turing", poll_id: open } },
  ],
  "trigger updated_response": [{ input: { poll: open }, first: { name: "Alan Turing", poll_id: open } }],
  "trigger responses_reached": [
    { input: { min_responses: "2" }, first: { poll_id: open, response_count: 2 } },
    {
      note: "people",
      input: { required_people: ["Ada Lovelace", "alan@example.com"] },
      first: { poll_id: open },
    },
  ],
  "trigger poll_closed": [{ first: { poll_id: closed, status: "closed" } }],
  "trigger poll_scheduled": [{ first: { poll_id: scheduled, status: "scheduled" } }],
  "trigger poll_list": [{ flags: ["--isFillingDynamicDropdown"], first: { id: open } }],
  "create create_poll": [
    {
      input: { title: "Created by the CLI", kind: "date", dates: [monday, tuesday] },
      first: { title: "Created by the CLI", kind: "date" },
    },
    {
      note: "mapped texts",
      input: {
        title: "Mapped",
        kind: "Times of day",
        times: [`March 1, ${year}, 14:00-15:30`],
        time_zone: "UTC",
        hide_scores: "off",
        disable_comments: false,
      },
      first: { options_text: /14:00-15:30 \(UTC\)$/, hide_scores: false, disable_comments: false },
    },
    {
      note: "line items",
      input: {
        title: "Rows of a sheet",
        kind: "time",
        time_zone: "Berlin",
        slots: [
          { slot_date: monday, slot_start: "09:00", slot_end: "10:00" },
          { slot_date: tuesday, slot_start: "14:00", slot_duration: "45" },
        ],
      },
      first: { option_count: 2, time_zone: "Europe/Berlin" },
    },
  ],
  "create copy_poll": [
    {
      input: { poll: closed, move_by: "1 week", title: "Copied by the CLI" },
      first: { title: "Copied by the CLI", copied_poll_id: closed, moved_days: 7, status: "open" },
    },
  ],
  "create delete_poll": [{ input: { poll: unwanted }, first: { id: unwanted, deleted: true } }],
  "search find_poll": [{ input: { title: "open POLL" }, first: { id: open } }],
  "search find_poll_results": [{ input: { poll: open }, first: { leading_start: tuesday, is_tie: false } }],
  "search find_response": [
    { input: { poll: open, person: "ada@example.com" }, first: { name: "Ada Lovelace", match_count: 1 } },
  ],
  "search find_responses": [
    {
      input: { poll: open, options: [monday], answers: ["No or unanswered"] },
      first: { match_count: 1, names_text: "Alan Turing" },
    },
  ],
  "search find_missing_people": [
    {
      input: { poll: open, invited_people: ["Ada Lovelace <ada@example.com>", "grace@example.com"] },
      first: { missing_count: 1, answered_count: 1, missing_emails: "grace@example.com" },
    },
  ],
  "search find_webhook_event": [
    {
      input: { raw_body: JSON.stringify(createScheduledEvent(scheduled)) },
      first: { type: "poll.scheduled", poll_id: scheduled, start: monday, signature_verified: false },
    },
  ],
  "search find_best_time": [
    { input: { poll: open, required_people: ["Alan Turing"] }, first: { start: tuesday, all_day: true } },
  ],
});

/** Creates the example polls in an empty sandbox and returns the runs of each step by `type key`. */
export async function createInvocations(sandbox: Sandbox): Promise<Map<string, Invocation[]>> {
  return new Map(Object.entries(listInvocations(await createExamplePolls(sandbox))));
}

/** The fields of `first` in which a record differs, as text for an error. Empty when there are none. */
export function compareRecord(record: Record<string, unknown>, first: Invocation["first"]): string {
  const differing = Object.entries(first).filter(([key, expected]) =>
    expected instanceof RegExp ? !expected.test(String(record[key])) : record[key] !== expected,
  );
  return differing
    .map(([key, expected]) => `${key} is ${JSON.stringify(record[key])} and should be ${expected}`)
    .join("; ");
}

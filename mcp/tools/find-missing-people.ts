import * as z from "zod";
import type { Participant, Poll } from "../../src/api/web.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import {
  compareInvitees,
  foldText,
  type InviteeComparison,
  splitPeople,
} from "../../src/scheduling/index.ts";
import { ArgumentError } from "../errors.ts";
import { describeAmbiguous, toAmbiguous, toEntry, toName } from "../output/people-output.ts";
import { describePickedTime, pollSummaryShape, toPollSummary } from "../output/poll-output.ts";
import { loadPollWith } from "../polls/load-poll.ts";
import { defineTool } from "../tool.ts";
import { buildGrid, toResultMeta } from "../view/grid.ts";
import { viewToolMeta } from "../view/resource.ts";
import { describeTooManyPeople, peopleList, pollInput } from "./fields.ts";

/** Maximum number of invited people: the service accepts as many participants. */
const maxInvited = 1_000;

/** Maximum number of entries in each list of the result. The rest is counted. */
const maxShown = { answered: 50, missing: 100, ambiguous: 20, extra: 50 };

type Group = keyof typeof maxShown;

/** Compares a list of invited people with the people who answered a poll, and writes a reminder. */
export const findMissingPeople = defineTool({
  name: "find_missing_people",
  title: "Find missing people",
  effect: "read",
  description:
    "Find out who of the invited people has not answered a poll, with a reminder to send them. Ask the person for the list: the service does not know who was invited.",
  meta: viewToolMeta,
  input: pollInput({ invited: peopleList(maxInvited).describe("Names, emails or Name <email>") }),
  output: z.looseObject({
    ...pollSummaryShape,
    counts: z.looseObject({}).describe("missing: unanswered"),
    answered: z.array(z.unknown()),
    missing: z.array(z.string()),
    ambiguous: z.array(z.unknown()).describe("May have answered"),
    extra: z.array(z.string()).describe("Answered, not invited"),
    reminder: z.string().optional().describe("In English"),
  }),
  async run(input, context) {
    const { client, signal } = context;
    const { poll, data: participants } = await loadPollWith(input, context, (pollId) =>
      client.listParticipants({ pollId }, { signal }),
    );
    const people = splitPeople(input.invited, participants);
    if (people.length > maxInvited)
      throw new ArgumentError([{ path: "invited", message: describeTooManyPeople(maxInvited) }]);
    const comparison = compareInvitees(people, participants, { acceptParts: true });
    const counts = countGroups(comparison);
    const grid = buildGrid(poll, participants, {
      missing: comparison.missing.map(({ query }) => query),
      refresh: {
        name: "find_missing_people",
        arguments: { ...input, title: undefined, pollId: poll.id },
      },
    });
    return {
      text: describe(poll, comparison, counts),
      data: {
        ...toPollSummary(poll),
        counts,
        answered: comparison.answered.slice(0, maxShown.answered).map(toAnswered),
        missing: comparison.missing.slice(0, maxShown.missing).map(toEntry),
        ambiguous: comparison.ambiguous.slice(0, maxShown.ambiguous).map(toAmbiguous),
        extra: comparison.extra.slice(0, maxShown.extra).map(toName),
        ...countHidden(counts),
        ...(counts.missing > 0 ? toReminder(poll) : {}),
      },
      meta: toResultMeta(grid),
    };
  },
});

/** The number of people in each group. */
type Counts = Record<Group | "invited", number>;

function countGroups({ answered, missing, ambiguous, extra }: InviteeComparison<Participant>): Counts {
  return {
    invited: answered.length + missing.length + ambiguous.length,
    answered: answered.length,
    missing: missing.length,
    ambiguous: ambiguous.length,
    extra: extra.length,
  };
}

/** How many entries of each list are not shown. */
function countHidden(counts: Counts): { notShown?: Partial<Record<Group, number>> } {
  const hidden = listCutGroups(counts).map((group) => [group, counts[group] - maxShown[group]]);
  return hidden.length > 0 ? { notShown: Object.fromEntries(hidden) } : {};
}

const groups: readonly Group[] = ["answered", "missing", "ambiguous", "extra"];

const listCutGroups = (counts: Counts) => groups.filter((group) => counts[group] > maxShown[group]);

function describe(poll: Poll, comparison: InviteeComparison<Participant>, counts: Counts): string {
  const { invited, answered, missing, ambiguous, extra } = counts;
  const parts = [
    `${answered} of ${invited} have answered; missing: ${missing}, ambiguous: ${ambiguous}, extra: ${extra}.`,
    listCutGroups(counts).length > 0
      ? "The lists are cut: to see the rest, call again with a part of the invited people."
      : "",
    describeAmbiguous(comparison.ambiguous),
    missing > 0 && poll.status === "open" ? "Offer to send the reminder." : "",
    describePickedTime(poll),
  ];
  return parts.filter(Boolean).join(" ");
}

/** A message to the missing people, or why there is none. Without their names, since it is sent to each of them. */
function toReminder({ title, status, inviteUrl }: Poll): { reminder: string } | { noReminder: string } {
  const reopen = status === "closed" ? ", unless the person reopens it at adminUrl" : "";
  if (status !== "open") return { noReminder: `the poll is ${status} and takes no more answers${reopen}` };
  const quoted = `"${sanitizeLine(title).replaceAll('"', "'")}"`;
  return { reminder: `Please answer the poll ${quoted}. It takes a minute: ${inviteUrl}` };
}

// The email is not shown unless the person typed it.
function toAnswered({ response, ...invitee }: InviteeComparison<Participant>["answered"][number]) {
  const same = foldText(invitee.query) === foldText(response.name);
  return { name: toName(response), ...(same ? {} : { invited: toEntry(invitee) }) };
}

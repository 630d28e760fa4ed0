import * as z from "zod";
import type { Participant, Poll } from "../../src/api/web.ts";
import { foldText } from "../../src/fold-text.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import { compareInvitees, type PersonEntry } from "../../src/scheduling/index.ts";
import { describeTwice } from "../../src/scheduling/people/find-people.ts";
import { tabulateVotes } from "../../src/scheduling/rank/poll-ranking.ts";
import { getStartDate } from "../../src/time/options.ts";
import { loadVotes } from "../find/poll.ts";
import { getPollZone } from "../output/display.ts";
import { joinSentences } from "../output/format.ts";
import { toCandidates, toName } from "../output/people-output.ts";
import { describePickedTime, pollShape, sortByStart, toPollSummary } from "../output/poll-output.ts";
import { buildGrid, gridKey } from "../view/grid.ts";
import { viewToolMeta } from "../view/resource.ts";
import { peopleList, poll, readPeople } from "./fields.ts";
import { defineTool } from "./tool.ts";

/** Maximum number of invited people: the service accepts as many participants. */
const maxInvited = 1_000;

/** Maximum number of entries in each list of the result. The rest is counted. */
const maxShown = { answered: 50, missing: 100, unclear: 20, extra: 50 };

type Group = keyof typeof maxShown;

const groups = Object.keys(maxShown) as Group[];

export const findMissingPeople = defineTool({
  name: "find_missing_people",
  title: "Find missing people",
  summary: "compares invited people with answers, for a reminder",
  description:
    "Find out who of the invited people has not answered a poll, to remind them. Ask the person for the list: the service does not know who was invited. Answers take days: do not wait for them in this conversation, call again when the person asks.",
  meta: viewToolMeta,
  input: z.strictObject({
    poll,
    // A missing list is a question to the person, as an empty one.
    invited: z
      .preprocess((given) => given ?? [], peopleList(maxInvited))
      .refine((list) => list.length > 0, {
        error: "is empty",
        params: { ask: "whom they invited, unless they said it" },
      })
      .describe("Names, emails or Name <email>"),
  }),
  output: z.looseObject({
    ...pollShape,
    counts: z.looseObject({}).describe("missing: unanswered"),
    missing: z.array(z.string()),
    unclear: z.array(z.unknown()).describe("May have answered"),
    extra: z.array(z.string()).describe("Answered, not invited"),
    reminder: z.looseObject({}).optional().describe("Facts for it"),
  }),
  effect: "read",
  async run(input, context) {
    const { poll, participants } = await loadVotes(input.poll, context);
    const { lists, reading } = readPeople({ invited: input.invited }, maxInvited);
    const { invited } = lists;
    const { answered, missing, unclear, extra } = compareInvitees(invited, participants);
    const counts: Counts = {
      invited: answered.length + missing.length + unclear.length,
      answered: answered.length,
      missing: missing.length,
      unclear: unclear.length,
      extra: extra.length,
    };
    const cut = groups.filter((group) => counts[group] > maxShown[group]);
    const grid = buildGrid(poll, tabulateVotes(poll, participants, { listed: invited }), {
      readAt: context.now().getTime(),
      missing: missing.map(({ text }) => text),
      unclear: unclear.map(({ text }) => text),
      refresh: { name: "find_missing_people", arguments: { ...input, poll: poll.id } },
    });
    return {
      text: describe(poll, counts, cut, describeTwice(participants, { listed: invited })),
      data: {
        ...toPollSummary(poll),
        counts,
        ...reading,
        answered: answered.slice(0, maxShown.answered).map((each) => toAnswered(each, each.person)),
        missing: missing.slice(0, maxShown.missing).map(toEntry),
        unclear: unclear.slice(0, maxShown.unclear).map((each) => ({
          invited: toEntry(each),
          ...toCandidates(each.candidates, getPollZone(poll) ?? "UTC"),
        })),
        extra: extra.slice(0, maxShown.extra).map(toName),
        reminder: missing.length > 0 && poll.status === "open" ? toReminder(poll) : undefined,
      },
      meta: { [gridKey]: grid },
    };
  },
});

type Counts = Record<Group | "invited", number>;

function describe(poll: Poll, counts: Counts, cut: Group[], twice: string | undefined): string {
  const { invited, answered, missing, unclear, extra } = counts;
  return joinSentences(
    `${answered} of ${invited} have answered; missing: ${missing}, unclear: ${unclear}, extra: ${extra}.`,
    twice,
    cut.length > 0 &&
      `Cut: ${cut.join(", ")}. To see the rest, call again with a part of the invited people.`,
    unclear > 0 &&
      "Those in unclear may have answered: ask the person which candidate is meant, and call again with its id instead of the name; who is none of them has not answered.",
    missing > 0 &&
      extra > 0 &&
      "Somebody in extra may be one of the missing under another name: compare them, and ask the person.",
    poll.status !== "open" &&
      `The poll is ${poll.status} and takes no more answers, so remind nobody${poll.status === "closed" ? ", unless the person reopens it at adminUrl" : ""}.`,
    missing > 0 &&
      poll.status === "open" &&
      "Offer to write the reminder, in the person's language. Only the person knows a day to answer by.",
    describePickedTime(poll),
  );
}

/** What a message to the missing people needs. Without names: it is sent to each of them. */
function toReminder(poll: Poll) {
  const { title, inviteUrl } = poll;
  const days = sortByStart(poll).map((option) => getStartDate(option, getPollZone(poll)));
  const options = { firstOptionDay: days[0], lastOptionDay: days.at(-1) };
  return { title: sanitizeLine(title), link: inviteUrl, ...options };
}

/** The entry of the list, as it was given, sanitized. */
const toEntry = ({ text }: PersonEntry): string => sanitizeLine(text, 120);

// The email is not shown unless the person typed it.
function toAnswered(entry: PersonEntry, person: Participant) {
  const same = foldText(entry.text) === foldText(person.name);
  return { name: toName(person), ...(same ? {} : { invited: toEntry(entry) }) };
}

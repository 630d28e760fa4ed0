import * as z from "zod";
import type { Participant, Poll } from "../../src/api/web.ts";
import { foldText } from "../../src/fold-text.ts";
import { sanitizeLine } from "../../src/sanitize.ts";
import { compareInvitees, type InviteeComparison, type PersonEntry } from "../../src/scheduling/index.ts";
import { tabulateVotes } from "../../src/scheduling/rank/poll-ranking.ts";
import { getStartDate } from "../../src/time/option-times.ts";
import { getPollZone } from "../output/display.ts";
import { toCandidates, toName } from "../output/people-output.ts";
import { sortByStart } from "../output/poll-output.ts";
import type { Sentences } from "../sentences.ts";
import { buildGrid, gridKey } from "../view/grid.ts";
import { viewToolMeta } from "../view/resource.ts";
import { peopleList, readPeople } from "./people.ts";
import { definePollTool } from "./poll-tool.ts";

/** Maximum number of invited people: the service accepts as many participants. */
const maxInvited = 1_000;

/** Maximum number of entries in each list of the result. The rest is counted. */
const maxShown = { answered: 50, missing: 100, unclear: 20, extra: 50 };

const groups = Object.keys(maxShown) as (keyof typeof maxShown)[];

export const findMissingPeople = definePollTool({
  name: "find_missing_people",
  title: "Find missing people",
  summary: "compares invited people with answers, for a reminder",
  description: [
    "Find out who of the invited people has not answered a poll, to remind them.",
    "Ask the person for the list: the service does not know who was invited.",
    "Answers take days: do not wait for them in this conversation, call again when the person asks.",
  ],
  meta: viewToolMeta,
  input: {
    // A missing list is a question to the person, as an empty one.
    invited: z
      .preprocess((given) => given ?? [], peopleList(maxInvited))
      .refine((list) => list.length > 0, {
        error: "is empty",
        params: { ask: "whom they invited, unless they said it" },
      })
      .describe("Names, emails or Name <email>"),
  },
  output: {
    counts: z.looseObject({}).describe("missing: unanswered"),
    missing: z.array(z.string()),
    unclear: z.array(z.unknown()).describe("May have answered"),
    extra: z.array(z.string()).describe("Answered, not invited"),
    reminder: z.looseObject({}).optional().describe("Facts for it"),
  },
  votes: true,
  run({ poll, participants, display, now }, input) {
    const { lists, reading } = readPeople({ invited: input.invited }, maxInvited);
    const { invited } = lists;
    const compared = compareInvitees(invited, participants);
    const { answered, missing, unclear, extra } = compared;
    const perhapsGroups = missing.slice(0, maxShown.missing).filter(({ mayBeGroup }) => mayBeGroup);
    const grid = buildGrid(poll, tabulateVotes(poll, participants, { listed: invited }), {
      readAt: now.getTime(),
      missing: missing.map(({ text }) => text),
      unclear: unclear.map(({ text }) => text),
      reminds: isReminded(poll, compared),
      refresh: { name: "find_missing_people", arguments: { ...input, poll: poll.id } },
    });
    return {
      text: describe(poll, compared),
      named: invited,
      data: {
        counts: {
          invited: answered.length + missing.length + unclear.length,
          ...Object.fromEntries(groups.map((group) => [group, compared[group].length])),
        },
        ...reading,
        answered: answered.slice(0, maxShown.answered).map((each) => toAnswered(each, each.person)),
        missing: missing.slice(0, maxShown.missing).map(toEntry),
        perhapsGroups: perhapsGroups.length > 0 ? perhapsGroups.map(toEntry) : undefined,
        unclear: unclear.slice(0, maxShown.unclear).map((each) => ({
          invited: toEntry(each),
          ...toCandidates(each.candidates, display.clockZone),
        })),
        extra: extra.slice(0, maxShown.extra).map(toName),
        reminder: isReminded(poll, compared) ? toReminder(poll) : undefined,
      },
      meta: { [gridKey]: grid },
    };
  },
});

type Compared = InviteeComparison<Participant>;

/** Whether people are missing of a list that may have other names than those that people answered with. */
const isDoubtful = ({ answered, missing, unclear, extra }: Compared) =>
  missing.length > 0 && answered.length === 0 && unclear.length + extra.length > 0;

const isReminded = ({ status }: Poll, compared: Compared) =>
  status === "open" && compared.missing.length > 0 && !isDoubtful(compared);

function describe(poll: Poll, compared: Compared): Sentences {
  const { answered, missing, unclear, extra } = compared;
  const invited = answered.length + missing.length + unclear.length;
  const cut = groups.filter((group) => compared[group].length > maxShown[group]);
  return [
    `${answered.length} of ${invited} have answered; missing: ${missing.length}, unclear: ${unclear.length}, extra: ${extra.length}.`,
    cut.length > 0 &&
      `Cut: ${cut.join(", ")}. To see the rest, call again with a part of the invited people.`,
    unclear.length > 0 &&
      "Those in unclear may have answered: ask the person which candidate is meant, and call again with its id instead of the name; who is none of them has not answered.",
    missing.some(({ mayBeGroup }) => mayBeGroup) &&
      "Those in perhapsGroups are like nobody who answered: each is perhaps a group or another name.",
    missing.length > 0 &&
      extra.length > 0 &&
      "Somebody in extra may be one of the missing under another name: compare them, and ask the person.",
    isDoubtful(compared) &&
      "Nobody who answered is surely on the list: ask the person who is meant, and remind nobody before.",
    poll.status !== "open" &&
      `The poll is ${poll.status} and takes no more answers, so remind nobody${poll.status === "closed" ? ", unless the person reopens it at adminUrl" : ""}.`,
    isReminded(poll, compared) &&
      "Offer to write the reminder, in the person's language. Only the person knows a day to answer by.",
  ];
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

import { defaultSettings, settingNames } from "../../src/api/check/settings.ts";
import type { CommonPollInput } from "../../src/api/types/inputs.ts";
import type { Poll, PollOption } from "../../src/api/web.ts";
import { sanitizeLine, sanitizeText } from "../../src/sanitize.ts";
import { compareOptionTimes, type OptionTime } from "../../src/time/index.ts";
import { getStartDate } from "../../src/time/option-times.ts";
import { formatConferencing } from "./conferencing.ts";
import { createOptionFormat, getPollZone } from "./display.ts";
import { cutList, cutRows } from "./format.ts";

/** A notice about a scheduled poll, so that its leading option is not mistaken for the picked one. Else empty. */
export function describePickedTime({ status }: Pick<Poll, "status">): string {
  return status === "scheduled"
    ? "A time has been picked. Neither the API nor the votes say which one: the person sees it at adminUrl."
    : "";
}

/** A poll that was named by words of its title, with the others that they match: those of the same title first. */
export type FoundPoll = Poll & { others?: readonly Poll[] };

/** Maximum number of polls to choose from. */
const maxCandidates = 5;

/** Polls to choose from, as an output field. */
export const toPollRows = (name: string, polls: readonly Poll[]) =>
  cutRows(name, polls.map(toPollRow), maxCandidates);

/** What is shown of a poll, wherever one is: also of one that is only planned. A field that stands here is shown by every tool. */
export type ShownPoll = Pick<Poll, "title" | "kind" | "timeZone"> &
  Partial<Pick<Poll, Exclude<keyof Poll, keyof PollDetails>>>;

function toPollFields(poll: ShownPoll) {
  const { title, status, kind, timeZone, participantCount } = poll;
  return {
    id: poll.id,
    title: sanitizeLine(title),
    status,
    kind,
    timeZone: kind === "date" ? undefined : formatPollZone(timeZone),
    responses: participantCount,
  };
}

/** The first output fields of every tool about one poll. */
export function toPollSummary(poll: ShownPoll, others: readonly Poll[] = []) {
  const { inviteUrl, adminUrl } = poll;
  return {
    ...toPollFields(poll),
    inviteUrl,
    adminUrl,
    ...(others.length > 0 && toPollRows("alsoMatched", others)),
  };
}

/** A poll as a row of a list. Its first time and when it was made tell polls of one title apart. */
export function toPollRow(poll: Poll) {
  const options = sortByStart(poll);
  const [first, last] = [options[0], options.at(-1)];
  const { format, duration } = createOptionFormat(options, getPollZone(poll));
  return {
    ...toPollFields(poll),
    id: poll.id,
    optionCount: options.length,
    first: first && format(first),
    duration,
    last: last && last !== first ? getStartDate(last, getPollZone(poll)) : undefined,
    created: `${poll.createdAt.slice(0, 16)}Z`,
  };
}

/** The options of a poll by start. */
export function sortByStart({ options }: Poll): PollOption[] {
  const all: PollOption[] = options;
  return all.toSorted(compareOptionTimes);
}

/** The zone of a poll of times, as create_poll takes it. */
function formatPollZone(timeZone: string | null): string {
  return timeZone === null ? "floating" : sanitizeLine(timeZone, 60);
}

/** What {@link toPollDetails} needs of a poll: also of one that is only planned. */
export interface PollDetails extends Omit<CommonPollInput, "title" | "organizer"> {
  /** Null: the owner of the space. */
  organizer: { name?: string } | null;
  options: readonly OptionTime[];
}

/**
 * Options, texts and settings of a poll, texts and settings as create_poll takes them, without email addresses. Times are in `timeZone`. Texts
 * are sanitized, empty ones left out.
 */
export function toPollDetails(poll: PollDetails, timeZone: string | null) {
  const { description, location, conferencing, organizer } = poll;
  const { duration, listDays, listClockChanges } = createOptionFormat(poll.options, timeZone);
  const clockChanges = listClockChanges(poll.options);
  const settings = settingNames.map((name) => [name, poll[name] ?? defaultSettings[name]] as const);
  return {
    optionCount: poll.options.length,
    duration,
    options: listDays(poll.options),
    clockChanges: clockChanges.length > 0 ? cutList(clockChanges, 5) : undefined,
    description: description ? sanitizeText(description) : undefined,
    location: location ? sanitizeLine(location) : undefined,
    conferencing: conferencing ? formatConferencing(conferencing) : undefined,
    organizer: organizer?.name ? sanitizeLine(organizer.name) : undefined,
    // Settings that are off by default are shown only when they are on.
    ...Object.fromEntries(settings.filter(([name, value]) => value || defaultSettings[name])),
  };
}

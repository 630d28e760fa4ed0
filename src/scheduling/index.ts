/** Plans polls (request to create body) and ranks their options (votes to best times). Pure. */

export { maxOptions as maxPollOptions } from "../api/web.ts";
export type { Problem } from "../problem.ts";
export {
  type BusyCheck,
  type DroppedOption,
  type FreeOptions,
  loadBusyCheck,
  maxIcsLength,
} from "./calendar/busy.ts";
export type { BusyDays, BusySpan, BusyTime } from "./calendar/busy-time.ts";
export {
  type CalendarEntryOptions,
  type CalendarPoll,
  formatCalendarEntry,
} from "./calendar/calendar-entry.ts";
export type { BusyInterval } from "./calendar/intervals.ts";
export { extractAddress, parseMailbox } from "./mailboxes.ts";
export {
  type CopyOptions,
  maxShiftDays,
  type PastRule,
  type PollChanges,
  type PollCopy,
  planCopy,
  toCopyRequest,
} from "./plan/copy.ts";
export { PlanError, type PlanNote } from "./plan/errors.ts";
export { type ParsedInstant, resolveInstant } from "./plan/parse-time.ts";
export { type PollPlan, planPoll } from "./plan/plan.ts";
export type {
  Conferencing,
  OffsetRule,
  OptionFilter,
  PlanOptions,
  PollRequest,
  RequestedTime,
  WallClock,
} from "./plan/poll-request.ts";
export {
  type AvailabilitySpan,
  buildVoteMatrix,
  createSpanFinder,
  type RankableOption,
  type VoteName,
  voteCodes,
  voteOf,
} from "./rank/availability.ts";
export {
  type AmbiguousInvitee,
  type AnsweredInvitee,
  type CompareOptions,
  compareInvitees,
  type Invitee,
  type InviteeComparison,
} from "./rank/invitees.ts";
export { foldText } from "./rank/name-matching.ts";
export {
  choosePeople,
  findSimilarPeople,
  PeopleError,
  type Person,
  type PersonProblem,
} from "./rank/people.ts";
export { exceedsPeople, keepLastResponses, searchPeople, splitPeople } from "./rank/people-lookup.ts";
export {
  compareScores,
  explainDifference,
  type Obstacle,
  type RankablePerson,
  type RankablePoll,
  type RankedOption,
  type Ranking,
  type RankingInput,
  rankOptions,
  type Score,
  sortByFit,
} from "./rank/ranking.ts";
export { formatTextTable, type TextTableOptions } from "./rank/text-table.ts";

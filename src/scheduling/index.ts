/** Plans polls (request to create body) and ranks their options (votes to best times). Pure. */

export { type ConferencingInput as Conferencing, maxOptions as maxPollOptions } from "../api/web.ts";
export type { Problem } from "../problem.ts";
export {
  type BusyCheck,
  type BusyTime,
  type DroppedOption,
  type FreeOptions,
  loadBusyCheck,
  maxIcsLength,
} from "./calendar/busy.ts";
export {
  type CalendarPoll,
  formatCalendarEntry,
} from "./calendar/calendar-entry.ts";
export {
  compareInvitees,
  findPeople,
  type InviteeComparison,
  keepLastResponses,
  type Person,
  type UnknownPerson,
} from "./people/find-people.ts";
export { extractAddress, type PersonEntry } from "./people/mailboxes.ts";
export { foldText } from "./people/names.ts";
export { parsePeople } from "./people/parse-people.ts";
export {
  type CopyOptions,
  maxShiftDays,
  type PastRule,
  type PollChanges,
  type PollCopy,
  planCopy,
  toCopyRequest,
} from "./plan/copy.ts";
export { PlanError } from "./plan/errors.ts";
export { resolveInstant } from "./plan/parse-time.ts";
export { planPoll } from "./plan/plan.ts";
export type {
  PlanOptions,
  PollPlan,
  PollRequest,
  RequestedTime,
  WallClock,
} from "./plan/poll-request.ts";
export {
  type AvailabilitySpan,
  buildVoteMatrix,
  createSpanFinder,
  type VoteName,
  voteCodes,
  voteOf,
} from "./rank/availability.ts";
export {
  compareScores,
  explainDifference,
  type PersonProblem,
  type RankablePerson,
  type RankedOption,
  type Ranking,
  rankOptions,
  sortByFit,
} from "./rank/ranking.ts";
export { formatTextTable } from "./rank/text-table.ts";

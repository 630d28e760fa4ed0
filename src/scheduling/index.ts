/** Plans polls (request to create body) and ranks their options (votes to best times). Pure. */
export { PlanError, type Problem } from "../problem.ts";
export { createBusyCheck } from "./calendar/busy.ts";
export { formatCalendarEntry } from "./calendar/calendar-entry.ts";
export {
  compareInvitees,
  findPeople,
  type InviteeComparison,
  lookUpPerson,
} from "./people/find-people.ts";
export type { PersonQuery } from "./people/identity.ts";
export type { Person, PersonEntry } from "./people/mailboxes.ts";
export type { UnknownPerson } from "./people/match.ts";
export {
  type ParsedPeople,
  type PersonTextReason,
  parsePeople,
  type UnusedText,
} from "./people/parse-people.ts";
export type * from "./plan/busy-time.ts";
export type * from "./plan/copy.ts";
export { planCopy } from "./plan/copy.ts";
export { planPoll } from "./plan/plan.ts";
export type * from "./plan/poll-request.ts";
export { type Assignment, type AssignmentInput, assignOptions } from "./rank/assign.ts";
export type { AvailabilitySpan, VoteName } from "./rank/availability.ts";
export {
  type PersonProblem,
  type RankablePerson,
  type RankablePoll,
  type RankedOption,
  type Ranking,
  type RankingInput,
  rankOptions,
} from "./rank/poll-ranking.ts";
export type { Obstacle, Quorum, RankedVotes, Score, TimedOption, Voter, VoteTable } from "./rank/ranking.ts";
export { rankSessions, type SessionSet, type SessionsInput } from "./rank/sessions.ts";

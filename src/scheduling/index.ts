/** Plans polls (request to create body) and ranks their options (votes to best times). Pure. */
export type { Problem } from "../problem.ts";
export * from "./calendar/busy.ts";
export * from "./calendar/calendar-entry.ts";
export {
  compareInvitees,
  findPeople,
  groupResponses,
  type InviteeComparison,
  keepLastResponses,
  type Person,
  type UnknownPerson,
} from "./people/find-people.ts";
export type { PersonEntry } from "./people/mailboxes.ts";
export { foldText } from "./people/names.ts";
export { listCommaNames, type ParsedPeople, parsePeople } from "./people/parse-people.ts";
export * from "./plan/copy.ts";
export { PlanError } from "./plan/errors.ts";
export { resolveInstant } from "./plan/parse-time.ts";
export { planPoll } from "./plan/plan.ts";
export type * from "./plan/poll-request.ts";
export * from "./rank/availability.ts";
export * from "./rank/poll-ranking.ts";
export * from "./rank/ranking.ts";
export * from "./rank/text-table.ts";

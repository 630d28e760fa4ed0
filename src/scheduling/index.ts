/** What follows from a poll: from a person's wishes to a create body, and from answers to a decision. Pure. */
export {
  type AvailabilitySpan,
  answers,
  createSpanFinder,
  type RankableOption,
  readModifiers,
} from "./answer-matching.ts";
export { drawHeatmap, type HeatmapOptions } from "./heatmap.ts";
export { extractAddress, parseMailbox } from "./mailboxes.ts";
export { compareMerit, explainLoss, type Merit } from "./merit.ts";
export { foldText } from "./name-matching.ts";
export { PeopleError, type Person, type PersonProblem } from "./people.ts";
export { keepLastAnswers, searchPeople, splitPeople } from "./people-lookup.ts";
export { type PlanOptions, type PollPlan, planPoll } from "./plan.ts";
export { PlanError, type PlanNote, type WishProblem } from "./plan-error.ts";
export { maximumOptions } from "./planned-options.ts";
export {
  type Obstacle,
  type RankablePerson,
  type RankablePoll,
  type RankedOption,
  type Ranking,
  type RankingInput,
  rankOptions,
} from "./ranking.ts";
export type { Conferencing, PollWishes, WishedTime } from "./wishes.ts";
export type { OffsetRule } from "./written-time.ts";

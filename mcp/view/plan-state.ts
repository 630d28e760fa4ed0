import { getOptionEnd, getOptionStart, type OptionTime } from "../../src/time/option-times.ts";
import { isKnownTimeZone } from "../../src/time/zones.ts";
import { type Chosen, choose, hasChosen, keyOf, listChosen, toArguments } from "./draft.ts";
import { type Plan, planKey, recentMs } from "./plan.ts";
import { explainFailure, type JsonObject, readFailure, readMeta, toObject } from "./result.ts";
import { say, type Words } from "./words/index.ts";

/** What a person makes of a plan, and can undo. */
interface Draft {
  /** The chosen options. */
  chosen: Chosen;
  /** Clock times and days that were added to the places. */
  added: { times: readonly string[]; days: readonly string[] };
  /** The keys of the options that the service did not take. */
  refused: ReadonlySet<string>;
}

/** A plan, and what the person made of it. */
export interface PlanState extends Draft {
  plan: Plan;
  before: readonly Draft[];
  /**
   * `unknown`: the page does not know whether a poll of the title was created since the preview. `looking`: it asks. `asking`: a poll of
   * the title with other options stands in the way. `unclear`: a call was not answered, so nothing can be changed until somebody looked.
   * `old`: a poll of the preview would be too old to be found, so nothing may be created from it.
   */
  phase: "unknown" | "looking" | "editing" | "asking" | "calling" | "unclear" | "old" | "done";
  /** What the last call or edit came to, in the language of the person at that moment. */
  outcome?: ((words: Words) => string) | undefined;
  isError: boolean;
}

/** What a person does to the draft. */
export type Edit =
  | { type: "toggle"; options: readonly OptionTime[] }
  | { type: "addTime"; time: string }
  | { type: "addDay"; day: string }
  | { type: "undo" };

/** What a call came to. */
type Answer =
  | { type: "unclear" }
  /** A poll of the title exists that the page does not know. */
  | { type: "found" }
  /** The poll of the title, if there is one. */
  | { type: "looked"; existing?: Plan | undefined }
  | { type: "made"; plan: Partial<Plan> & Pick<Plan, "state">; id?: unknown }
  | { type: "refused"; keys: readonly string[]; outcome: PlanState["outcome"] };

export type PlanAction = { type: "take"; plan: Plan } | { type: "call" } | Edit | Answer;

/** What the page shows after an action. */
export function reducePlan(state: PlanState | undefined, action: PlanAction): PlanState | undefined {
  if (action.type === "take") {
    const taken = begin(action.plan, action.plan.options);
    const { existing } = action.plan;
    return existing ? reducePlan(taken, { type: "looked", existing }) : taken;
  }
  if (state === undefined) return undefined;
  const { plan, phase, chosen, added } = state;
  const isLook = phase === "unknown" || phase === "looking";
  const settled: PlanState = { ...state, phase: "editing", outcome: undefined, isError: false };
  switch (action.type) {
    case "call":
      // A look leaves the draft as it is, and does not stand in its way.
      return isLook ? { ...state, phase: "looking" } : { ...settled, phase: "calling" };
    case "found":
      return { ...settled, phase: "unknown" };
    case "unclear":
      return isLook ? { ...state, phase: "unknown" } : { ...settled, phase: "unclear", isError: true };
    case "looked": {
      const { existing } = action;
      if (existing && hasChosen(existing.options, chosen))
        return reducePlan(state, { type: "made", plan: existing });
      if (existing) return { ...settled, phase: "asking", plan: { ...plan, existing } };
      return isLook
        ? { ...state, phase: "editing" }
        : { ...settled, outcome: (words) => words.plan.notFound };
    }
    case "refused":
      return { ...settled, refused: new Set(action.keys), outcome: action.outcome, isError: true };
    case "made": {
      const { create: _, existing: __, ...shown } = plan;
      return { ...begin({ ...shown, ...action.plan }, action.plan.options ?? listChosen(chosen)), added };
    }
  }
  return isEditable(state) ? edit(state, action) : state;
}

/** The state at a time, in milliseconds since 1970. */
export const age = (state: PlanState, now: number): PlanState =>
  state.plan.state === "preview" && now - state.plan.madeAt >= recentMs ? { ...state, phase: "old" } : state;

const editable: readonly PlanState["phase"][] = ["unknown", "looking", "editing", "asking"];

/** Whether a person can change the plan. */
export const isEditable = ({ phase, plan }: PlanState): boolean =>
  editable.includes(phase) && plan.create !== undefined;

const begin = (plan: Plan, options: readonly OptionTime[]): PlanState => ({
  plan,
  chosen: choose(options),
  ...{ added: { times: [], days: [] }, refused: new Set(), before: [] },
  phase: plan.state === "preview" ? "unknown" : "done",
  isError: false,
});

function edit(state: PlanState, action: Edit): PlanState {
  const { plan, phase, before, chosen, added, refused } = state;
  const settled: PlanState = { ...state, outcome: undefined, isError: false };
  // An edit is a new question.
  if (phase === "asking") settled.phase = "editing";
  if (action.type === "undo") {
    const last = before.at(-1);
    return last ? { ...settled, ...last, before: before.slice(0, -1) } : state;
  }
  const next = change(state, action);
  if (next.chosen && next.chosen.size > plan.maxOptions)
    return { ...state, outcome: (words) => say(words.plan.full, plan.maxOptions), isError: true };
  return { ...settled, ...next, before: [...before, { chosen, added, refused }] };
}

function change(
  { plan, chosen, added, refused }: PlanState,
  action: Exclude<Edit, { type: "undo" }>,
): Partial<Draft> {
  if (action.type === "addTime")
    return { added: { ...added, times: [...new Set([...added.times, action.time])] } };
  if (action.type === "addDay") {
    const option = { date: action.day };
    const days = [...new Set([...added.days, action.day])];
    const isChosen = plan.kind === "date" && { chosen: choose([...chosen.values(), option]) };
    return { added: { ...added, days }, ...isChosen };
  }
  // All of the options are taken away if they are chosen, else those that are not are added.
  const next = choose([...chosen.values(), ...action.options]);
  const keys = action.options.map(keyOf);
  if (next.size === chosen.size) for (const key of keys) next.delete(key);
  return { chosen: next, refused: new Set([...refused].filter((key) => !keys.includes(key))) };
}

/** What a call of a page sends to create_poll, and what its result means. Nothing where it must not call. */
export function toCall(state: PlanState): { args: object; read: (result: JsonObject) => Answer } | undefined {
  const { plan, phase, chosen } = state;
  const options = listChosen(chosen);
  if (plan.create === undefined || options.length === 0) return undefined;
  // Somebody has to look first, which creates nothing.
  if (phase === "unknown" || phase === "unclear")
    return { args: { ...toArguments(plan, options, false), dryRun: true }, read: readLook };
  if (phase !== "editing" && phase !== "asking") return undefined;
  const read = (result: JsonObject) => readOutcome(result, options);
  return { args: toArguments(plan, options, phase === "asking"), read };
}

/** The plan in a result of create_poll. */
export function readPlan(result: JsonObject): Plan | undefined {
  const found = readMeta<Plan>(result, planKey, 3);
  if (!found || found.timeZone === null || isKnownTimeZone(found.timeZone)) return found;
  // The server may know newer zones than this browser, which then cannot write their clock times.
  return { ...found, timeZone: "UTC", create: undefined };
}

function readLook(result: JsonObject): Answer {
  const found = readPlan(result);
  return found ? { type: "looked", existing: found.existing } : { type: "unclear" };
}

function readOutcome(result: JsonObject, sent: readonly OptionTime[]): Answer {
  if (result["isError"] === true) return readRefusal(result, sent);
  const { created, id, inviteUrl, adminUrl } = toObject(result["structuredContent"]);
  if (typeof inviteUrl !== "string" || typeof adminUrl !== "string") return { type: "unclear" };
  if (created === true) return { type: "made", plan: { state: "created", inviteUrl, adminUrl }, id };
  // The poll that exists may lack the texts of the plan.
  const plan = readPlan(result);
  return plan ? { type: "made", plan, id } : { type: "unclear" };
}

function readRefusal(result: JsonObject, sent: readonly OptionTime[]): Answer {
  const failure = readFailure(result);
  const { kind, fields = [] } = failure;
  // Without a reason nobody knows whether the poll was created.
  if (kind === undefined || kind === "unclear") return { type: "unclear" };
  if (kind === "exists") return { type: "found" };
  const keys = fields.flatMap((field) => {
    const option = sent[Number(/^(?:times|dates)\.(\d+)/.exec(field)?.[1])];
    return option ? keyOf(option) : [];
  });
  const outcome = (words: Words) => (keys.length > 0 ? words.plan.marked : explainFailure(failure, words));
  return { type: "refused", keys, outcome };
}

/** The keys of the chosen slots that overlap another one. */
export function findOverlaps(chosen: Chosen): Set<string> {
  const overlaps = new Set<string>();
  let last: OptionTime | undefined;
  for (const option of listChosen(chosen)) {
    if (last && getOptionStart(option) < getOptionEnd(last)) {
      overlaps.add(keyOf(last));
      overlaps.add(keyOf(option));
    }
    if (last === undefined || getOptionEnd(option) > getOptionEnd(last)) last = option;
  }
  return overlaps;
}

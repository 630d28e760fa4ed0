import { getOptionEnd, getOptionStart, type OptionTime } from "../../src/time/option-times.ts";
import { isKnownTimeZone } from "../../src/time/zones.ts";
import { type Chosen, choose, hasChosen, keyOf, listChosen, toArguments } from "./draft.ts";
import { type Plan, planKey } from "./plan.ts";
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
   * `looking`: the page was drawn, and does not know whether a poll of the title was created since the preview. `asking`: a poll of the
   * title with other options stands in the way. `unclear`: a call was not answered, so nothing can be changed until somebody looked.
   */
  phase: "looking" | "editing" | "asking" | "calling" | "unclear" | "done";
  /** The options of the last call, or of the poll that may exist. */
  sent: readonly OptionTime[];
  /** The poll that exists, as far as it is known. */
  links: Partial<Plan>;
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
  | { type: "unclear" | "notFound" }
  /** A poll of the title exists that the page does not know. */
  | { type: "found" }
  | { type: "made"; plan: Partial<Plan> & Pick<Plan, "state">; id?: unknown }
  | { type: "other"; links: Plan }
  | { type: "refused"; keys: readonly string[]; outcome: PlanState["outcome"] };

export type PlanAction = { type: "take"; plan: Plan } | { type: "call" } | Edit | Answer;

const nothing: Draft["added"] = { times: [], days: [] };

/** What the page shows after an action. */
export function reducePlan(state: PlanState | undefined, action: PlanAction): PlanState | undefined {
  if (action.type === "take") return take(action.plan);
  if (state === undefined) return undefined;
  const { plan, phase, chosen, sent } = state;
  const settled: PlanState = { ...state, phase: "editing", links: plan, outcome: undefined, isError: false };
  switch (action.type) {
    case "call":
      // A look leaves the draft as it is, and does not stand in its way.
      if (phase === "looking") return { ...state, sent: listChosen(chosen) };
      return { ...settled, phase: "calling", sent: phase === "unclear" ? sent : listChosen(chosen) };
    case "found":
      return { ...settled, phase: "looking" };
    case "unclear":
      return { ...settled, phase: "unclear", isError: true };
    case "notFound":
      if (phase === "looking") return { ...state, phase: "editing" };
      return { ...settled, outcome: (words) => words.plan.notFound };
    case "other":
      return { ...settled, phase: "asking", links: action.links };
    case "refused":
      return { ...settled, refused: new Set(action.keys), outcome: action.outcome, isError: true };
    case "made": {
      const { create: _, existing: __, ...shown } = plan;
      const made = { ...shown, ...action.plan };
      // The person may have gone on while the host took its time.
      return { ...take(made, action.plan.options ?? sent), added: state.added };
    }
  }
  return isEditable(state) ? edit(state, action) : state;
}

/** Whether a person can change the plan. */
export const isEditable = ({ phase, plan }: PlanState): boolean =>
  (phase === "looking" || phase === "editing" || phase === "asking") && plan.create !== undefined;

function take(plan: Plan, options: readonly OptionTime[] = plan.options): PlanState {
  const { existing, state: name } = plan;
  if (existing && hasChosen(existing.options, choose(options))) return take(existing);
  return {
    plan,
    chosen: choose(options),
    ...{ added: nothing, refused: new Set(), before: [], sent: options },
    phase: name === "preview" ? (existing ? "asking" : "looking") : "done",
    links: existing ?? plan,
    isError: false,
  };
}

function edit(state: PlanState, action: Edit): PlanState {
  const { plan, phase, before, chosen, added, refused } = state;
  const last = before.at(-1);
  if (action.type === "undo" && last === undefined) return state;
  const next = action.type === "undo" ? { ...last } : change(state, action);
  if (next.chosen && next.chosen.size > plan.maxOptions)
    return { ...state, outcome: (words) => say(words.plan.full, plan.maxOptions), isError: true };
  return {
    ...{ ...state, ...next, links: plan, outcome: undefined, isError: false },
    phase: phase === "looking" ? "looking" : "editing",
    before: action.type === "undo" ? before.slice(0, -1) : [...before, { chosen, added, refused }],
  };
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
  const { plan, phase, chosen, sent } = state;
  // Somebody has to look first, which creates nothing.
  if (phase === "unclear" || phase === "looking") {
    const looked = phase === "unclear" ? sent : plan.options;
    return { args: { ...toArguments(plan, looked, false), dryRun: true }, read: readLook };
  }
  if (!isEditable(state) || chosen.size === 0) return undefined;
  const options = listChosen(chosen);
  const read = (result: JsonObject) => readOutcome(result, options);
  return { args: toArguments(plan, options, phase === "asking"), read };
}

/** The plan in a result of create_poll. */
export function readPlan(result: JsonObject): Plan | undefined {
  const found = readMeta<Plan>(result, planKey, 3);
  if (!found || found.timeZone === null || isKnownTimeZone(found.timeZone)) return found;
  // The server may know newer zones than this browser, which then cannot write their clock times.
  const { create: _, ...readOnly } = found;
  return { ...readOnly, timeZone: "UTC" };
}

function readLook(result: JsonObject): Answer {
  const found = readPlan(result);
  if (found === undefined) return { type: "unclear" };
  const { existing } = found;
  if (existing === undefined) return { type: "notFound" };
  return hasChosen(existing.options, choose(found.options))
    ? { type: "made", plan: existing }
    : { type: "other", links: existing };
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

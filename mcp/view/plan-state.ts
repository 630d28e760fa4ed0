import { getOptionEnd, getOptionStart, type OptionTime } from "../../src/time/options.ts";
import { type Chosen, choose, keyOf, listChosen } from "./draft.ts";
import type { Plan } from "./plan.ts";
import type { Words } from "./words/index.ts";

/** What the page says, in the language of the person at that moment. */
export type Sentence = (words: Words) => string;

/** Clock times and days that a person added to the places. */
export interface Added {
  times: readonly string[];
  days: readonly string[];
}

/** What can be undone. */
interface Draft {
  /** The chosen options. */
  chosen: Chosen;
  added: Added;
}

/** A plan, and what the person made of it. */
export interface PlanState extends Draft {
  plan: Plan;
  before: readonly Draft[];
  /** The keys of the options that were not taken. */
  refused: ReadonlySet<string>;
  /** `unclear`: nobody knows whether the poll was created, so nothing can be changed until somebody looked. */
  phase: "editing" | "calling" | "unclear" | "done";
  /** The link of another poll of the title, which stands in the way. */
  otherUrl?: string | undefined;
  /** What the last call came to. */
  outcome?: Sentence | undefined;
  isError: boolean;
}

export type PlanAction =
  | { type: "take"; plan: Plan; chosen?: readonly OptionTime[] | undefined }
  | { type: "toggle"; options: readonly OptionTime[] }
  | { type: "addTime"; time: string }
  | { type: "addDay"; day: string }
  | { type: "undo" | "reset" | "call" | "unclear" | "notFound" }
  | { type: "created"; sent: readonly OptionTime[]; url: string; state: "created" | "exists" }
  | { type: "other"; url: string | undefined }
  | { type: "refused"; keys: readonly string[]; outcome: Sentence };

const nothing: Added = { times: [], days: [] };

/** What the page shows after an action. */
export function reducePlan(state: PlanState | undefined, action: PlanAction): PlanState | undefined {
  if (action.type === "take") return take(action.plan, action.chosen);
  if (state === undefined) return undefined;
  const { plan, chosen, added, before } = state;
  const change = (next: Partial<Draft>): PlanState => ({
    ...state,
    ...next,
    before: [...before, { chosen, added }],
    otherUrl: undefined,
    outcome: undefined,
    isError: false,
  });
  const ends = { ...state, outcome: undefined, isError: false };
  switch (action.type) {
    case "toggle":
      return toggle(state, action.options, change);
    case "addTime":
      return change({ added: { ...added, times: [...new Set([...added.times, action.time])] } });
    case "addDay": {
      const next = change({ added: { ...added, days: [...new Set([...added.days, action.day])] } });
      const option = { date: action.day };
      const isFull = chosen.has(option.date) || chosen.size >= plan.maxOptions;
      return plan.kind === "time" || isFull
        ? next
        : { ...next, chosen: choose([...chosen.values(), option]) };
    }
    case "undo": {
      const last = before.at(-1);
      return last ? { ...ends, ...last, otherUrl: undefined, before: before.slice(0, -1) } : state;
    }
    case "reset":
      return change({ chosen: choose(plan.options), added: nothing });
    case "call":
      return { ...ends, phase: "calling", outcome: ({ common }) => common.wait };
    case "unclear":
      return {
        ...state,
        phase: "unclear",
        otherUrl: undefined,
        outcome: ({ plan: words }) => words.unclear,
        isError: true,
      };
    case "notFound":
      return { ...ends, phase: "editing", outcome: ({ plan: words }) => words.notFound };
    case "created": {
      const { create: _, ...shown } = plan;
      const { url: inviteUrl, state: name, sent } = action;
      // The person may have gone on while the host took its time.
      return { ...take({ ...shown, state: name, inviteUrl }), chosen: choose(sent), added };
    }
    case "other":
      return {
        ...ends,
        phase: "editing",
        otherUrl: action.url,
        outcome: ({ plan: words }) => words.other,
      };
    case "refused":
      return {
        ...ends,
        phase: "editing",
        refused: new Set(action.keys),
        outcome: action.outcome,
        isError: true,
      };
  }
}

function take(plan: Plan, chosen: readonly OptionTime[] = plan.options): PlanState {
  const { existing, state } = plan;
  const fresh = { plan, chosen: choose(chosen), added: nothing, before: [], refused: new Set<string>() };
  if (state !== "preview") return { ...fresh, phase: "done", isError: false };
  if (existing === undefined) return { ...fresh, phase: "editing", isError: false };
  const { create: _, ...shown } = plan;
  if (existing.sameOptions)
    return {
      ...fresh,
      plan: { ...shown, state: "exists", inviteUrl: existing.url },
      phase: "done",
      isError: false,
    };
  return {
    ...fresh,
    phase: "editing",
    otherUrl: existing.url,
    outcome: ({ plan: words }) => words.other,
    isError: false,
  };
}

/** Takes options away if all of them are chosen, else adds those that are not. */
function toggle(
  state: PlanState,
  options: readonly OptionTime[],
  change: (next: Partial<Draft>) => PlanState,
): PlanState {
  const { plan, chosen } = state;
  const isAll = options.every((option) => chosen.has(keyOf(option)));
  const next = new Map(chosen);
  for (const option of options) {
    if (isAll) next.delete(keyOf(option));
    else next.set(keyOf(option), option);
  }
  if (next.size > plan.maxOptions)
    return {
      ...state,
      outcome: ({ plan: words }) => words.full.replace("{0}", String(plan.maxOptions)),
      isError: true,
    };
  const refused = new Set([...state.refused].filter((key) => !options.some((each) => keyOf(each) === key)));
  return { ...change({ chosen: next }), refused };
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

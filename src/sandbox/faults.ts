import type { Fault, FaultRule } from "./fault-types.ts";

/** Faults to begin with, and the seed of the generator that `rate` draws from. */
export interface FaultOptions {
  rules: readonly FaultRule[];
  seed?: number;
}

/** A fault that struck a request. */
export interface Strike {
  fault: Fault;
  when: "before" | "after" | "late";
  /** How much later than its caller met the fault a `late` request is carried out, in milliseconds. */
  lateMs: number;
}

const standardLateMs = 1000;

// A timer fires at once for anything longer.
const longestWait = 2 ** 31 - 1;

/** Decides which requests meet a fault: the same seed and the same requests give the same faults. */
export function createFaults(options: FaultOptions = { rules: [] }) {
  let states: { rule: FaultRule; passed: number; struck: number }[] = [];
  let draw = createGenerator(1);

  const set = (rules: readonly FaultRule[], seed = 1): void => {
    for (const rule of rules) checkRule(rule);
    states = rules.map((rule) => ({ rule, passed: 0, struck: 0 }));
    draw = createGenerator(seed);
  };
  set(options.rules, options.seed);

  return {
    /** Replaces all rules; an empty list ends them. Throws RangeError for a rule that makes no sense. */
    set,
    /** The fault that meets a request, if any. */
    strike(method: string, path: string): Strike | null {
      for (const state of states) {
        const { rule } = state;
        if (!fits(rule, method, path) || state.struck >= (rule.times ?? Number.POSITIVE_INFINITY)) continue;
        if (state.passed < (rule.skip ?? 0)) {
          state.passed += 1;
          continue;
        }
        if (rule.rate !== undefined && draw() >= rule.rate) continue;
        state.struck += 1;
        return { fault: rule.fault, when: rule.when ?? "before", lateMs: rule.lateMs ?? standardLateMs };
      }
      return null;
    },
  };
}

function fits(rule: FaultRule, method: string, path: string): boolean {
  if (rule.method !== undefined && rule.method !== method) return false;
  if (rule.path === undefined) return true;
  const [wanted, given] = [rule.path.split("/"), path.split("/")];
  return wanted.length === given.length && wanted.every((part, at) => part === "*" || part === given[at]);
}

function checkRule({ fault, when = "before", lateMs, rate }: FaultRule): void {
  if (lateMs !== undefined && when !== "late") throw new RangeError("lateMs belongs to a rule that is late");
  checkWait("lateMs", lateMs);
  if (fault.kind === "refuse") checkWait("forMs", fault.forMs);
  if (fault.kind === "drip") checkWait("everyMs", fault.everyMs);
  if (rate !== undefined && !(rate >= 0 && rate <= 1)) throw new RangeError("rate must be from 0 to 1");
  if (when !== "before" && meansRefused(fault)) {
    // Were there a change all the same, the sandbox would lie in a way that the service's contract rules out.
    throw new RangeError("a status that means refused can strike only before the change");
  }
}

function checkWait(field: string, milliseconds: number | undefined): void {
  if (milliseconds !== undefined && !(milliseconds >= 0 && milliseconds <= longestWait))
    throw new RangeError(`${field} must be from 0 to ${longestWait}`);
}

/** Whether an answer says that nothing was changed: 3xx, 4xx, and 503 with Retry-After. */
function meansRefused(fault: Fault): boolean {
  if (fault.kind === "redirect") return true;
  if (fault.kind !== "status") return false;
  const { status, retryAfter } = fault;
  return (status >= 300 && status < 500) || (status === 503 && retryAfter !== undefined);
}

/** Numbers from 0 to 1 that only look random (a Weyl sequence through a mixing function). */
function createGenerator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

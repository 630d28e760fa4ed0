import { faultPlan, type StandardFaultRule } from "./fault-schema.ts";
import type { FaultPlan, StandardFault } from "./fault-types.ts";
import { validate } from "./validation.ts";

/** A fault that struck a request. */
export interface Strike {
  fault: StandardFault;
  when: "before" | "after" | "late";
  /** How much later than its caller met the fault a `late` request is carried out, in milliseconds. */
  lateMs: number;
}

const standardLateMs = 1000;

/** Decides which requests meet a fault: the same seed and the same requests give the same faults. */
export function createFaults(plan: FaultPlan = { rules: [] }) {
  let states: { rule: StandardFaultRule; passed: number; struck: number }[] = [];
  let draw = createGenerator(1);

  const set = (input: FaultPlan): void => {
    const { rules, seed = 1 } = validate(faultPlan, input, "faults");
    states = rules.map((rule) => ({ rule, passed: 0, struck: 0 }));
    draw = createGenerator(seed);
  };
  set(plan);

  return {
    /** Replaces all rules; an empty list ends them. Throws a RangeError that names every field at fault. */
    set,
    /** The fault that meets a request, if any. */
    strike(method: string, path: string): Strike | null {
      for (const state of states) {
        const { rule } = state;
        if (!matches(rule, method, path) || state.struck >= (rule.times ?? Number.POSITIVE_INFINITY))
          continue;
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

function matches(rule: StandardFaultRule, method: string, path: string): boolean {
  if (rule.method !== undefined && rule.method !== method) return false;
  if (rule.path === undefined) return true;
  const [wanted, given] = [rule.path.split("/"), path.split("/")];
  return wanted.length === given.length && wanted.every((part, at) => part === "*" || part === given[at]);
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

import type { OptionTime } from "../../../src/time/option-times.ts";
import { keyOf } from "../draft.ts";
import { type Plan, type PollLinks, recentMs } from "../plan.ts";

/** What a page keeps of a plan for the time when it is loaded again: no titles and no names. */
interface Kept extends PollLinks {
  options: readonly OptionTime[];
  /** When it was kept, in milliseconds since 1970. */
  at: number;
}

type Preview = Pick<Plan, "create" | "options" | "madeAt">;

/** A number for a text, the same on every day. */
function hash(text: string): string {
  let sum = 0;
  for (const letter of text) sum = (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  return (sum >>> 0).toString(36);
}

const placeOf = ({ create, options }: Preview) =>
  `rallly-connect/${hash(JSON.stringify([create, options.map(keyOf)]))}`;

/** Runs what a sandboxed frame may refuse: there the property itself throws. */
function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/** Keeps what was made of a preview. */
export const keep = (plan: Preview, kept: Omit<Kept, "at">): void =>
  attempt(() => localStorage.setItem(placeOf(plan), JSON.stringify({ ...kept, at: Date.now() })));

/** What was kept of a preview. */
export function readKept(plan: Preview): Kept | undefined {
  const kept = attempt(() => JSON.parse(localStorage.getItem(placeOf(plan)) ?? "") as Kept);
  const age = plan.madeAt - (kept?.at ?? 0);
  // A later preview of the same hour has the poll as `existing`, unless somebody deleted it.
  return kept?.inviteUrl !== undefined && age > 0 && age < recentMs ? undefined : kept;
}

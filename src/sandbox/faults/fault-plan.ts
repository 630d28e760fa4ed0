import { createHash } from "node:crypto";
import * as z from "zod";
import type { Fault, FaultPlan } from "../types.ts";
import { milliseconds, validate } from "../validate.ts";

const fault = z.strictObject({
  kind: z.enum(["respond", "slow", "staleConnection", "reset", "hang", "hang-midway", "truncate"]),
  status: z.int().min(200).max(599).optional(),
  headers: z
    .record(z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/), z.string().regex(/^[\t -~\x80-\xff]*$/))
    .optional(),
  body: z.string().optional(),
  everyMs: milliseconds.optional(),
}) satisfies z.ZodType<Fault>;

/** Whether a fault sends the normal response, or half of it: there is none before the request is executed. */
const sendsResponse = ({ kind, status }: Fault) =>
  kind === "respond" ? status === undefined : !["reset", "hang"].includes(kind);

const rule = z
  .strictObject({
    fault,
    when: z.enum(["before", "after", "late"]).optional(),
    lateMs: milliseconds.default(1000),
    method: z.string().toUpperCase().optional(),
    path: z
      .string()
      .startsWith("/v1/")
      .transform((path) => new RegExp(`^${path.replaceAll("*", "[^/]*")}$`))
      .optional(),
    times: z.int().min(0).default(Number.POSITIVE_INFINITY),
    skip: z.int().min(0).default(0),
    rate: z.number().min(0).max(1).default(1),
  })
  .transform(({ when, ...given }) => ({
    ...given,
    when: when ?? (sendsResponse(given.fault) ? ("after" as const) : ("before" as const)),
  }));

/** Validates a fault plan. */
const faultPlan = z.strictObject({
  rules: z.array(rule).readonly(),
  seed: z.int().default(1),
}) satisfies z.ZodType<unknown, FaultPlan>;

/**
 * Selects the requests that get a fault, and keeps those that are executed after their callers got one. The same seed
 * and the same requests give the same faults.
 */
export function createFaults() {
  let rules: z.output<typeof rule>[] = [];
  let draw = () => 0;
  const set = (input: FaultPlan): void => {
    const { seed, ...given } = validate(faultPlan, input, "faults");
    rules = [...given.rules];
    let drawn = 0;
    draw = () => {
      const hash = createHash("sha256").update(`${seed} ${drawn++}`).digest();
      return hash.readUInt32BE() / 2 ** 32;
    };
  };
  const delayed = new Map<() => Promise<void>, NodeJS.Timeout>();

  return {
    /** Replaces all rules. Throws a ControlError that names every invalid field. */
    set,
    /** The rule for a request, if any. */
    match(method: string, path: string) {
      return rules.find((candidate) => {
        const isMeant = (candidate.method ?? method) === method && (candidate.path?.test(path) ?? true);
        if (!isMeant || candidate.times === 0) return false;
        candidate.skip -= 1;
        if (candidate.skip >= 0 || draw() >= candidate.rate) return false;
        candidate.times -= 1;
        return true;
      });
    },
    /** Executes a request once, after a delay in milliseconds of the machine's clock, not of the sandbox's. */
    delay(execute: () => unknown, delayMs: number): void {
      const run = async () => {
        if (delayed.delete(run)) await execute();
      };
      delayed.set(run, setTimeout(run, delayMs));
    },
    /** Executes all delayed requests now, oldest first. */
    async executeDelayed(): Promise<void> {
      for (const [run, timer] of [...delayed]) {
        clearTimeout(timer);
        await run();
      }
    },
    /** Drops all delayed requests. */
    close(): void {
      for (const timer of delayed.values()) clearTimeout(timer);
      delayed.clear();
    },
  };
}

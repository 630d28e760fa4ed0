import { createHash } from "node:crypto";
import * as z from "zod";
import { milliseconds, validate } from "../routes/error-responses.ts";

const fault = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("status"),
    status: z.int().min(200).max(599),
    retryAfter: z.string().optional(),
    html: z.boolean().optional(),
  }),
  z.strictObject({
    kind: z.literal("redirect"),
    status: z.int().min(300).max(399).optional(),
    location: z.string().optional(),
  }),
  z.strictObject({ kind: z.enum(["empty", "html", "notJson", "missingFields"]) }),
  z.strictObject({ kind: z.enum(["reset", "hang", "hang-midway", "truncate", "staleConnection"]) }),
  z.strictObject({ kind: z.literal("refuse"), forMs: milliseconds }),
  z.strictObject({ kind: z.literal("huge"), bytes: z.int().min(0) }),
  z.strictObject({ kind: z.literal("contentType"), value: z.string().optional() }),
  z.strictObject({ kind: z.literal("skew"), offsetMs: z.number() }),
  z.strictObject({ kind: z.literal("slow"), everyMs: milliseconds.optional() }),
]);

/**
 * A fault of one response. Some faults change the response, others its delivery:
 *
 * - `status`: that status with the API's error body, or with an HTML page (`html`); `retryAfter` is the header
 * - `redirect`: 3xx to `location`, by default another host
 * - `empty`: 204 without a body; `html`: 200 with an HTML page; `notJson`: 200 and the first half of the JSON as a complete body
 * - `missingFields`: 200 and `{}`; `huge`: 200 and that many `bytes` of JSON
 * - `contentType`: the normal response with another content type; `skew`: with a Date that is off by `offsetMs`
 * - `reset`: the connection is reset; `hang`: never a response; `hang-midway`: headers and half of the body, then nothing
 * - `refuse`: the connection is reset and new ones are refused for `forMs`, as when a server restarts
 * - `slow`: the normal response, one byte every `everyMs` (default 20)
 * - `truncate`: headers and half of the body, then the connection is closed
 * - `staleConnection`: the normal response, but the kept-alive connection is reset at its next request
 */
export type Fault = z.input<typeof fault>;

const rule = z.strictObject({
  /** What happens to the request. */
  fault,
  /**
   * `before`: the request is not executed and not counted by the rate limiter; the normal response is a 500. `after`:
   * the fault applies to the response of the executed request. `late`: the caller gets the fault as with `before`, and
   * the request is executed `lateMs` later. Default: `before`.
   */
  when: z.enum(["before", "after", "late"]).default("before"),
  /** Milliseconds of the machine's clock until a `late` request is executed. Default: 1,000. */
  lateMs: milliseconds.default(1000),
  /** Only requests with this method. */
  method: z.string().toUpperCase().optional(),
  /** Only requests with this path (without query); `*` stands for one id: `/v1/polls/*`. */
  path: z
    .string()
    .startsWith("/v1/")
    .transform((path) => new RegExp(`^${path.replaceAll("*", "[^/]*")}$`))
    .optional(),
  /** Maximum number of requests that get the fault. Default: no maximum. */
  times: z.int().min(0).default(Number.POSITIVE_INFINITY),
  /** Number of matching requests that pass first. Default: 0. */
  skip: z.int().min(0).default(0),
  /** The share of matching requests that get the fault, 0 to 1. Default: 1. */
  rate: z.number().min(0).max(1).default(1),
});

/** Which requests get a fault, and when. The first matching rule applies. */
export type FaultRule = z.input<typeof rule>;

/** Validates a fault plan. */
export const faultPlan = z.strictObject({
  /** An empty list ends all faults. */
  rules: z.array(rule).readonly(),
  /** The seed of the random numbers for `rate`. Default: 1. */
  seed: z.int().default(1),
});

/** Fault rules, as `startSandbox`, `setFaults` and `POST /sandbox/faults` take them. */
export type FaultPlan = z.input<typeof faultPlan>;

/**
 * Selects the requests that get a fault, and keeps those that are executed after their callers got one. The same seed
 * and the same requests give the same faults.
 */
export function createFaults(plan: FaultPlan) {
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
  set(plan);
  const delayed = new Map<() => Promise<void>, NodeJS.Timeout>();

  return {
    /** Replaces all rules. Throws a RangeError that names every invalid field. */
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

/** One request to the API. Without headers, so that it contains no API key. */
export interface LoggedRequest {
  method: string;
  /** Path and query, with `/v1`. */
  path: string;
  /** Whether the request was executed: never with a fault `before`, only after the delay with a fault `late`. */
  executed: boolean;
  /** The parsed body, if the sandbox read it. */
  body?: unknown;
  /** The status of the response; absent without a response. */
  status?: number;
  /** The fault that was applied, and when. */
  fault?: Fault["kind"];
  when?: "before" | "after" | "late";
}

/** Validates an outage plan. */
export const outagePlan = z.strictObject({
  /** The part that fails with 503 from now on: none, the whole service, or the rate limiter. */
  state: z.enum(["none", "maintenance", "limiter"]),
  /** Milliseconds for `Retry-After`, rounded up to whole seconds. Default: 300,000, for `limiter` 60,000, as the service. */
  retryAfterMs: z.number().min(0).optional(),
});

/** An outage to start or, with `none`, to end. */
export type OutagePlan = z.input<typeof outagePlan>;

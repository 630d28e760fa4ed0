import * as z from "zod";
import { milliseconds, validate } from "./errors.ts";

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
export type Fault =
  | { kind: "status"; status: number; retryAfter?: string | undefined; html?: boolean | undefined }
  | { kind: "redirect"; status?: number | undefined; location?: string | undefined }
  | { kind: "empty" | "html" | "notJson" | "missingFields" }
  | { kind: "huge"; bytes: number }
  | { kind: "contentType"; value?: string | undefined }
  | { kind: "skew"; offsetMs: number }
  | { kind: "reset" | "hang" | "hang-midway" | "truncate" | "staleConnection" }
  | { kind: "refuse"; forMs: number }
  | { kind: "slow"; everyMs?: number | undefined };

/** Which requests get a fault, and when. The first matching rule applies. */
export interface FaultRule {
  /** What happens to the request. */
  fault: Fault;
  /**
   * `before`: the request is not executed and not counted by the rate limiter; the normal response is a 500. `after`:
   * the fault applies to the response of the executed request. `late`: the caller gets the fault as with `before`, and
   * the request is executed `lateMs` later. Default: `before`.
   */
  when?: "before" | "after" | "late" | undefined;
  /** Milliseconds of the machine's clock until a `late` request is executed. Default: 1,000. */
  lateMs?: number | undefined;
  /** Only requests with this method. */
  method?: string | undefined;
  /** Only requests with this path (without query); `*` stands for one id: `/v1/polls/*`. */
  path?: string | undefined;
  /** Maximum number of requests that get the fault. Default: no maximum. */
  times?: number | undefined;
  /** Number of matching requests that pass first. Default: 0. */
  skip?: number | undefined;
  /** The share of matching requests that get the fault, 0 to 1. Default: 1. */
  rate?: number | undefined;
}

/** Fault rules, as `startSandbox`, `setFaults` and `POST /sandbox/faults` take them. */
export interface FaultPlan {
  /** An empty list ends all faults. */
  rules: readonly FaultRule[];
  /** The seed of the random numbers for `rate`. Default: 1. */
  seed?: number | undefined;
}

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

const rule = z
  .strictObject({
    fault,
    when: z.enum(["before", "after", "late"]).default("before"),
    lateMs: milliseconds.optional(),
    method: z.string().toUpperCase().optional(),
    path: z.string().startsWith("/v1/").optional(),
    times: z.int().min(0).default(Number.POSITIVE_INFINITY),
    skip: z.int().min(0).default(0),
    rate: z.number().min(0).max(1).default(1),
  })
  .superRefine((value, context) => {
    if (value.lateMs !== undefined && value.when !== "late")
      context.addIssue({ code: "custom", path: ["lateMs"], message: "Only with when: late" });
    // The contract promises that the service changed nothing when it responds like this.
    if (value.when !== "before" && meansRefused(value.fault))
      context.addIssue({
        code: "custom",
        path: ["when"],
        message: "Must be before, because the service changes nothing when it sends this status and body",
      });
  });

/** Validates a fault plan. */
export const faultPlan = z.strictObject({ rules: z.array(rule), seed: z.int().default(1) });

/**
 * Whether a fault means that the service changed nothing: 3xx, 4xx, or 503 with Retry-After, with the API's error body.
 * An HTML page may come from a gateway after the change.
 */
function meansRefused(given: Fault): boolean {
  if (given.kind !== "status" || given.html) return false;
  const { status, retryAfter } = given;
  return (status >= 300 && status < 500) || (status === 503 && retryAfter !== undefined);
}

/** A fault that applies to a request. */
export interface FaultMatch {
  fault: Fault;
  when: "before" | "after" | "late";
  /** Delay before a `late` request is executed, in milliseconds. */
  lateMs: number;
}

/** Selects the requests that get a fault. The same seed and the same requests give the same faults. */
export function createFaults(plan: FaultPlan) {
  let states: (z.output<typeof rule> & { passed: number; applied: number })[] = [];
  let draw = () => 0;
  const set = (input: FaultPlan): void => {
    const { rules, seed } = validate(faultPlan, input, "faults");
    states = rules.map((given) => ({ ...given, passed: 0, applied: 0 }));
    draw = createGenerator(seed);
  };
  set(plan);

  return {
    /** Replaces all rules. Throws a RangeError that names every invalid field. */
    set,
    /** The fault for a request, or null. */
    match(method: string, path: string): FaultMatch | null {
      for (const state of states) {
        if ((state.method ?? method) !== method || !matchesPath(state.path ?? path, path)) continue;
        if (state.applied >= state.times) continue;
        if (state.passed < state.skip) {
          state.passed += 1;
          continue;
        }
        if (state.rate < 1 && draw() >= state.rate) continue;
        state.applied += 1;
        return { fault: state.fault, when: state.when, lateMs: state.lateMs ?? 1000 };
      }
      return null;
    },
  };
}

function matchesPath(pattern: string, path: string): boolean {
  const [expected, actual] = [pattern.split("/"), path.split("/")];
  return (
    expected.length === actual.length && expected.every((part, at) => part === "*" || part === actual[at])
  );
}

/** Pseudorandom numbers from 0 to 1 (a Weyl sequence through a mixing function). */
function createGenerator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** Creates the queue of requests that are executed after their callers got a fault. Each is executed at most once. */
export function createDelayedRequests() {
  let isClosed = false;
  const waiting = new Map<() => Promise<void>, NodeJS.Timeout>();
  return {
    /** Executes a request after a delay in milliseconds of the machine's clock, not of the sandbox's. */
    schedule(execute: () => Promise<void>, delayMs: number): void {
      if (isClosed) return;
      let execution: Promise<void> | undefined;
      const run = () => {
        execution ??= execute().finally(() => waiting.delete(run));
        return execution;
      };
      waiting.set(run, setTimeout(run, delayMs));
    },
    /** Executes all of them now, oldest first. */
    async executeAll(): Promise<void> {
      for (const [run, timer] of [...waiting]) {
        clearTimeout(timer);
        await run();
      }
    },
    /** Drops all of them, and those scheduled later. */
    close(): void {
      isClosed = true;
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}

/** One request to the API. Without headers, so that it contains no API key. */
export interface LoggedRequest {
  /** The HTTP method. */
  method: string;
  /** Path and query, with `/v1`. */
  path: string;
  /** Whether the request was executed: never with a fault `before`, only after the delay with a fault `late`. */
  executed: boolean;
  /** The parsed body, if the sandbox read it. */
  body?: unknown;
  /** The status of the response; absent without a response. */
  status?: number;
  /** The fault that was applied. */
  fault?: Fault["kind"];
  /** When the fault applied. */
  when?: "before" | "after" | "late";
}

/** Which part fails with 503: none, the whole service, or the rate limiter. */
export type Outage = "none" | "maintenance" | "limiter";

/** An outage to start or, with `none`, to end. */
export interface OutagePlan {
  /** The outage from now on. */
  state: Outage;
  /** Milliseconds for `Retry-After`, rounded up to whole seconds. Default: 30,000. */
  retryAfterMs?: number | undefined;
}

/** Validates an outage plan. */
export const outagePlan = z.strictObject({
  state: z.enum(["none", "maintenance", "limiter"]),
  retryAfterMs: z.number().min(0).default(30_000),
});

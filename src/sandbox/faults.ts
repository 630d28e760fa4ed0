import * as z from "zod";
import { ApiError, milliseconds, validate } from "./errors.ts";

/** A fault that applies to a request. */
export interface FaultMatch {
  fault: StandardFault;
  when: "before" | "after" | "late";
  /** Delay before a `late` request is executed, in milliseconds. */
  lateMs: number;
}

const standardLateMs = 1000;

/** Decides which requests get a fault: the same seed and the same requests give the same faults. */
export function createFaults(plan: FaultPlan = { rules: [] }) {
  let states: { rule: StandardFaultRule; passed: number; applied: number }[] = [];
  let draw = createGenerator(1);

  const set = (input: FaultPlan): void => {
    const { rules, seed = 1 } = validate(faultPlan, input, "faults");
    states = rules.map((rule) => ({ rule, passed: 0, applied: 0 }));
    draw = createGenerator(seed);
  };
  set(plan);

  return {
    /** Replaces all rules; an empty list ends them. Throws a RangeError that names every invalid field. */
    set,
    /** The fault for a request, or null. */
    match(method: string, path: string): FaultMatch | null {
      for (const state of states) {
        const { rule } = state;
        if (!matches(rule, method, path) || state.applied >= (rule.times ?? Number.POSITIVE_INFINITY))
          continue;
        if (state.passed < (rule.skip ?? 0)) {
          state.passed += 1;
          continue;
        }
        if (rule.rate !== undefined && draw() >= rule.rate) continue;
        state.applied += 1;
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

/** Requests whose callers already got their fault and which are executed later. */
export interface DelayedRequests {
  /** Executes one after milliseconds of the machine's clock, not of the sandbox's. */
  schedule(commit: () => Promise<void>, milliseconds: number): void;
  /** Executes all of them now, oldest first. */
  executeAll(): Promise<void>;
  /** Drops all of them. */
  close(): void;
}

/** Creates a queue of delayed requests. None is executed twice. */
export function createDelayedRequests(): DelayedRequests {
  let isClosed = false;
  const waiting = new Map<() => Promise<void>, NodeJS.Timeout>();
  return {
    schedule(commit, milliseconds) {
      if (isClosed) return;
      let begun: Promise<void> | undefined;
      const run = () => {
        begun ??= commit().finally(() => waiting.delete(run));
        return begun;
      };
      waiting.set(run, setTimeout(run, milliseconds));
    },
    async executeAll() {
      for (const [run, timer] of [...waiting]) {
        clearTimeout(timer);
        await run();
      }
    },
    close() {
      isClosed = true;
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}

/**
 * What goes wrong with one response. Some faults replace or change the response, others how it travels:
 *
 * - `status`: that status with the API's error body (`html`: with an HTML page); `retryAfter` is the header's text
 * - `redirect`: 3xx to `location`, by default another host
 * - `empty`: 204 without a body; `html`: 200 with an HTML page; `notJson`: 200 and half of the JSON, complete as a body
 * - `missingFields`: 200 and JSON without the promised fields; `huge`: 200 and that many bytes of JSON
 * - `contentType`: the true response under another type; `skew`: the true response with its Date off by `offsetMs`
 * - `reset`: the connection is reset; `hang`: no response, ever; `hang-midway`: headers and half of the body, then nothing
 * - `refuse`: the connection is reset, and for `forMs` every new one is refused, as when a server restarts
 * - `slow`: the true response, one byte `everyMs` (20); `truncate`: headers and half of the body, then the connection ends
 * - `staleConnection`: the true response, but the kept-alive connection is reset when its next request arrives
 */
export type StandardFault =
  | { kind: "status"; status: number; retryAfter?: string | undefined; html?: boolean | undefined }
  | { kind: "redirect"; status?: number | undefined; location?: string | undefined }
  | { kind: "empty" | "html" | "notJson" | "missingFields" }
  | { kind: "huge"; bytes: number }
  | { kind: "contentType"; value?: string | undefined }
  | { kind: "skew"; offsetMs: number }
  | { kind: "reset" | "hang" | "hang-midway" | "truncate" | "staleConnection" }
  | { kind: "refuse"; forMs: number }
  | { kind: "slow"; everyMs?: number | undefined };
/** Former names of `missingFields`, `hang-midway`, `truncate`, `staleConnection` and `slow`. */
type FormerFault =
  | { kind: "lacking" | "stall" | "cut" | "stale" }
  | { kind: "drip"; everyMs?: number | undefined };
/** A fault under its standard or its former name; see StandardFault for what each does. */
export type Fault = StandardFault | FormerFault;

/** Which requests get a fault, and when. The first rule that matches a request takes it. Times are milliseconds. */
export interface FaultRule {
  fault: Fault;
  /**
   * `before`: the request is not executed, nothing changes, no limit is counted, and a fault that changes "the true
   * response" changes a 500 instead. `after`: it is executed in full, then its response meets the fault. `late`: its
   * caller meets the fault as with `before`, and it is executed all the same, `lateMs` later. Default `before`.
   */
  when?: "before" | "after" | "late" | undefined;
  /** How much later a `late` request is executed, by the machine's clock. Default 1,000. */
  lateMs?: number | undefined;
  /** Only requests with this method. */
  method?: string | undefined;
  /** Only requests with this path (without query); `*` stands for one id: `/v1/polls/*`. */
  path?: string | undefined;
  /** How many requests get it. Default: no limit. */
  times?: number | undefined;
  /** How many matching requests pass first. */
  skip?: number | undefined;
  /** The share of matching requests that get it, 0 to 1, drawn from the seeded generator. Default: 1. */
  rate?: number | undefined;
}

/** The one shape in which faults are set: at the start, by `setFaults` and by `POST /sandbox/faults`. */
export interface FaultPlan {
  /** An empty list ends all faults. */
  rules: readonly FaultRule[];
  /** Seeds the generator that `rate` draws from. Default 1. */
  seed?: number | undefined;
}

/** A rule under standard names. */
export interface StandardFaultRule extends FaultRule {
  fault: StandardFault;
}

const standardKinds: Record<string, string> = {
  lacking: "missingFields",
  stall: "hang-midway",
  drip: "slow",
  cut: "truncate",
  stale: "staleConnection",
};

const withStandardKind = (input: unknown): unknown => {
  if (typeof input !== "object" || input === null || !("kind" in input)) return input;
  const { kind } = input;
  return typeof kind === "string" && Object.hasOwn(standardKinds, kind)
    ? { ...input, kind: standardKinds[kind] }
    : input;
};

const fault = z.preprocess(
  withStandardKind,
  z.discriminatedUnion("kind", [
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
  ]),
);
const rule = z
  .strictObject({
    fault,
    when: z.enum(["before", "after", "late"]).optional(),
    lateMs: milliseconds.optional(),
    method: z.string().toUpperCase().optional(),
    path: z.string().startsWith("/v1/").optional(),
    times: z.int().min(0).optional(),
    skip: z.int().min(0).optional(),
    rate: z.number().min(0).max(1).optional(),
  })
  .superRefine((value, context) => {
    const { when = "before", lateMs } = value;
    if (lateMs !== undefined && when !== "late")
      context.addIssue({ code: "custom", path: ["lateMs"], message: "Only with when: late" });
    // Otherwise the sandbox would break the contract: the service changes nothing when it responds like this.
    if (when !== "before" && meansRefused(value.fault))
      context.addIssue({
        code: "custom",
        path: ["when"],
        message:
          "Must be before, since the service changes nothing when it responds with this status and body",
      });
  });
/** Validates a fault plan and gives each fault its standard name. */
export const faultPlan = z.strictObject({
  rules: z.array(rule),
  seed: z.int().optional(),
}) satisfies z.ZodType<FaultPlan & { rules: StandardFaultRule[] }>;

/**
 * Whether a fault means that the service changed nothing: 3xx, 4xx, or 503 with Retry-After, in the API's error body. An
 * HTML page may come from a gateway, after the change.
 */
function meansRefused(fault: StandardFault): boolean {
  if (fault.kind !== "status" || fault.html) return false;
  const { status, retryAfter } = fault;
  return (status >= 300 && status < 500) || (status === 503 && retryAfter !== undefined);
}

/** One request the API received: never its headers, so never a key. */
export interface LoggedRequest {
  method: string;
  /** Path and query, `/v1` included. */
  path: string;
  /** Whether it was executed: never with a fault `before`, after the delay with one that is `late`. */
  executed: boolean;
  /** The body as parsed, where one was read. */
  body?: unknown;
  /** The status of the response; absent until one is sent, and when none is. */
  status?: number;
  /** The fault that was applied, by its standard name. */
  fault?: StandardFault["kind"];
  when?: "before" | "after" | "late";
}

/** What is unavailable: nothing, the whole service, or the store of the rate limiter. */
export type Outage = "none" | "maintenance" | "limiter";

/** An outage to begin or, with `none`, to end. */
export interface OutagePlan {
  state: Outage;
  /** Milliseconds announced in `Retry-After`, which counts in whole seconds. Default 30,000. */
  retryAfterMs?: number | undefined;
}

/** Validates an outage plan. */
export const outagePlan = z.strictObject({
  state: z.enum(["none", "maintenance", "limiter"]),
  retryAfterMs: z.number().min(0).default(30000),
});

/** The current outage. */
export type OutageState = z.output<typeof outagePlan>;

/** Throws a 503 error while the part is unavailable. */
export function assertAvailable(outage: OutageState, part: Exclude<Outage, "none">): void {
  if (outage.state !== part) return;
  throw new ApiError(
    "SERVICE_UNAVAILABLE",
    part === "maintenance" ? "Down for maintenance." : "The rate limiter cannot be reached.",
    { "Retry-After": String(Math.ceil(outage.retryAfterMs / 1000)) },
  );
}

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

/** Former names of `missingFields`, `hang-midway`, `truncate`, `staleConnection`, `slow` and `offsetMs`. */
type FormerFault =
  | { kind: "lacking" | "stall" | "cut" | "stale" }
  | { kind: "drip"; everyMs?: number | undefined }
  | { kind: "skew"; seconds: number };

/** A fault under its standard or its former name; see StandardFault for what each does. */
export type Fault = StandardFault | FormerFault;

/** Which requests meet a fault, and when. The first rule that matches a request takes it. Times are milliseconds. */
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
  /** How many requests meet it; no end when left out. */
  times?: number | undefined;
  /** How many matching requests pass first. */
  skip?: number | undefined;
  /** The share of matching requests that meet it, 0 to 1, drawn from the seeded generator; all when left out. */
  rate?: number | undefined;
}

/** The one shape in which faults are set: at the start, by `setFaults` and by `POST /sandbox/faults`. */
export interface FaultPlan {
  /** An empty list ends all faults. */
  rules: readonly FaultRule[];
  /** Seeds the generator that `rate` draws from. Default 1. */
  seed?: number | undefined;
}

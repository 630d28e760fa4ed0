/**
 * What goes wrong with one answer. `reply` faults replace or spoil what is answered, `wire` faults how it travels:
 *
 * - `status`: that status with the API's error body (`html` for an HTML page); `retryAfter` is sent as it stands
 * - `redirect`: 3xx to `location`, by default another host
 * - `empty`: 204 without a body; `html`: 200 with an HTML page; `notJson`: 200 and half of the JSON, complete as a body
 * - `lacking`: 200 and JSON that lacks what the contract promises; `huge`: 200 and that many bytes of JSON
 * - `contentType`: the true answer under another type; `skew`: the true answer with its Date off by so many seconds
 * - `reset`: the connection is reset; `hang`: nothing, ever; `stall`: headers and half of the body, then nothing
 * - `refuse`: the connection is reset, and for `forMs` milliseconds every new one is refused, as when a server restarts
 * - `drip`: the true answer one byte at a time; `cut`: headers and half of the body, then the connection ends
 * - `stale`: the true answer, but the kept-alive connection is reset when its next request arrives
 */
export type Fault =
  | { kind: "status"; status: number; retryAfter?: string | undefined; html?: boolean | undefined }
  | { kind: "redirect"; status?: number | undefined; location?: string | undefined }
  | { kind: "empty" }
  | { kind: "html" }
  | { kind: "notJson" }
  | { kind: "lacking" }
  | { kind: "huge"; bytes: number }
  | { kind: "contentType"; value?: string | undefined }
  | { kind: "skew"; seconds: number }
  | { kind: "reset" }
  | { kind: "refuse"; forMs: number }
  | { kind: "hang" }
  | { kind: "stall" }
  | { kind: "drip"; everyMs?: number | undefined }
  | { kind: "cut" }
  | { kind: "stale" };

/** When, and how often, a fault strikes. The first rule that fits a request takes it. */
export interface FaultRule {
  fault: Fault;
  /**
   * `before`: the request is not carried out, nothing changes, no limit is counted, and a fault that spoils "the true
   * answer" spoils a 500 instead. `after`: it is carried out in full, then its answer meets the fault. `late`: its
   * caller meets the fault as with `before`, and it is carried out nevertheless, `lateMs` later. Default `before`.
   */
  when?: "before" | "after" | "late" | undefined;
  /** How much later a `late` request is carried out, in milliseconds of the machine's clock. 1,000. */
  lateMs?: number | undefined;
  /** Only requests of this method. */
  method?: string | undefined;
  /** Only requests whose path (without query) matches, `*` standing for one id: `/v1/polls/*`. */
  path?: string | undefined;
  /** How many requests it strikes; no end when left out. */
  times?: number | undefined;
  /** How many fitting requests it lets pass first. */
  skip?: number | undefined;
  /** The share of fitting requests that it strikes, 0 to 1, drawn from the seeded generator; all when left out. */
  rate?: number | undefined;
}

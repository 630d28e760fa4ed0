import type { FaultRule } from "../../src/sandbox/index.ts";

/** The expected result of a call: the methods of its requests, and `done`, `recovered` or the outcome of its error. */
export interface Expected {
  sent: string;
  outcome: "done" | "recovered" | "refused" | "unknown" | "not-sent";
  status?: number;
  retryAfterMs?: number;
  /** Number of attempts, if some requests are repeated below the client. */
  attempts?: number;
  /** Number of polls after all late requests were executed. Default: none. */
  latePolls?: number;
}
/** A fault as a rule without a method, and the expected result of each kind of operation. */
export interface FaultCase {
  name: string;
  rule: Omit<FaultRule, "method">;
  read: Expected;
  create: Expected;
  delete: Expected;
}

const refusedOnce = (status: number, rest: Partial<Expected> = {}) => {
  const result = { outcome: "refused", status, ...rest } as const;
  return {
    read: { sent: "GET", ...result },
    create: { sent: "POST", ...result },
    delete: { sent: "DELETE", ...result },
  };
};
const refusedEveryTime = (status: number, rest: Partial<Expected> = {}) => {
  const result = { outcome: "refused", status, ...rest } as const;
  return {
    read: { sent: "GET GET GET", ...result },
    create: { sent: "POST POST POST", ...result },
    delete: { sent: "DELETE DELETE DELETE", ...result },
  };
};
const createAndSearches = "POST GET GET GET";
/** An error status without the service's error body: a read is refused, a create or a deletion has an unknown outcome. */
const refusedByProxy = (status: number, deletes: string) => ({
  read: { sent: "GET", outcome: "refused", status } as const,
  create: { sent: createAndSearches, outcome: "unknown", status } as const,
  delete: { sent: deletes, outcome: "unknown", status } as const,
});
const unknownEveryTime = (status?: number) => {
  const result = { outcome: "unknown", ...(status !== undefined && { status }) } as const;
  return {
    read: { sent: "GET GET GET", ...result },
    create: { sent: createAndSearches, ...result },
    delete: { sent: "DELETE DELETE DELETE", ...result },
  };
};
const unusableResponse = (status: number) => {
  const result = { outcome: "unknown", status } as const;
  return {
    read: { sent: "GET", ...result },
    create: { sent: createAndSearches, ...result },
    delete: { sent: "DELETE", ...result },
  };
};
const recovered: Expected = { sent: "POST GET", outcome: "recovered" };
const status = (code: number, retryAfter?: string, html = false) => ({
  rule: {
    fault: { kind: "status" as const, status: code, html, ...(retryAfter !== undefined && { retryAfter }) },
  },
});
const farDate = "Fri, 01 Jan 2100 00:00:00 GMT";
const pastDate = "Fri, 01 Jan 2021 00:00:00 GMT";

const lostResponses: FaultRule["fault"][] = [
  { kind: "reset" },
  { kind: "hang" },
  { kind: "stall" },
  { kind: "cut" },
  { kind: "status", status: 500 },
  { kind: "status", status: 502, html: true },
];
const wrongResponses: [FaultRule["fault"], number][] = [
  [{ kind: "empty" }, 204],
  [{ kind: "html" }, 200],
  [{ kind: "notJson" }, 200],
  [{ kind: "lacking" }, 200],
  [{ kind: "huge", bytes: 200_000 }, 200],
];

/** Every fault, and the expected result of a read, a create and a deletion. */
export const faultCases: FaultCase[] = [
  ...[400, 401, 403, 404, 409, 422].map((code) => ({
    name: `${code}`,
    ...status(code),
    ...refusedOnce(code),
  })),
  ...[400, 401, 403, 404, 407, 410, 421, 451].map((code) => ({
    name: `${code} in HTML`,
    ...status(code, undefined, true),
    ...refusedByProxy(code, "DELETE"),
  })),
  ...[408, 425].map((code) => ({
    name: `${code} in HTML`,
    ...status(code, undefined, true),
    ...refusedByProxy(code, "DELETE DELETE DELETE"),
  })),
  {
    name: "429 in HTML",
    ...status(429, "0", true),
    ...refusedByProxy(429, "DELETE DELETE DELETE"),
    read: { sent: "GET GET GET", outcome: "refused", status: 429 },
  },
  {
    name: "503 in HTML with Retry-After",
    ...status(503, "0", true),
    ...refusedByProxy(503, "DELETE DELETE DELETE"),
    read: { sent: "GET GET GET", outcome: "refused", status: 503 },
  },
  { name: "429 without Retry-After", ...status(429), ...refusedEveryTime(429) },
  { name: "429, Retry-After 0", ...status(429, "0"), ...refusedEveryTime(429, { retryAfterMs: 0 }) },
  {
    name: "429, Retry-After in the past",
    ...status(429, pastDate),
    ...refusedEveryTime(429, { retryAfterMs: 0 }),
  },
  ...["-1", "1.5", "0x10", "soon", ""].map((text) => ({
    name: `429, Retry-After "${text}"`,
    ...status(429, text),
    ...refusedEveryTime(429),
  })),
  {
    name: "429, Retry-After past the deadline",
    ...status(429, "30"),
    ...refusedOnce(429, { retryAfterMs: 30_000 }),
  },
  { name: "429, a date in the far future", ...status(429, farDate), ...refusedOnce(429) },
  { name: "429, a Retry-After of 30 digits", ...status(429, "9".repeat(30)), ...refusedOnce(429) },
  { name: "503, Retry-After 0", ...status(503, "0"), ...refusedEveryTime(503, { retryAfterMs: 0 }) },
  {
    name: "503, Retry-After past the deadline",
    ...status(503, "120"),
    ...refusedOnce(503, { retryAfterMs: 120_000 }),
  },
  { name: "503 without Retry-After", ...status(503), ...unknownEveryTime(503) },
  { name: '503, Retry-After "1.5"', ...status(503, "1.5"), ...unknownEveryTime(503) },
  { name: "501", ...status(501), ...unknownEveryTime(501) },
  { name: "302 to another host", rule: { fault: { kind: "redirect" } }, ...refusedByProxy(302, "DELETE") },
  { name: "308", rule: { fault: { kind: "redirect", status: 308 } }, ...refusedByProxy(308, "DELETE") },
  ...lostResponses.map((fault) => {
    const code =
      "status" in fault ? fault.status : fault.kind === "stall" || fault.kind === "cut" ? 500 : undefined;
    return {
      name: `${fault.kind} ${code ?? ""} before, every time`,
      rule: { fault },
      ...unknownEveryTime(code),
    };
  }),
  ...lostResponses.map((fault) => ({
    name: `${JSON.stringify(fault)} before, once`,
    rule: { fault, times: 1 },
    read: { sent: "GET GET", outcome: "done" as const },
    create: { sent: createAndSearches, outcome: "unknown" as const },
    delete: { sent: "DELETE DELETE", outcome: "done" as const },
  })),
  ...lostResponses.map((fault) => ({
    name: `${JSON.stringify(fault)} after the change, once`,
    rule: { fault, when: "after" as const, times: 1 },
    read: { sent: "GET GET", outcome: "done" as const },
    create: recovered,
    delete: { sent: "DELETE DELETE", outcome: "done" as const },
  })),
  ...lostResponses.map((fault) => ({
    name: `${JSON.stringify(fault)}, executed after the call`,
    rule: { fault, when: "late" as const, lateMs: 600_000, times: 1 },
    read: { sent: "GET GET", outcome: "done" as const },
    create: { sent: createAndSearches, outcome: "unknown" as const, latePolls: 1 },
    delete: { sent: "DELETE DELETE", outcome: "done" as const },
  })),
  ...wrongResponses.map(([fault, code]) => ({
    name: `${fault.kind} before`,
    rule: { fault },
    ...unusableResponse(code),
  })),
  ...wrongResponses.map(([fault, code]) => ({
    name: `${fault.kind} after the change`,
    rule: { fault, when: "after" as const },
    ...unusableResponse(code),
    create: recovered,
  })),
  {
    name: "the valid response with another content type",
    rule: { fault: { kind: "contentType" }, when: "after" },
    ...unusableResponse(200),
    create: recovered,
  },
  {
    name: "a clock an hour ahead",
    rule: { fault: { kind: "skew", offsetMs: 3_600_000 }, when: "after" },
    read: { sent: "GET", outcome: "done" },
    create: { sent: "POST", outcome: "done" },
    delete: { sent: "DELETE", outcome: "done" },
  },
  {
    name: "a slow response that exceeds the deadline",
    rule: { fault: { kind: "drip", everyMs: 80 }, when: "after", times: 1 },
    read: { sent: "GET", outcome: "unknown" },
    create: recovered,
    delete: { sent: "DELETE", outcome: "unknown" },
  },
];

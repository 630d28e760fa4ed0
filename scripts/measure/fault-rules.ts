import type { Fault, FaultRule } from "../../src/sandbox/index.ts";

const baseRate = 0.012;
const retryAfters = [
  "0",
  "1",
  "-1",
  "0x10",
  "0.5",
  "Thu, 01 Jan 2099 00:00:00 GMT",
  "Thu, 01 Jan 1998 00:00:00 GMT",
  "99999999",
  "soon",
];

// The service refused the request. Never injected after a change, because the service then does not refuse.
const refusals: Fault[] = [
  ...retryAfters.flatMap((retryAfter): Fault[] => [
    { kind: "status", status: 429, retryAfter },
    { kind: "status", status: 503, retryAfter },
  ]),
  { kind: "status", status: 429 },
  { kind: "status", status: 400 },
  { kind: "status", status: 403 },
];

// The outcome is unknown to the client: injected before and after the change.
const unknownOutcome: Fault[] = [
  { kind: "status", status: 429, retryAfter: "0", html: true },
  { kind: "status", status: 503, retryAfter: "0", html: true },
  { kind: "status", status: 403, html: true },
  { kind: "redirect" },
  { kind: "redirect", status: 307, location: "/v1/polls" },
  { kind: "status", status: 500 },
  { kind: "status", status: 500, retryAfter: "0" },
  { kind: "status", status: 502, html: true },
  { kind: "status", status: 503 },
  { kind: "status", status: 504, html: true },
  // A proxy's error page, possibly after the service executed the request.
  ...[302, 401, 403, 404, 429, 503].map(
    (status): Fault => ({ kind: "status", status, html: true, retryAfter: "0" }),
  ),
  { kind: "empty" },
  { kind: "html" },
  { kind: "notJson" },
  { kind: "missingFields" },
  { kind: "huge", bytes: 6_000_000 },
  { kind: "contentType" },
  { kind: "skew", offsetMs: 3_600_000 },
  { kind: "skew", offsetMs: -3_600_000 },
  { kind: "reset" },
  { kind: "hang" },
  { kind: "hang-midway" },
  { kind: "slow", everyMs: 0 },
  { kind: "slow", everyMs: 40 },
  { kind: "truncate" },
  { kind: "staleConnection" },
];

// The client loses the response while the service is still executing the request.
const lostResponse: Fault[] = [
  { kind: "status", status: 500 },
  { kind: "status", status: 504, html: true },
  { kind: "reset" },
  { kind: "hang" },
  { kind: "hang-midway" },
  { kind: "truncate" },
];

/** Delays in milliseconds: before the first search for a lost create, between two searches, and after the last search. */
const delaysMs = [5, 60, 700];

const restart: Fault = { kind: "refuse", forMs: 15 };

/** Every fault of the sandbox at a small rate; about half of all requests get one. */
export const faultRules: FaultRule[] = [
  ...refusals.map((fault): FaultRule => ({ fault, when: "before", rate: baseRate / 2 })),
  ...unknownOutcome.flatMap((fault): FaultRule[] => [
    { fault, when: "before", rate: baseRate / 2 },
    { fault, when: "after", rate: baseRate },
  ]),
  ...lostResponse.flatMap((fault) =>
    delaysMs.map((lateMs): FaultRule => ({ fault, when: "late", lateMs, rate: baseRate / 3 })),
  ),
  { fault: restart, when: "before", rate: baseRate / 6 },
  { fault: restart, when: "after", rate: baseRate / 6 },
  { fault: restart, when: "late", lateMs: 60, rate: baseRate / 6 },
];

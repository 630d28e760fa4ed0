import type { Fault, FaultRule } from "../../src/sandbox/index.ts";

const oneRate = 0.012;
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

// Refused, so never after a change.
const refusals: Fault[] = [
  ...retryAfters.flatMap((retryAfter): Fault[] => [
    { kind: "status", status: 429, retryAfter },
    { kind: "status", status: 503, retryAfter },
  ]),
  { kind: "status", status: 429 },
  { kind: "status", status: 400 },
  { kind: "status", status: 403 },
];

// What leaves the outcome open, so before and after: whatever is not the service's own word, too.
const unclear: Fault[] = [
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
  // A proxy refuses, perhaps after the service has acted.
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

// What cuts a caller off, or sends it away, while the service is still at work.
const lost: Fault[] = [
  { kind: "status", status: 500 },
  { kind: "status", status: 504, html: true },
  { kind: "reset" },
  { kind: "hang" },
  { kind: "hang-midway" },
  { kind: "truncate" },
];

/** Milliseconds: before the first look for a lost create, between two looks, and after the last. */
const latenesses = [5, 60, 700];

const restart: Fault = { kind: "refuse", forMs: 15 };

/** Every fault of the sandbox, each at a small rate; together they strike a good third of all requests. */
export const weather: FaultRule[] = [
  ...refusals.map((fault): FaultRule => ({ fault, when: "before", rate: oneRate / 2 })),
  ...unclear.flatMap((fault): FaultRule[] => [
    { fault, when: "before", rate: oneRate / 2 },
    { fault, when: "after", rate: oneRate },
  ]),
  ...lost.flatMap((fault) =>
    latenesses.map((lateMs): FaultRule => ({ fault, when: "late", lateMs, rate: oneRate / 3 })),
  ),
  { fault: restart, when: "before", rate: oneRate / 6 },
  { fault: restart, when: "after", rate: oneRate / 6 },
  { fault: restart, when: "late", lateMs: 60, rate: oneRate / 6 },
];

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

const respond = (status: number, headers: Fault["headers"] = {}): Fault => ({
  kind: "respond",
  status,
  headers,
});

/** A page of a proxy. */
const sendPage = (status: number, headers: Fault["headers"] = {}): Fault => ({
  ...respond(status, { "Content-Type": "text/html", ...headers }),
  body: `<!doctype html><title>${status}</title><h1>${status}</h1>`,
});

// The service refused the request. Never injected after a change, because the service then does not refuse.
const refusals: Fault[] = [
  ...[429, 503].flatMap((status) => retryAfters.map((time) => respond(status, { "Retry-After": time }))),
  ...[429, 400, 403].map((status) => respond(status)),
];

// The outcome is unknown to the client: injected before and after the change.
const unknownOutcome: Fault[] = [
  ...[200, 403, 502, 504].map((status) => sendPage(status)),
  // A proxy's error page, possibly after the service executed the request.
  ...[302, 401, 403, 404, 429, 503].map((status) => sendPage(status, { "Retry-After": "0" })),
  ...["https://elsewhere.example.com/v1/polls", "/v1/polls"].map((location) => respond(307, { location })),
  ...[respond(500), respond(500, { "Retry-After": "0" }), respond(503), respond(204)],
  { ...respond(200), body: "{}" },
  { ...respond(200), body: `{"data":"${"x".repeat(6_000_000)}"}` },
  { kind: "respond", headers: { "Content-Type": "text/plain" } },
  { kind: "respond", body: '{"data":{"id":"' },
  ...[-3_600_000, 3_600_000].map(
    (ms): Fault => ({ kind: "respond", headers: { Date: new Date(Date.now() + ms).toUTCString() } }),
  ),
  { kind: "reset" },
  { kind: "hang" },
  { kind: "hang-midway" },
  { kind: "slow", everyMs: 0 },
  { kind: "slow", everyMs: 40 },
  { kind: "truncate" },
  { kind: "staleConnection" },
];

/** Delays in milliseconds: before the first search for a lost create, between two searches, and after the last search. */
const delaysMs = [5, 60, 700];

/** Every fault of the sandbox at a small rate; about half of all requests get one. */
export const faultRules: FaultRule[] = [
  ...refusals.map((fault): FaultRule => ({ fault, when: "before", rate: baseRate / 2 })),
  ...unknownOutcome.flatMap((fault): FaultRule[] => [
    { fault, when: "before", rate: baseRate / 2 },
    { fault, when: "after", rate: baseRate },
    // The client loses the response while the service is still executing the request.
    ...delaysMs.map((lateMs): FaultRule => ({ fault, when: "late", lateMs, rate: baseRate / 15 })),
  ]),
];

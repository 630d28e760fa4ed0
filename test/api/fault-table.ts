import type { Fault } from "../../src/sandbox/index.ts";

/**
 * What a fault means to a call, by the policy:
 * - `wait`: refused for now, so everybody waits and tries again, a create too
 * - `again`: nobody knows; a read or a delete tries again, a create looks
 * - `stop`: nobody knows, and another try would not tell; a create looks
 * - `refused`: the service said no, and would say it again
 * - `late`: refused for longer than the call may take
 */
export type Meaning = "wait" | "again" | "stop" | "refused" | "late";

export interface FaultCase {
  name: string;
  fault: Fault;
  means: Meaning;
  when: "before" | "after";
}

const status = (code: number, retryAfter?: string): Fault => ({ kind: "status", status: code, retryAfter });

/** Statuses that mean refused: they come only before anything was changed. */
const refusals: [string, Fault, Meaning][] = [
  ["429 that says when", status(429, "0"), "wait"],
  ["429 that does not say when", status(429), "wait"],
  ["429 with a negative wait", status(429, "-1"), "wait"],
  ["429 with a wait in hexadecimal", status(429, "0x1"), "wait"],
  ["429 with a fractional wait", status(429, "1.5"), "wait"],
  ["429 until a date that has passed", status(429, "Fri, 01 Jan 2021 00:00:00 GMT"), "wait"],
  ["429 until far in the future", status(429, "86400"), "late"],
  ["429 with an absurd wait", status(429, "9999999999"), "late"],
  ["503 that says when", status(503, "0"), "wait"],
  ["503 until a date that has passed", status(503, "Fri, 01 Jan 2021 00:00:00 GMT"), "wait"],
  ["503 until far in the future", status(503, "86400"), "late"],
  ["503 with a negative wait", status(503, "-1"), "again"],
  ["400", status(400), "refused"],
  ["401", status(401), "refused"],
  ["403", status(403), "refused"],
  ["404 in HTML", { kind: "status", status: 404, html: true }, "refused"],
  ["409", status(409), "refused"],
  ["redirect to another host", { kind: "redirect" }, "refused"],
];

/** What leaves the outcome open comes before the change and after it. */
const riddles: [string, Fault, Meaning][] = [
  ["500", status(500), "again"],
  ["502 in HTML", { kind: "status", status: 502, html: true }, "again"],
  ["503 that does not say when", status(503), "again"],
  ["504 that says when", status(504, "1"), "again"],
  ["reset", { kind: "reset" }, "again"],
  ["silence before the headers", { kind: "hang" }, "again"],
  ["204", { kind: "empty" }, "stop"],
  ["HTML page under 200", { kind: "html" }, "stop"],
  ["half of the JSON as a whole body", { kind: "notJson" }, "stop"],
  ["200 that lacks what was promised", { kind: "lacking" }, "stop"],
  ["huge body", { kind: "huge", bytes: 70_000 }, "stop"],
];

/** What spoils a true answer; before the change there is none to spoil. */
const spoils: [string, Fault, Meaning][] = [
  ["silence inside the body", { kind: "stall" }, "again"],
  ["body cut short", { kind: "cut" }, "again"],
  ["wrong content type", { kind: "contentType", value: "text/html" }, "stop"],
];

/** Every fault of the table, with the moment at which it strikes. */
export const faultCases: FaultCase[] = [
  ...refusals.map(([name, fault, means]) => ({ name, fault, means, when: "before" as const })),
  ...riddles.map(([name, fault, means]) => ({ name, fault, means, when: "before" as const })),
  ...[...riddles, ...spoils].map(([name, fault, means]) => ({ name, fault, means, when: "after" as const })),
];

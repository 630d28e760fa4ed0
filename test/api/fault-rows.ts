import type { FaultRule } from "../../src/sandbox/index.ts";

/** What a call comes to: methods as sent, and `done`, `recovered` or the outcome of its error. */
export interface Expected {
  sent: string;
  told: "done" | "recovered" | "refused" | "unknown" | "not-sent";
  status?: number;
  retryAfterMs?: number;
  /** How many of its polls exist once everything late has been carried out, where that is more than there were. */
  later?: number;
}
/** One fault: a rule without its method, which the operation gives it. */
export interface Row {
  name: string;
  rule: Omit<FaultRule, "method">;
  read: Expected;
  create: Expected;
  delete: Expected;
}

const refusedAtOnce = (status: number, rest: Partial<Expected> = {}) => {
  const told = { told: "refused", status, ...rest } as const;
  return {
    read: { sent: "GET", ...told },
    create: { sent: "POST", ...told },
    delete: { sent: "DELETE", ...told },
  };
};
const refusedAgain = (status: number, rest: Partial<Expected> = {}) => {
  const told = { told: "refused", status, ...rest } as const;
  return {
    read: { sent: "GET GET GET", ...told },
    create: { sent: "POST POST POST", ...told },
    delete: { sent: "DELETE DELETE DELETE", ...told },
  };
};
const looks = "POST GET GET GET";
/** An error status without the service's error body: it refuses a read, and says nothing about a create or a deletion. */
const refusedByProxy = (status: number, deletes: string) => ({
  read: { sent: "GET", told: "refused", status } as const,
  create: { sent: looks, told: "unknown", status } as const,
  delete: { sent: deletes, told: "unknown", status } as const,
});
const triedAgain = (status?: number) => {
  const told = { told: "unknown", ...(status !== undefined && { status }) } as const;
  return {
    read: { sent: "GET GET GET", ...told },
    create: { sent: looks, ...told },
    delete: { sent: "DELETE DELETE DELETE", ...told },
  };
};
const unusable = (status: number) => {
  const told = { told: "unknown", status } as const;
  return {
    read: { sent: "GET", ...told },
    create: { sent: looks, ...told },
    delete: { sent: "DELETE", ...told },
  };
};
const found: Expected = { sent: "POST GET", told: "recovered" };
const status = (code: number, retryAfter?: string, html = false) => ({
  rule: {
    fault: { kind: "status" as const, status: code, html, ...(retryAfter !== undefined && { retryAfter }) },
  },
});
const farDate = "Fri, 01 Jan 2100 00:00:00 GMT";
const pastDate = "Fri, 01 Jan 2021 00:00:00 GMT";

const broken: FaultRule["fault"][] = [
  { kind: "reset" },
  { kind: "hang" },
  { kind: "stall" },
  { kind: "cut" },
  { kind: "status", status: 500 },
  { kind: "status", status: 502, html: true },
];
const wrong: [FaultRule["fault"], number][] = [
  [{ kind: "empty" }, 204],
  [{ kind: "html" }, 200],
  [{ kind: "notJson" }, 200],
  [{ kind: "lacking" }, 200],
  [{ kind: "huge", bytes: 200_000 }, 200],
];

/** Every fault, and what a read, a create and a deletion come to when they meet it. */
export const rows: Row[] = [
  ...[400, 401, 403, 404, 409, 422].map((code) => ({
    name: `${code}`,
    ...status(code),
    ...refusedAtOnce(code),
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
    read: { sent: "GET GET GET", told: "refused", status: 429 },
  },
  {
    name: "503 in HTML with Retry-After",
    ...status(503, "0", true),
    ...refusedByProxy(503, "DELETE DELETE DELETE"),
    read: { sent: "GET GET GET", told: "refused", status: 503 },
  },
  { name: "429 without Retry-After", ...status(429), ...refusedAgain(429) },
  { name: "429, Retry-After 0", ...status(429, "0"), ...refusedAgain(429, { retryAfterMs: 0 }) },
  {
    name: "429, Retry-After in the past",
    ...status(429, pastDate),
    ...refusedAgain(429, { retryAfterMs: 0 }),
  },
  ...["-1", "1.5", "0x10", "soon", ""].map((text) => ({
    name: `429, Retry-After "${text}"`,
    ...status(429, text),
    ...refusedAgain(429),
  })),
  {
    name: "429, Retry-After past the deadline",
    ...status(429, "30"),
    ...refusedAtOnce(429, { retryAfterMs: 30_000 }),
  },
  { name: "429, a date far off", ...status(429, farDate), ...refusedAtOnce(429) },
  { name: "429, an absurd Retry-After", ...status(429, "9".repeat(30)), ...refusedAtOnce(429) },
  { name: "503, Retry-After 0", ...status(503, "0"), ...refusedAgain(503, { retryAfterMs: 0 }) },
  {
    name: "503, Retry-After past the deadline",
    ...status(503, "120"),
    ...refusedAtOnce(503, { retryAfterMs: 120_000 }),
  },
  { name: "503 without Retry-After", ...status(503), ...triedAgain(503) },
  { name: '503, Retry-After "1.5"', ...status(503, "1.5"), ...triedAgain(503) },
  { name: "501", ...status(501), ...triedAgain(501) },
  { name: "302 to another host", rule: { fault: { kind: "redirect" } }, ...refusedByProxy(302, "DELETE") },
  { name: "308", rule: { fault: { kind: "redirect", status: 308 } }, ...refusedByProxy(308, "DELETE") },
  ...broken.map((fault) => {
    const code =
      "status" in fault ? fault.status : fault.kind === "stall" || fault.kind === "cut" ? 500 : undefined;
    return {
      name: `${fault.kind} ${code ?? ""} before, every time`,
      rule: { fault },
      ...triedAgain(code),
    };
  }),
  ...broken.map((fault) => ({
    name: `${JSON.stringify(fault)} before, once`,
    rule: { fault, times: 1 },
    read: { sent: "GET GET", told: "done" as const },
    create: { sent: looks, told: "unknown" as const },
    delete: { sent: "DELETE DELETE", told: "done" as const },
  })),
  ...broken.map((fault) => ({
    name: `${JSON.stringify(fault)} after the change, once`,
    rule: { fault, when: "after" as const, times: 1 },
    read: { sent: "GET GET", told: "done" as const },
    create: found,
    delete: { sent: "DELETE DELETE", told: "done" as const },
  })),
  ...broken.map((fault) => ({
    name: `${JSON.stringify(fault)}, and carried out once the call has ended`,
    rule: { fault, when: "late" as const, lateMs: 600_000, times: 1 },
    read: { sent: "GET GET", told: "done" as const },
    create: { sent: looks, told: "unknown" as const, later: 1 },
    delete: { sent: "DELETE DELETE", told: "done" as const },
  })),
  ...wrong.map(([fault, code]) => ({
    name: `${fault.kind} before`,
    rule: { fault },
    ...unusable(code),
  })),
  ...wrong.map(([fault, code]) => ({
    name: `${fault.kind} after the change`,
    rule: { fault, when: "after" as const },
    ...unusable(code),
    create: found,
  })),
  {
    name: "the true answer under another type",
    rule: { fault: { kind: "contentType" }, when: "after" },
    ...unusable(200),
    create: found,
  },
  {
    name: "a clock an hour ahead",
    rule: { fault: { kind: "skew", offsetMs: 3_600_000 }, when: "after" },
    read: { sent: "GET", told: "done" },
    create: { sent: "POST", told: "done" },
    delete: { sent: "DELETE", told: "done" },
  },
  {
    name: "an answer that drips until time is over",
    rule: { fault: { kind: "drip", everyMs: 80 }, when: "after", times: 1 },
    read: { sent: "GET", told: "unknown" },
    create: found,
    delete: { sent: "DELETE", told: "unknown" },
  },
];

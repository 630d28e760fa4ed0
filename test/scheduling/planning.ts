import { PlanError, type PlanOptions, type PollRequest, planPoll } from "../../src/scheduling/index.ts";

const now = Date.parse("2026-12-01T00:00:00Z");
export const sync = { title: "Sync", kind: "time", timeZone: "America/New_York", duration: 30 } as const;
export const morning = {
  startDate: "2027-03-01",
  endDate: "2027-03-05",
  from: "09:00",
  to: "12:00",
  interval: 60,
};
export const start = "2027-03-01 09:00";

/** Plans a poll in December 2026. By default offsets must match the zone. */
export const plan = (request: PollRequest, options: Partial<PlanOptions> = {}) =>
  planPoll(request, { offsets: "must-match", now, ...options });

/** The planned days or instants. */
export const starts = (request: PollRequest, options?: Partial<PlanOptions>): string[] =>
  plan(request, options).options.map((option) => ("date" in option ? option.date : option.startTime));

export const notesOf = (request: PollRequest, options?: Partial<PlanOptions>): string[] =>
  plan(request, options).notes.map(({ path, message }) => `${path}: ${message}`);

export function refusal(request: PollRequest, options?: Partial<PlanOptions>): PlanError {
  try {
    plan(request, options);
  } catch (error) {
    if (error instanceof PlanError) return error;
    throw error;
  }
  throw new Error("was not refused");
}

/** The problems of a request as `path: message`. */
export const problems = (request: PollRequest, options?: Partial<PlanOptions>): string[] =>
  refusal(request, options).problems.map(({ path, message }) => `${path}: ${message}`);

export const paths = (request: PollRequest) => refusal(request).problems.map(({ path }) => path);

export const days = (count: number, first = "2027-01-01") =>
  Array.from({ length: count }, (_, day) =>
    new Date(Date.parse(first) + day * 86_400_000).toISOString().slice(0, 10),
  );

/** The first problem of one time. */
export const problemOf = (start: string, timeZone?: string, offsets: PlanOptions["offsets"] = "must-match") =>
  problems({ ...sync, timeZone, times: [{ start }] }, { offsets })[0] ?? "";

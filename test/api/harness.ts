/** A service in memory that answers with a script, and what it answers with. */
import { afterEach, beforeEach, vi } from "vitest";
import { defaultSettings } from "../../src/api/check/settings.ts";
import {
  type ClientOptions,
  createClient,
  type DatePoll,
  type Participant,
  type PollResults,
  RalllyError,
  type TimePoll,
} from "../../src/api/web.ts";

/** The time at which each test of a file with fake timers begins. */
export const startTime = "2027-02-01T08:00:00.000Z";

/** Gives each test of a file timers that stand still. */
export function fakeTimers(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse(startTime) });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

/** A key in the service's format. */
export const apiKey = "sk_ab12cd_0123456789secret";

/** A poll as the service returns it. */
export const poll: DatePoll = {
  id: "p1",
  title: "Team offsite",
  description: null,
  location: null,
  conferencing: null,
  timeZone: null,
  status: "open",
  kind: "date",
  createdAt: "2027-02-01T08:00:00.000Z",
  updatedAt: "2027-02-01T08:00:00.000Z",
  organizer: { id: "u1", name: "Ada", email: "ada@example.com", image: null },
  ...defaultSettings,
  participantCount: 0,
  options: [{ id: "o1", date: "2027-03-01" }],
  adminUrl: "https://rallly.example/p/1",
  inviteUrl: "https://rallly.example/i/1",
};

/** The body that creates {@link poll}. */
export const body = { title: "Team offsite", kind: "date" as const, options: [{ date: "2027-03-01" }] };

/** A poll about times. */
export const timePoll: TimePoll = {
  ...poll,
  kind: "time",
  timeZone: "Europe/Berlin",
  options: [{ id: "o1", startTime: "2027-03-01T08:00:00.000Z", duration: 30 }],
};

/** Results of {@link poll}. */
export const results: PollResults = {
  pollId: "p1",
  kind: "date",
  status: "open",
  participantCount: 1,
  highScore: 3,
  options: [
    { id: "o1", date: "2027-03-01", votes: [{ type: "yes", count: 1 }], score: 3, isTopChoice: true },
  ],
};

/** A participant of {@link poll}. */
export const participant: Participant = {
  id: "u1",
  name: "Ada",
  email: null,
  createdAt: "2027-02-01T08:00:00.000Z",
  availability: [
    { start: "2027-03-01T00:00:00Z", end: "2027-03-02T00:00:00Z", allDay: true, modifiers: ["ifNeedBe"] },
  ],
};

/** A JSON response. */
export const reply = (status: number, json: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(json), { status, headers: { "content-type": "application/json", ...headers } });

/** An error of the service. */
export const errorReply = (status: number, code: string, headers: Record<string, string> = {}) =>
  reply(status, { error: { code, message: `About ${code}` } }, headers);

/** A page of a proxy. */
export const page = (status: number, headers: Record<string, string> = {}) =>
  new Response("<html>proxy</html>", { status, headers: { "content-type": "text/html", ...headers } });

/** What fetch throws in Node when a connection fails. */
export const connectionError = (code: string) =>
  new TypeError("fetch failed", { cause: Object.assign(new Error("cause"), { code }) });

/** A request as the service got it. */
export interface SentRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  json: unknown;
  /** Milliseconds since the first request, by the fake clock. */
  at: number;
}

type Answer = Response | Error | "hang";

/** An answer, or a function that makes one. */
export type Step = Answer | ((request: SentRequest) => Answer | Promise<Answer>);

/**
 * A client of a service that answers with the steps in order, and then repeats the last one. A hanging request ignores its signal,
 * as some fetches do.
 */
export function script(steps: readonly Step[], options: Partial<ClientOptions> = {}) {
  const requests: SentRequest[] = [];
  let start: number | undefined;
  const fetch = async (url: string, init: RequestInit) => {
    const { pathname, search } = new URL(url);
    start ??= performance.now();
    const request: SentRequest = {
      method: init.method ?? "",
      path: pathname.replace("/v1", "") + search,
      headers: init.headers as Record<string, string>,
      json: init.body ? JSON.parse(String(init.body)) : undefined,
      at: Math.round(performance.now() - start),
    };
    requests.push(request);
    const step = steps[Math.min(requests.length, steps.length) - 1] ?? "hang";
    const answer = typeof step === "function" ? await step(request) : step;
    if (answer instanceof Error) throw answer;
    return answer === "hang" ? new Promise<Response>(() => {}) : answer.clone();
  };
  const client = createClient({ apiKey, fetch, ...options });
  return { client, requests, log: () => requests.map(({ method, path }) => `${method} ${path}`) };
}

/** Lets the fake clock run until the promise settles. */
export async function settle<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => {});
  await vi.runAllTimersAsync();
  return promise;
}

/** The RalllyError that a call rejects with. */
export async function failure(promise: Promise<unknown>): Promise<RalllyError> {
  const error = await promise.then(
    (value) => new Error(`Expected a failure, got ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof RalllyError)) throw error;
  return error;
}

/** The RalllyError that a function throws. */
export function thrown(act: () => unknown): RalllyError {
  try {
    act();
  } catch (error) {
    if (error instanceof RalllyError) return error;
    throw error;
  }
  throw new Error("Expected a failure");
}

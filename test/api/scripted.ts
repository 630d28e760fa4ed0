import { createClient } from "../../src/api/client.ts";
import {
  type DatePoll,
  defaultSettings,
  InvalidInputError,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from "../../src/api/core.ts";
import type { Problem } from "../../src/problem.ts";
import { createSteppedClock } from "./stepped-clock.ts";
import { createVirtualClock } from "./virtual-clock.ts";

/** A key in the service's format. */
export const apiKey = "sk_ab12cd_0123456789secret";

/** A poll as the service returns it. The fixtures of all tests derive from it. */
export const poll = {
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
} satisfies DatePoll;

/** The body that creates {@link poll}. */
export const body = { title: "Team offsite", kind: "date" as const, options: [{ date: "2027-03-01" }] };

/** A response with a JSON body. */
export function reply(
  status: number,
  json: unknown,
  headers: Record<string, string> = {},
): TransportResponse {
  return { status, headers: { "content-type": "application/json", ...headers }, text: JSON.stringify(json) };
}

/** An error response of the service. */
export function errorReply(
  status: number,
  code: string,
  headers: Record<string, string> = {},
): TransportResponse {
  return reply(status, { error: { code, message: `About ${code}` } }, headers);
}

type Step =
  | TransportResponse
  | Error
  // `hang` rejects when the signal aborts. `silence` ignores the signal and never settles.
  | "hang"
  | "silence"
  | ((request: TransportRequest) => TransportResponse | Promise<TransportResponse>);

/** A client on a virtual clock. Its transport returns the steps in order, and then repeats the last step. */
export function scriptClient(steps: Step[], options: Partial<Parameters<typeof createClient>[0]> = {}) {
  const virtual = createVirtualClock();
  const requests: TransportRequest[] = [];
  const transport: Transport = async (request) => {
    requests.push(request);
    const step = steps[Math.min(requests.length, steps.length) - 1];
    if (step instanceof Error) throw step;
    if (step === "silence") return new Promise(() => {});
    if (step === "hang" || step === undefined) {
      return new Promise((_, reject) => {
        if (request.signal.aborted) reject(request.signal.reason);
        request.signal.addEventListener("abort", () => reject(request.signal.reason));
      });
    }
    return typeof step === "function" ? step(request) : step;
  };
  const client = createClient({ apiKey, transport, clock: virtual.clock, random: () => 1, ...options });
  return {
    client,
    requests,
    ...virtual,
    log: () => requests.map(({ method, url }) => `${method} ${new URL(url).pathname}${new URL(url).search}`),
  };
}

/** A scripted client on a stepped clock. */
export function scriptSteppedClient(
  steps: Step[],
  options: Partial<Parameters<typeof createClient>[0]> = {},
) {
  const clock = createSteppedClock();
  const { client, requests, log } = scriptClient(steps, { clock, ...options });
  return { client, requests, log, clock };
}

/** The problems of the InvalidInputError that a call throws. Empty if it throws nothing. */
export function listProblems(act: () => unknown): readonly Problem[] {
  try {
    act();
  } catch (error) {
    if (error instanceof InvalidInputError) return error.problems;
    throw error;
  }
  return [];
}

/** Resolves with the reason of a rejected promise. Throws if the promise resolves. */
export async function getRejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => {
      throw new Error(`Expected a failure, got ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
}

/** Results of a poll of one day, as the service sends them. */
export const results = {
  pollId: "p1",
  kind: "date",
  status: "open",
  participantCount: 1,
  highScore: 3,
  options: [
    { id: "o1", date: "2027-03-01", votes: [{ type: "yes", count: 1 }], score: 3, isTopChoice: true },
  ],
};
/** A participant of that poll. */
export const participant = {
  id: "u1",
  name: "Ada",
  email: null,
  createdAt: "2027-02-01T08:00:00.000Z",
  availability: [
    { start: "2027-03-01T00:00:00Z", end: "2027-03-02T00:00:00Z", allDay: true, modifiers: ["ifNeedBe"] },
  ],
};

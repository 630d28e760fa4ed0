import { type Client, type ClientOptions, createClient } from "../../src/api/client.ts";
import type { Clock } from "../../src/api/clock.ts";
import type { Transport, TransportRequest, TransportResponse } from "../../src/api/transport.ts";

/** A clock that moves only when told, or, with `running`, by exactly what is slept. */
export function scriptClock() {
  let now = Date.parse("2027-01-04T09:00:00Z");
  const waiting: { at: number; wake: () => void }[] = [];
  const sleeps: number[] = [];
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const clock: Clock = {
    now: () => now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const entry = { at: now + milliseconds, wake: resolve };
        sleeps.push(milliseconds);
        waiting.push(entry);
        signal?.addEventListener(
          "abort",
          () => {
            const place = waiting.indexOf(entry);
            if (place >= 0) waiting.splice(place, 1);
            reject(signal.reason);
          },
          { once: true },
        );
      }),
  };
  const advance = async (milliseconds: number) => {
    const until = now + milliseconds;
    for (;;) {
      for (let turn = 0; turn < 5; turn += 1) await settle();
      const next = waiting.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0];
      if (!next) break;
      waiting.splice(waiting.indexOf(next), 1);
      now = Math.max(now, next.at);
      next.wake();
    }
    now = until;
  };
  return { ...clock, advance, sleeps, sleepers: () => waiting.length };
}

export type ScriptClock = ReturnType<typeof scriptClock>;

/** What a scripted service does with one request: an answer, or an error to throw, or never anything. */
export type Move = Partial<TransportResponse> | Error | "silence";

/** JSON as the service sends it. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Move {
  return { status, headers: { "content-type": "application/json", ...headers }, text: JSON.stringify(body) };
}

/** A client over a transport that plays the moves in order and logs every request whole. */
export function scriptClient(
  moves: (Move | ((request: TransportRequest) => Move))[],
  options: Partial<ClientOptions> = {},
) {
  const requests: TransportRequest[] = [];
  const clock = scriptClock();
  const transport: Transport = (request) => {
    requests.push(request);
    const next = moves[requests.length - 1] ?? moves.at(-1) ?? "silence";
    const move = typeof next === "function" ? next(request) : next;
    if (move === "silence") return new Promise(() => {});
    if (move instanceof Error) return Promise.reject(move);
    return Promise.resolve({ status: 200, headers: {}, text: "", ...move });
  };
  const client: Client = createClient({
    apiKey: "sk_test_secret",
    baseUrl: "https://service.test/v1",
    transport,
    clock,
    random: () => 1,
    ...options,
  });
  return { client, clock, requests };
}

/** A poll as the service answers it, made at the script's beginning. */
export const poll = (fields: Record<string, unknown> = {}) => ({
  id: "Xk3pQ9vLm2Ab",
  title: "Lunch",
  description: null,
  location: null,
  conferencing: null,
  timeZone: null,
  status: "open",
  kind: "date",
  createdAt: "2027-01-04T09:00:00.000Z",
  updatedAt: "2027-01-04T09:00:00.000Z",
  organizer: null,
  requireEmail: false,
  hideParticipants: false,
  hideScores: false,
  disableComments: true,
  allowTentativeVotes: true,
  participantCount: 0,
  options: [{ id: "o1", date: "2027-03-01" }],
  adminUrl: "https://service.test/admin/1",
  inviteUrl: "https://service.test/invite/1",
  ...fields,
});

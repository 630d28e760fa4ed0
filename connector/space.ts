import {
  type Client,
  createClient,
  InvalidInputError,
  machineClock,
  type Poll,
  RefusedError,
  type Transport,
} from "../src/api/core.ts";
import { createFetchTransport } from "../src/api/fetch-transport.ts";

/** Deadline of one operation, in milliseconds: shorter than a tool call's, so that the tool can report a timeout. */
const clientDeadlineMs = 45_000;

/** Deadline of the check of a key, in milliseconds: a person waits for the page. */
const checkDeadlineMs = 15_000;

/** Number of polls by which a person can recognize their space. */
const shownPolls = 3;

/** What a key opens, or why it opens nothing. */
export type KeyCheck =
  | { outcome: "accepted"; organizer: string | undefined; newestTitles: string[] }
  /** The text is not a key. Nothing was sent. */
  | { outcome: "malformed" }
  /** The service knows no such key. */
  | { outcome: "refused" }
  /** The key is right, and its space has no Pro plan. */
  | { outcome: "no-plan" }
  /** The service did not answer usefully: nothing is known about the key. */
  | { outcome: "unreachable" };

/**
 * Creates the client of one request. Each request needs its own, with its own clock: the runtime may end a request at any moment,
 * and work that other requests share with it, such as a queue, would then wait for ever.
 */
export function createSpaceClient(apiKey: string, baseUrl: string | undefined, transport: Transport): Client {
  return createClient({
    apiKey,
    baseUrl: baseUrl || undefined,
    transport,
    deadlineMs: clientDeadlineMs,
    clock: { ...machineClock },
  });
}

/** Checks a key with one request. Never throws. */
export async function checkKey(apiKey: string, baseUrl: string | undefined): Promise<KeyCheck> {
  try {
    const client = createClient({
      apiKey,
      baseUrl: baseUrl || undefined,
      transport: createFetchTransport((url, init) => fetch(url, init)),
      attempts: 1,
      deadlineMs: checkDeadlineMs,
      clock: { ...machineClock },
    });
    const { data } = await client.listPolls({ limit: shownPolls });
    return { outcome: "accepted", ...describeSpace(data) };
  } catch (error) {
    if (error instanceof InvalidInputError) return { outcome: "malformed" };
    if (error instanceof RefusedError && error.status === 401) return { outcome: "refused" };
    if (error instanceof RefusedError && error.code === "SPACE_NOT_PRO") return { outcome: "no-plan" };
    return { outcome: "unreachable" };
  }
}

function describeSpace(polls: readonly Pick<Poll, "title" | "organizer">[]) {
  return {
    organizer: polls.find(({ organizer }) => organizer !== null)?.organizer?.name,
    newestTitles: polls.map(({ title }) => title),
  };
}

/**
 * The identity of whoever has a key: a hash of it. Keys are long and random, so that nobody finds the key by its hash. Tokens contain
 * it, and the connections of a key are listed by it.
 */
export async function toUserId(apiKey: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`rallly-connect:${apiKey}`));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

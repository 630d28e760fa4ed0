import { type Client, type ClientOptions, createClient, type Poll, RalllyError } from "../src/api/web.ts";

/** Deadline of one operation, in milliseconds: shorter than a tool call's, so that the tool can report a timeout. */
const clientDeadlineMs = 45_000;

/** Deadline of the check of a key, in milliseconds: a person waits for the page. */
const checkDeadlineMs = 15_000;

/** Number of polls by which a person can recognize their space. */
const shownPolls = 3;

/** What a key opens, or why it opens nothing. */
export type KeyCheck =
  | { outcome: "accepted"; organizer: string | undefined; newestTitles: string[] }
  /** The text is not a key. */
  | { outcome: "malformed" }
  /** The service knows no such key. */
  | { outcome: "refused" }
  /** The key is right, and its space has no Pro plan. */
  | { outcome: "no-plan" }
  /**
   * The space has used up its requests: nothing is known about the key. `waitMs` is how long that lasts, if the service says
   * so.
   */
  | { outcome: "rate-limited"; waitMs: number | undefined }
  /** No usable response: nothing is known about the key. */
  | { outcome: "unreachable" };

/** The client of one request, and whether its key was accepted. */
export interface SpaceClient {
  client: Client;
  /** Resolves when the first operation has ended. */
  firstOperationEnded: Promise<void>;
  /** Whether the service has refused the key, and again when it was asked once more. */
  isRefused(): boolean;
}

/** Creates the client of one request. */
export function createSpaceClient(apiKey: string, baseUrl: string | undefined): SpaceClient {
  const client = connect(apiKey, baseUrl, { deadlineMs: clientDeadlineMs });
  let refused = false;
  let onOperationEnd = () => {};
  const firstOperationEnded = new Promise<void>((resolve) => {
    onOperationEnd = resolve;
  });
  const observe = (operation: (...input: unknown[]) => Promise<unknown>) => {
    return async (...input: unknown[]) => {
      try {
        return await operation(...input);
      } catch (error) {
        // A single refusal may be an error of the service, and would end the connection for good.
        refused ||= isKeyRefused(error) && (await checkKey(apiKey, baseUrl)).outcome === "refused";
        throw error;
      } finally {
        onOperationEnd();
      }
    };
  };
  const operations = Object.entries(client).map(([name, operation]) => [name, observe(operation)]);
  return {
    client: Object.fromEntries(operations) as Client,
    firstOperationEnded,
    isRefused: () => refused,
  };
}

function connect(apiKey: string, baseUrl: string | undefined, options: Partial<ClientOptions>): Client {
  return createClient({ apiKey, baseUrl: baseUrl || undefined, ...options });
}

// A page of a gateway with the same status has another code.
const isKeyRefused = (error: unknown) =>
  error instanceof RalllyError && error.outcome === "refused" && error.code === "UNAUTHORIZED";

/** Checks a key with one request. Throws a RalllyError when the URL of the API is invalid: a mistake of the settings. */
export async function checkKey(apiKey: string, baseUrl: string | undefined): Promise<KeyCheck> {
  try {
    const client = connect(apiKey, baseUrl, { attempts: 1, deadlineMs: checkDeadlineMs });
    const { data } = await client.listPolls({ limit: shownPolls });
    return { outcome: "accepted", ...describeSpace(data) };
  } catch (error) {
    if (!(error instanceof RalllyError)) throw error;
    if (error.code !== "INVALID_OPTIONS") return classifyFailure(error);
    if (error.problems?.some(({ path }) => path !== "apiKey")) throw error;
    return { outcome: "malformed" };
  }
}

function classifyFailure({ outcome, code, retryAfterMs }: RalllyError): KeyCheck {
  switch (outcome === "refused" ? code : undefined) {
    case "UNAUTHORIZED":
      return { outcome: "refused" };
    case "INVALID_AUTHORIZATION_HEADER":
      return { outcome: "malformed" };
    case "SPACE_NOT_PRO":
      return { outcome: "no-plan" };
    case "RATE_LIMIT_EXCEEDED":
      return { outcome: "rate-limited", waitMs: retryAfterMs };
    default:
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
 * The id of the person who has a key: its SHA-256 as hex. Keys are long and random, so a key cannot be found from its hash.
 * Tokens contain it, and the connections of a key are listed by it.
 */
export async function toUserId(apiKey: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`rallly-connect:${apiKey}`));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

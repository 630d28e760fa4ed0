import type { Bundle, ZObject } from "zapier-platform-core";
import {
  type Client,
  createClient,
  createRedactor,
  type PolicyOptions,
  RefusedError,
  redactDeep,
  type Transport,
  TransportError,
} from "../src/api/core.ts";
import { type ErrorMapper, toZapierError } from "./errors.ts";

/** A run may take 30 seconds in all; what is left is for Zapier's own work. */
const runMs = 25_000;

/** How the client behaves in a run. Tests replace the clock, so that they do not wait. */
export const runPolicy: PolicyOptions = {
  // Zapier replays what may be replayed; nothing waits for the service inside a run.
  attempts: 1,
  maxWaitMs: 0,
  deadlineMs: runMs,
  // Waits between looks for a poll whose creation was not confirmed: short, since they count as part of the run.
  reconcileDelaysMs: [500, 1_500],
};

/** The key as it is sent: people paste blanks and line breaks along with it. */
export function getApiKey(authData: Bundle["authData"] | undefined): string {
  return (authData?.["apiKey"] ?? "").trim();
}

/**
 * Runs one step against the service, every call through `z.request`, each tried once and all together in 25 seconds.
 * Throws what `word` makes of a failure.
 * The key is masked in results and errors: people type it into titles and fields by mistake.
 */
export async function withClient<Result>(
  z: ZObject,
  authData: Bundle["authData"] | undefined,
  use: (client: Client) => Promise<Result>,
  word: ErrorMapper = toZapierError,
): Promise<Result> {
  const apiKey = getApiKey(authData);
  const redactor = createRedactor([apiKey]);
  try {
    const baseUrl = process.env["RALLLY_BASE_URL"];
    const client = createClient({
      apiKey,
      transport: createTransport(z, runMs),
      ...runPolicy,
      ...(baseUrl !== undefined && baseUrl !== "" && { baseUrl }),
    });
    return redactDeep(await use(client), redactor);
  } catch (error) {
    const worded = word(error, z.errors);
    if (worded instanceof Error) worded.message = redactor(worded.message);
    throw worded;
  }
}

const gone = ["POLL_NOT_FOUND", "PARTICIPANT_NOT_FOUND"];

/** What a search answers about a poll that is gone: nothing was found. A 404 of another kind is a failure. */
export async function emptyIfNotFound<Item>(find: () => Promise<Item[]>): Promise<Item[]> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof RefusedError && gone.includes(error.code ?? "")) return [];
    throw error;
  }
}

/**
 * Carries the client's requests through `z.request`, so that they appear in Zapier's logs with the key masked.
 * Redirects are not followed and no status throws: the client judges answers. `runMs` bounds all requests of a run
 * together, from now on, in milliseconds; `z.request` knows no default timeout.
 */
export function createTransport(z: ZObject, runMs: number): Transport {
  const deadline = performance.now() + runMs;
  // `authorize` adds the key: it does so for every request of the app.
  return async ({
    method,
    url,
    headers: { authorization: _, ...headers },
    body,
    signal,
    maxResponseBytes,
  }) => {
    signal.throwIfAborted();
    const timeout = Math.ceil(deadline - performance.now());
    if (timeout <= 0) throw new TransportError("No time was left for this request.", false);
    try {
      const response = await z.request({
        method,
        url,
        // No connection is kept: Zapier's are shared, so that a response could be another run's, or break a create.
        headers: { ...headers, connection: "close" },
        ...(body !== undefined && { body: hideCurlies(body) }),
        redirect: "manual",
        size: maxResponseBytes,
        skipThrowForStatus: true,
        timeout,
      });
      return { status: response.status, headers: lowerCase(response.headers), text: response.content };
    } catch (error) {
      throw describe(error);
    }
  };
}

/**
 * `z.request` throws at `{{bundle.x}}` anywhere in a body, also when a person typed it into a title. Escaped, the
 * JSON means the same and reads as no template.
 */
const hideCurlies = (json: string): string => json.replaceAll("{{", "{\\u007b");

function lowerCase(headers: Iterable<[string, string]>): Record<string, string> {
  return Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value]));
}

/** Failures that happen before a connection stands: nothing can have been done. */
const beforeSending = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
];

function describe(error: unknown): TransportError {
  const { code, type } = { code: "", type: "", ...(error instanceof Error ? error : {}) };
  if (beforeSending.includes(code))
    return new TransportError(`The service could not be reached (${code}).`, false);
  if (type === "request-timeout" || type === "body-timeout")
    return new TransportError("The service did not respond in time.", true);
  if (type === "max-size") return new TransportError("The response of the service is too large.", true);
  return new TransportError(`The connection to the service failed${code ? ` (${code})` : ""}.`, true);
}

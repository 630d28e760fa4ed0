import type { Bundle, ZObject } from "zapier-platform-core";
import {
  type Client,
  createClient,
  createRedactor,
  type Fetch,
  RalllyError,
  redactDeep,
  redactKeys,
} from "../src/api/web.ts";
import { type ErrorMapper, toZapierError } from "./errors.ts";

/** The time for all requests of a run, in milliseconds. Zapier ends a run after 30 seconds. */
const runMs = 25_000;

/** The API key without the blanks and line breaks that people paste with it. */
export const getApiKey = (authData: Bundle["authData"] | undefined): string =>
  (authData?.["apiKey"] ?? "").trim();

/**
 * Runs one step: every request goes through `z.request`, is sent once, and all together take at most 25 seconds. Throws what
 * `toError` returns for a failure. Masks the key in results and errors, because people paste it into other fields by mistake.
 */
export async function withClient<Result>(
  z: ZObject,
  authData: Bundle["authData"] | undefined,
  use: (client: Client) => Promise<Result>,
  toError: ErrorMapper = toZapierError,
): Promise<Result> {
  const apiKey = getApiKey(authData);
  const redact = createRedactor(apiKey);
  try {
    const client = createClient({
      apiKey,
      baseUrl: process.env["RALLLY_BASE_URL"] || undefined,
      fetch: createZapierFetch(z),
      // Zapier retries, so nothing is retried and nothing waits inside a run.
      attempts: 1,
      maxWaitMs: 0,
      timeoutMs: runMs,
      deadlineMs: runMs,
    });
    return redactDeep(await use(client), redact);
  } catch (error) {
    const mapped = toError(error, z.errors);
    if (mapped instanceof Error) mapped.message = redactKeys(redact(mapped.message));
    throw mapped;
  }
}

/** Returns an empty list if the poll does not exist: a search found nothing. Other 404 responses are failures. */
export async function emptyIfNotFound<Item>(find: () => Promise<Item[]>): Promise<Item[]> {
  try {
    return await find();
  } catch (error) {
    if (isPollGone(error)) return [];
    throw error;
  }
}

/** Whether the poll of a request does not exist. */
export const isPollGone = (error: unknown): boolean =>
  error instanceof RalllyError && error.code === "POLL_NOT_FOUND";

/** A fetch that sends requests with `z.request`, so that they appear in Zapier's logs with the key masked. */
function createZapierFetch(z: ZObject): Fetch {
  const end = performance.now() + runMs;
  return async (url, { method, headers, body }) => {
    // `z.request` has no default timeout.
    const timeout = Math.ceil(end - performance.now());
    if (timeout <= 0) throw new Error("No time is left in this run.");
    // `authorize` adds the key: it does so for every request of the app.
    const { authorization: _, ...others } = headers as Record<string, string>;
    const response = await z.request({
      url,
      method: method as "GET" | "POST" | "DELETE",
      // No connection is kept: Zapier's are shared, so that a response could be another run's, or break a create.
      headers: { ...others, connection: "close" },
      // `z.request` throws at `{{bundle.x}}`, also when a person typed it into a title. Escaped, the JSON means the same.
      ...(typeof body === "string" && { body: body.replaceAll("{{", "{\\u007b") }),
      redirect: "manual",
      skipThrowForStatus: true,
      timeout,
    });
    const { status } = response;
    return new Response(status === 204 || status === 304 ? null : response.content, {
      status,
      headers: [...response.headers] as [string, string][],
    });
  };
}

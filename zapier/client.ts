import type { Bundle, ZObject } from "zapier-platform-core";
import {
  type Client,
  type ClientOptions,
  createClient,
  createRedactor,
  type Fetch,
  RalllyError,
  redactDeep,
} from "../src/api/web.ts";
import { type ErrorMapper, toZapierError } from "./errors.ts";

/** The time for all requests of a run. Zapier ends a run after 30 seconds. */
const runMs = 25_000;

/** How the client behaves in a run. */
const runPolicy: Partial<ClientOptions> = {
  // Zapier retries, so nothing is retried and nothing waits inside a run.
  attempts: 1,
  maxWaitMs: 0,
  deadlineMs: runMs,
};

/** The API key without the blanks and line breaks that people paste with it. */
export function getApiKey(authData: Bundle["authData"] | undefined): string {
  return (authData?.["apiKey"] ?? "").trim();
}

/** The signing secret of the space's webhook, or an empty text. The connection may have none. */
export function getWebhookSecret(authData: Bundle["authData"] | undefined): string {
  return (authData?.["webhook_secret"] ?? "").trim();
}

/**
 * The address of the connection, or that of this version of the app, or an empty text. Throws a RalllyError for an
 * address without https: on loopback it would be Zapier's own machine.
 */
function getBaseUrl(authData: Bundle["authData"] | undefined): string {
  const given = (authData?.["base_url"] ?? "").trim();
  if (given === "") return process.env["RALLLY_BASE_URL"] ?? "";
  if (/^https:\/\//i.test(given)) return given;
  throw new RalllyError("Invalid address", {
    operation: "createClient",
    outcome: "not-sent",
    code: "INVALID_OPTIONS",
    attempts: 0,
    problems: [
      { path: "baseUrl", message: "Must start with https://, such as https://polls.example.com/api/v1" },
    ],
  });
}

/**
 * Runs one step: every request goes through `z.request`, is sent once, and all together take at most 25 seconds. Throws what
 * `toError` returns for a failure. Masks the key and the webhook secret in results and errors, because people paste them into
 * other fields by mistake.
 */
export async function withClient<Result>(
  z: ZObject,
  authData: Bundle["authData"] | undefined,
  use: (client: Client) => Promise<Result>,
  toError: ErrorMapper = toZapierError,
): Promise<Result> {
  const apiKey = getApiKey(authData);
  const webhookSecret = getWebhookSecret(authData);
  const redactor = createRedactor(apiKey, webhookSecret);
  const send = createFetch(z, runMs);
  try {
    const baseUrl = getBaseUrl(authData);
    const client = createClient({
      apiKey,
      // Zapier logs addresses. The client refuses its key in them.
      fetch: async (url, init) => {
        const parts = new URL(url).pathname.split("/");
        if (webhookSecret !== "" && parts.includes(webhookSecret))
          throw new z.errors.Error("A field for an ID has the webhook secret.", "INVALID_INPUT", 400);
        return send(url, init);
      },
      ...runPolicy,
      ...(baseUrl !== "" && { baseUrl }),
    });
    return redactDeep(await use(client), redactor);
  } catch (error) {
    const mapped = toError(error, z.errors);
    if (mapped instanceof Error) mapped.message = redactor(mapped.message);
    throw mapped;
  }
}

const notFoundCodes = ["POLL_NOT_FOUND", "PARTICIPANT_NOT_FOUND"];

/** Returns an empty list if the poll does not exist: a search found nothing. Other 404 responses are failures. */
export async function emptyIfNotFound<Item>(find: () => Promise<Item[]>): Promise<Item[]> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof RalllyError && notFoundCodes.includes(error.code ?? "")) return [];
    throw error;
  }
}

/** Maximum size of a response, in bytes. */
const maxBytes = 64 * 1024 * 1024;

/**
 * A fetch that sends requests with `z.request`, so that they appear in Zapier's logs with the key masked. Redirects are not
 * followed and no status throws, because the client classifies responses. `runMs` is the maximum time of all requests of a run
 * together, from now, in milliseconds: `z.request` has no default timeout.
 */
export function createFetch(z: ZObject, runMs: number): Fetch {
  const deadline = performance.now() + runMs;
  return async (url, { method = "GET", headers: given, body }) => {
    // `authorize` adds the key: it does so for every request of the app.
    const { authorization: _, ...headers } = given as Record<string, string>;
    const { status, content, ...response } = await z.request({
      method: method as "GET" | "POST" | "DELETE",
      url,
      // No connection is kept: Zapier's are shared, so that a response could be another run's, or break a create.
      headers: { ...headers, connection: "close" },
      ...(typeof body === "string" && { body: escapeTemplates(body) }),
      redirect: "manual",
      size: maxBytes,
      skipThrowForStatus: true,
      timeout: Math.max(1, Math.ceil(deadline - performance.now())),
    });
    return new Response(content || null, { status, headers: [...response.headers] });
  };
}

/**
 * `z.request` throws at `{{bundle.x}}` anywhere in a body, also when a person typed it into a title. Escaped, the
 * JSON means the same and reads as no template.
 */
const escapeTemplates = (json: string): string => json.replaceAll("{{", "{\\u007b");

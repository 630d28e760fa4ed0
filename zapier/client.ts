import type { Bundle, ZObject } from "zapier-platform-core";
import {
  type Client,
  createClient,
  createRedactor,
  findConnectionErrorCode,
  InvalidInputError,
  type PolicyOptions,
  RefusedError,
  redactDeep,
  type Transport,
  TransportError,
} from "../src/api/web.ts";
import { type ErrorMapper, toZapierError } from "./errors.ts";

/** The time for all requests of a run. Zapier ends a run after 30 seconds. */
const runMs = 25_000;

/** How the client behaves in a run. Tests replace the clock, so that they do not wait. */
export const runPolicy: PolicyOptions = {
  // Zapier retries, so nothing is retried and nothing waits inside a run.
  attempts: 1,
  maxWaitMs: 0,
  deadlineMs: runMs,
  // Waits between looks for a poll whose creation was not confirmed: short, since they count as part of the run.
  reconcileDelaysMs: [500, 1_500],
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
 * The address of the connection, or that of this version of the app, or an empty text. Throws InvalidInputError for an
 * address without https: on loopback it would be Zapier's own machine.
 */
function getBaseUrl(authData: Bundle["authData"] | undefined): string {
  const given = (authData?.["base_url"] ?? "").trim();
  if (given === "") return process.env["RALLLY_BASE_URL"] ?? "";
  if (/^https:\/\//i.test(given)) return given;
  throw new InvalidInputError("createClient", [
    { path: "baseUrl", message: "Must start with https://, such as https://polls.example.com/api/v1" },
  ]);
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
  const redactor = createRedactor([apiKey, webhookSecret]);
  const send = createTransport(z, runMs);
  try {
    const baseUrl = getBaseUrl(authData);
    const client = createClient({
      apiKey,
      // Zapier logs addresses. The client refuses its key in them.
      transport: async (request) => {
        const parts = new URL(request.url).pathname.split("/");
        if (webhookSecret !== "" && parts.includes(webhookSecret))
          throw new TransportError("A field for an ID has the webhook secret.", false);
        return send(request);
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
    if (error instanceof RefusedError && notFoundCodes.includes(error.code ?? "")) return [];
    throw error;
  }
}

/**
 * Creates a transport that sends requests with `z.request`, so that they appear in Zapier's logs with the key masked.
 * Redirects are not followed and no status throws, because the client classifies responses. `runMs` is the maximum time of
 * all requests of a run together, from now, in milliseconds: `z.request` has no default timeout.
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
        ...(body !== undefined && { body: escapeTemplates(body) }),
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
const escapeTemplates = (json: string): string => json.replaceAll("{{", "{\\u007b");

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
  if (findConnectionErrorCode(code)?.startsWith("CERTIFICATE_"))
    return new TransportError(
      `The certificate of the service is not valid (${code}). The address of the connection needs a certificate of a public authority for its host name.`,
      false,
    );
  if (type === "request-timeout" || type === "body-timeout")
    return new TransportError("The service did not respond in time.", true);
  if (type === "max-size") return new TransportError("The response of the service is too large.", true);
  return new TransportError(`The connection to the service failed${code ? ` (${code})` : ""}.`, true);
}

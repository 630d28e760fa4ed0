import type { Bundle, ZObject } from "zapier-platform-core";
import { createClient } from "../src/api/client.ts";
import type { Client } from "../src/api/client-types.ts";
import { RefusedError } from "../src/api/errors.ts";
import { createRedactor, redactDeep } from "../src/api/redact.ts";
import { type ErrorMapper, toZapierError } from "./errors.ts";
import { createTransport } from "./transport.ts";

/** A run may take 30 seconds in all; what is left is for Zapier's own work. */
const runMs = 25_000;

/** Waits between looks for a poll whose creation was not confirmed: short, since they count as part of the run. */
const reconcileDelaysMs = [500, 1_500];

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
      // Zapier replays what may be replayed; nothing waits for the service inside a run.
      attempts: 1,
      maxWaitMs: 0,
      deadlineMs: runMs,
      reconcileDelaysMs,
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

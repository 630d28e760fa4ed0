import type { Bundle, ZObject } from "zapier-platform-core";
import { type Client, createClient, type Fetch, RalllyError } from "../src/api/web.ts";
import { openCache, type RunCache } from "./cache.ts";
import { type ErrorMapper, toZapierError } from "./errors.ts";
import type { FormContext } from "./input/form.ts";
import { type FormValues, normalizeInput } from "./input/form-values.ts";
import { getApiKey, withoutKey } from "./input/without-key.ts";

/** The time for all requests of a run, in milliseconds. Zapier ends a run after 30 seconds. */
const runMs = 25_000;

export interface Run extends FormContext {
  z: ZObject;
  bundle: Bundle;
  client: Client;
  cache: RunCache;
  /** How many requests this run has sent. */
  requests: number;
  /** The values of the form without the blanks. */
  values: FormValues;
  /** Whether a Zap is switched on: what a trigger returns now is old. */
  isSwitchOn: boolean;
}

/**
 * The function of a step as Zapier calls it: every request goes through `z.request`, is sent once, and all together take at
 * most 25 seconds. Throws what `toError` returns for a failure.
 */
export const step = <Result>(perform: (run: Run) => Promise<Result>, toError: ErrorMapper = toZapierError) =>
  withoutKey(async (z: ZObject, bundle: Bundle): Promise<Result> => {
    try {
      const send = createZapierFetch(z);
      const run: Run = {
        z,
        bundle,
        client: createClient({
          apiKey: getApiKey(bundle.authData),
          baseUrl: process.env["RALLLY_BASE_URL"] || undefined,
          fetch(url, init) {
            run.requests += 1;
            return send(url, init);
          },
          // Zapier retries, so nothing is retried and nothing waits inside a run.
          attempts: 1,
          maxWaitMs: 0,
          timeoutMs: runMs,
          deadlineMs: runMs,
        }),
        cache: openCache(z),
        requests: 0,
        values: normalizeInput(bundle.inputData),
        isSwitchOn: bundle.meta?.isPopulatingDedupe === true,
        accountZone: bundle.meta?.timezone || null,
        now: Date.now(),
        notes: [],
      };
      return await perform(run);
    } catch (error) {
      throw toError(error, z.errors);
    }
  });

/** Whether the poll of a request does not exist. Other 404 responses are failures. */
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
      timeout,
    });
    const { status } = response;
    return new Response(status === 204 ? null : response.content, {
      status,
      headers: [...response.headers] as [string, string][],
    });
  };
}

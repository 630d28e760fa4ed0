/** The transport over a fetch when the runtime has Deno's `createHttpClient`, which may fail. `npm run runtimes:check` runs Deno itself. */
import { getEventListeners } from "node:events";
import { inspect } from "node:util";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  createClient,
  createFetchTransport,
  type Fetch,
  NotSentError,
  TransportError,
} from "../../src/api/index.ts";
import { apiKey, body, getRejection } from "./scripted.ts";
import { createRequest } from "./transport-request.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const stubDeno = (createHttpClient: () => object) => vi.stubGlobal("Deno", { createHttpClient });

const url = "https://rallly.example/v1";
const create = { method: "POST", body: "{}" } as const;

describe("a client of Deno", () => {
  it("that cannot be opened: nothing was sent", async () => {
    stubDeno(() => {
      throw new Error("Bearer sk_test_secret");
    });
    let sent = 0;
    const fetch: Fetch = async () => {
      sent += 1;
      return new Response("{}");
    };
    const { signal } = new AbortController();
    const error = await getRejection(createFetchTransport(fetch)(createRequest(url, { ...create, signal })));
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({ sent: false, message: "Deno could not open an HTTP client." });
    expect(inspect(error, { depth: null })).not.toContain("sk_test");
    expect(getEventListeners(signal, "abort")).toEqual([]);
    const client = createClient({ apiKey, fetch, attempts: 2, backoffMs: 1 });
    const failure = await getRejection(client.createPoll(body));
    expect(failure).toBeInstanceOf(NotSentError);
    expect(failure).toMatchObject({ attempts: 2 });
    expect(sent).toBe(0);
  });

  it("that cannot be closed: the response is returned", async () => {
    stubDeno(() => ({
      close() {
        throw new Error("closed");
      },
    }));
    const transport = createFetchTransport(async () => new Response("{}"));
    expect(await transport(createRequest(url, create))).toMatchObject({ status: 200, text: "{}" });
  });
});

import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import * as nodeModule from "../../src/api/index.ts";
import { createClient as createNodeClient } from "../../src/api/index.ts";
import * as webModule from "../../src/api/web.ts";
import { type ClientOptions, createClient, RalllyError } from "../../src/api/web.ts";
import { apiKey, failure, poll, reply, script, thrown } from "./harness.ts";

const otherKey = "sk_zz99_ABCDEFGHIJKLMNOPQRST";

describe("createClient refuses", () => {
  it.each<[options: unknown, problems: Record<string, RegExp>]>([
    [{}, { apiKey: /Missing/ }],
    [undefined, { apiKey: /Missing/ }],
    [{ apiKey: undefined }, { apiKey: /Missing/ }],
    [{ apiKey: "  " }, { apiKey: /Missing/ }],
    ...["sk_a b", "sk_ä", `"${apiKey}"`, `Bearer ${apiKey}`, "sk_...", "<key>", "$KEY", "%KEY%"].map(
      (key): [unknown, Record<string, RegExp>] => [{ apiKey: key }, { apiKey: /Must be the key alone/ }],
    ),
    [
      { apiKey, attempts: 0, timeoutMs: 0, deadlineMs: Number.NaN, maxWaitMs: -1 },
      { attempts: /1 to 100/, timeoutMs: /from 1/, deadlineMs: /number from 1/, maxWaitMs: /Infinity/ },
    ],
    [{ apiKey, deadlineMs: 2 ** 31 }, { deadlineMs: /2147483647/ }],
    [
      { apiKey, retries: 3, baseURL: "x" },
      { retries: /unknown field$/, baseURL: /Did you mean baseUrl\?$/ },
    ],
    [
      { apiKey, fetch: {}, allowHttp: "yes", userAgent: "a\nb", onAttempt: "log" },
      { fetch: /function/, allowHttp: /true or false/, userAgent: /ASCII/, onAttempt: /function/ },
    ],
    ...[null, apiKey, 5, true].map((options): [unknown, Record<string, RegExp>] => [
      options,
      { options: /Must be an object, such as \{ apiKey \}/ },
    ]),
    [{ baseUrl: "x" }, { apiKey: /Missing/, baseUrl: /text such as/ }],
    [
      { apiKey: 5, timeoutMs: Number.POSITIVE_INFINITY },
      { apiKey: /key alone/, timeoutMs: /number from 1/ },
    ],
  ])("%j, naming every problem", (options, problems) => {
    const error = thrown(() => createClient(options as ClientOptions));
    expect(error).toMatchObject({ operation: "createClient", code: "INVALID_OPTIONS", outcome: "not-sent" });
    expect(error.problems?.map(({ path }) => path).sort()).toEqual(Object.keys(problems).sort());
    for (const { path, message } of error.problems ?? []) expect(message).toMatch(problems[path] ?? "");
    expect(`${error}`).not.toContain("0123456789secret");
  });

  it.each<[string, RegExp]>([
    ["http://polls.example.com/v1", /https:\/\//],
    ["ftp://polls.example.com/v1", /https:\/\//],
    ["https://polls.example.com", /Only rallly\.co has the API/],
    ["https://polls.example.com/api/v1/polls", /Did you mean https:\/\/polls\.example\.com\/api\/v1\?/],
    ["https://app.rallly.co", /Did you mean https:\/\/api\.rallly\.co\/v1\?/],
    ["http://127.0.0.1:3000", /Did you mean http:\/\/127\.0\.0\.1:3000\/v1\?/],
    ["https://ada:secret@polls.example.com/v1", /user name/],
    ["https://polls.example.com/v1?key=1", /query/],
    ["https://polls.example.com/v1#a", /query/],
  ])("the base URL %s", (baseUrl, message) => {
    const error = thrown(() => createClient({ apiKey, baseUrl }));
    expect(error.message).toMatch(message);
    expect(error.message).toMatch(/[^.?][.?]$/);
  });
});

describe("a call refuses", () => {
  it.each<[options: unknown, problems: Record<string, RegExp>]>([
    [
      { timeout: 5, retries: 1 },
      { timeout: /^unknown field\. Did you mean timeoutMs\?$/, retries: /^unknown field$/ },
    ],
    [{ maxWaitMs: 5 }, { maxWaitMs: /^unknown field$/ }],
    [
      { signal: new AbortController(), timeoutMs: 0, deadlineMs: "5", attempts: 1.5 },
      { signal: /AbortSignal/, timeoutMs: /from 1/, deadlineMs: /number/, attempts: /1 to 100/ },
    ],
    [null, { options: /object/ }],
    [0, { options: /object/ }],
  ])("the options %j, naming every problem, and sends nothing", async (options, problems) => {
    const { client, requests } = script([reply(200, { data: poll })]);
    const error = await failure(client.getPoll({ pollId: "p1" }, options as object));
    expect(error).toMatchObject({ operation: "getPoll", code: "INVALID_OPTIONS", outcome: "not-sent" });
    expect(error.problems?.map(({ path }) => path).sort()).toEqual(Object.keys(problems).sort());
    for (const { path, message } of error.problems ?? []) expect(message).toMatch(problems[path] ?? "");
    expect(requests).toEqual([]);
  });
});

it.each([
  ["https://polls.example.com/api/v1/", "https://polls.example.com/api/v1/polls/p1"],
  [" https://polls.example.com/v1 ", "https://polls.example.com/v1/polls/p1"],
  ["http://localhost:3000/v1", "http://localhost:3000/v1/polls/p1"],
  ["http://0x7f.1:3000/v1", "http://127.0.0.1:3000/v1/polls/p1"],
  ["http://[::1]:3000/v1", "http://[::1]:3000/v1/polls/p1"],
  [undefined, "https://api.rallly.co/v1/polls/p1"],
])("the base URL %s leads to %s", async (baseUrl, expected) => {
  const urls: string[] = [];
  const fetch = async (url: string) => {
    urls.push(url);
    return reply(200, { data: poll });
  };
  await createClient({ apiKey, baseUrl, fetch }).getPoll({ pollId: "p1" });
  expect(urls).toEqual([expected]);
});

it("plain http to another host needs allowHttp", () => {
  const baseUrl = "http://polls.internal/v1";
  expect(createClient({ apiKey, baseUrl, allowHttp: true })).toHaveProperty("getPoll");
  expect(thrown(() => createClient({ apiKey, baseUrl })).problems).toMatchObject([{ path: "baseUrl" }]);
});

it("white space around the key is removed, and userAgent is sent", async () => {
  const { client, requests } = script([reply(200, { data: poll })], {
    apiKey: ` ${apiKey}\n`,
    userAgent: "my-app/1.2 (test)",
  });
  await client.getPoll({ pollId: "p1" });
  expect(requests[0]?.headers).toMatchObject({
    authorization: `Bearer ${apiKey}`,
    "user-agent": "my-app/1.2 (test)",
  });
});

describe.each([
  ["Node", createNodeClient],
  ["other runtimes", createClient],
])("in %s, what is no property of the options comes from the environment:", (_, open) => {
  const own = "https://polls.example.com/api/v1";
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  });

  /** What a request of the client shows: the key and the URL. */
  async function request(options: ClientOptions | undefined) {
    const sent: string[] = [];
    const fetch = async (url: string, { headers }: RequestInit) => {
      sent.push(new Headers(headers).get("authorization") ?? "", url);
      return reply(200, { data: poll });
    };
    await open({ ...options, fetch }).getPoll({ pollId: "p1" });
    return sent;
  }

  it.each<[name: string, options: ClientOptions, key: string, baseUrl: string]>([
    ["key and address", {}, otherKey, own],
    ["the address for a given key", { apiKey }, apiKey, own],
    [
      "the key for a given address",
      { baseUrl: "https://a.example.com/v1" },
      otherKey,
      "https://a.example.com/v1",
    ],
    ["no address for one that is undefined", { baseUrl: undefined }, otherKey, "https://api.rallly.co/v1"],
  ])("%s", async (_, options, key, baseUrl) => {
    vi.stubEnv("RALLLY_API_KEY", otherKey);
    vi.stubEnv("RALLLY_BASE_URL", own);
    expect(await request(options)).toEqual([`Bearer ${key}`, `${baseUrl}/polls/p1`]);
  });

  it.each([undefined, ""])("the key %j is an error, and never replaced", (key) => {
    vi.stubEnv("RALLLY_API_KEY", otherKey);
    expect(thrown(() => open({ apiKey: key })).problems).toMatchObject([{ path: "apiKey" }]);
  });

  it("an empty variable counts as none, and the error names the variable", () => {
    vi.stubEnv("RALLLY_API_KEY", "");
    vi.stubEnv("RALLLY_BASE_URL", "");
    const error = thrown(() => open());
    expect(error.problems).toMatchObject([{ path: "apiKey" }]);
    expect(error.message).toContain("RALLLY_API_KEY");
  });

  it("a variable is not read when it is not needed", () => {
    const env = new Proxy({}, { get: (_, name) => expect.fail(`read ${String(name)}`) });
    vi.stubGlobal("process", { env });
    const client = open({ apiKey, baseUrl: own, fetch });
    vi.unstubAllGlobals();
    expect(client).toHaveProperty("getPoll");
  });
});

it.each<[name: string, process: unknown]>([
  ["without an environment", undefined],
  [
    "that asks for permission",
    {
      get env() {
        throw new Error("denied");
      },
    },
  ],
])("a runtime %s has no variables", async (_, process) => {
  vi.stubGlobal("process", process);
  onTestFinished(() => void vi.unstubAllGlobals());
  const error = thrown(() => createClient());
  expect(createClient({ apiKey })).toHaveProperty("getPoll");
  expect(error.problems).toMatchObject([{ path: "apiKey" }]);
});

it("a key as the name of an option is in no error, also where no other key is known", () => {
  const error = thrown(() => createClient({ [apiKey]: true } as object));
  expect(error.problems).toMatchObject([{ path: "apiKey" }, { path: "[key]", message: "unknown field" }]);
  expect(`${error.message} ${JSON.stringify(error)}`).not.toContain(apiKey);
});

it("both modules of the client have the same names", () => {
  expect(Object.keys(nodeModule).sort()).toEqual(Object.keys(webModule).sort());
});

it("an error shows its class, operation and message", () => {
  const error = thrown(() => createClient({ apiKey: undefined }));
  expect(error).toBeInstanceOf(RalllyError);
  expect(error.operation).toBe("createClient");
  expect(error.stack).toMatch(/^RalllyError: Invalid options: apiKey: Missing/);
});

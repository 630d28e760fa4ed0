import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createClient as createNodeClient } from "../../src/api/index.ts";
import { type ClientOptions, createClient, RalllyError } from "../../src/api/web.ts";
import { apiKey, poll, reply, script, thrown } from "./harness.ts";

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
      { attempts: /1 to 100/, timeoutMs: /from 1/, deadlineMs: /from 1/, maxWaitMs: /Infinity/ },
    ],
    [{ apiKey, deadlineMs: 2 ** 31 }, { deadlineMs: /2147483647/ }],
    [
      { apiKey, retries: 3, baseURL: "x" },
      { retries: /Unknown option/, baseURL: /Unknown option/ },
    ],
    [
      { apiKey, fetch: {}, allowHttp: "yes", userAgent: "a\nb" },
      { fetch: /function/, allowHttp: /true or false/, userAgent: /ASCII/ },
    ],
    [{ baseUrl: "x" }, { apiKey: /Missing/, baseUrl: /URL such as/ }],
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
    ["https://polls.example.com", /Did you mean https:\/\/polls\.example\.com\/api\/v1\?/],
    ["https://polls.example.com/api/v1/polls", /Did you mean https:\/\/polls\.example\.com\/api\/v1\?/],
    ["https://app.rallly.co", /Did you mean https:\/\/api\.rallly\.co\/v1\?/],
    ["http://127.0.0.1:3000", /Did you mean http:\/\/127\.0\.0\.1:3000\/v1\?/],
    ["https://ada:secret@polls.example.com/v1", /user name/],
    ["https://polls.example.com/v1?key=1", /query/],
    ["https://polls.example.com/v1#a", /query/],
  ])("the base URL %s", (baseUrl, message) => {
    expect(thrown(() => createClient({ apiKey, baseUrl })).message).toMatch(message);
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

describe("in Node", () => {
  const names = ["RALLLY_API_KEY", "RALLLY_BASE_URL"] as const;
  const before = names.map((name) => process.env[name]);
  beforeEach(() => {
    process.env["RALLLY_API_KEY"] = apiKey;
    process.env["RALLLY_BASE_URL"] = "not a URL";
  });
  afterEach(() => {
    for (const [index, name] of names.entries()) {
      if (before[index] === undefined) delete process.env[name];
      else process.env[name] = before[index];
    }
  });

  it("a client without apiKey takes key and base URL from the environment", () => {
    expect(thrown(() => createNodeClient()).problems).toMatchObject([{ path: "baseUrl" }]);
    process.env["RALLLY_BASE_URL"] = "";
    expect(createNodeClient()).toHaveProperty("getPoll");
    expect(createNodeClient({ deadlineMs: 1000 })).toHaveProperty("getPoll");
    delete process.env["RALLLY_API_KEY"];
    expect(thrown(() => createNodeClient()).problems).toMatchObject([{ path: "apiKey" }]);
  });

  it("an option that is undefined counts as not given", () => {
    expect(thrown(() => createNodeClient({ baseUrl: undefined })).problems).toMatchObject([
      { path: "baseUrl" },
    ]);
  });

  it.each([undefined, ""])("the key %j is an error, and never replaced by the host's", (key) => {
    expect(thrown(() => createNodeClient({ apiKey: key })).problems).toMatchObject([{ path: "apiKey" }]);
  });

  it("a client with a key ignores the environment", () => {
    expect(createNodeClient({ apiKey })).toHaveProperty("getPoll");
  });
});

it("an error shows its class, operation and message", () => {
  const error = thrown(() => createClient({ apiKey: undefined }));
  expect(error).toBeInstanceOf(RalllyError);
  expect(`${error}`).toBe(`RalllyError in createClient: ${error.message}`);
  expect(error.stack).toMatch(/^RalllyError: Invalid options: apiKey: Missing/);
});

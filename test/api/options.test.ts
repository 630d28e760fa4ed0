/** Options of a client, of the built-in transport and of a call: validated at once, and named if invalid. */
import { rootCertificates } from "node:tls";
import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseBaseUrl, sendsKeyInClearText } from "../../src/api/base-url.ts";
import { createClient as createCoreClient } from "../../src/api/client.ts";
import { createClient, createUndiciTransport, InvalidInputError } from "../../src/api/index.ts";
import { chooseBackoff, completePolicy } from "../../src/api/policy.ts";
import { apiKey, getRejection, poll, reply, scriptClient } from "./scripted.ts";

const transport = async () => reply(200, { data: poll });

function problemsOf(act: () => unknown): string[] {
  try {
    act();
  } catch (error) {
    if (error instanceof InvalidInputError) return error.problems.map(({ path }) => path);
    throw error;
  }
  return [];
}

const connect = (options: unknown) => createClient(options as Parameters<typeof createClient>[0]);
const fieldsOf = (options: object) => problemsOf(() => connect({ apiKey, transport, ...options }));

const notNumbers = [Number.NaN, "5", "", null, true, [], [5], {}, 5n, () => 5];
const notTimers = [...notNumbers, -1, Number.NEGATIVE_INFINITY, 2 ** 31, Number.MAX_VALUE];

describe("createClient rejects, naming the option,", () => {
  it.each(["deadlineMs", "connectTimeoutMs", "idleTimeoutMs"])("%s that is not a timeout", (name) => {
    for (const value of [...notTimers, 0, Number.POSITIVE_INFINITY])
      expect([value, fieldsOf({ transport: undefined, [name]: value })]).toEqual([value, [name]]);
    for (const value of [1, 2 ** 31 - 1, 1234.5, undefined])
      expect(fieldsOf({ transport: undefined, [name]: value })).toEqual([]);
  });

  it.each(["backoffMs", "backoffCapMs", "reconcileReserveMs"])("%s that is not a wait", (name) => {
    for (const value of [...notTimers, Number.POSITIVE_INFINITY])
      expect([value, fieldsOf({ [name]: value })]).toEqual([value, [name]]);
    for (const value of [0, 2 ** 31 - 1, undefined]) expect(fieldsOf({ [name]: value })).toEqual([]);
  });

  it("maxWaitMs that is not a wait; Infinity is allowed", () => {
    for (const value of notTimers) expect(fieldsOf({ maxWaitMs: value })).toEqual(["maxWaitMs"]);
    for (const value of [0, 1, Number.POSITIVE_INFINITY, undefined])
      expect(fieldsOf({ maxWaitMs: value })).toEqual([]);
  });

  it.each([
    ["attempts", 100],
    ["concurrency", 10_000],
    ["maxResponseBytes", 2 ** 29],
    ["maxParticipantsBytes", 2 ** 29],
  ])("%s that is not an integer from 1 to %d", (name, maximum) => {
    for (const value of [...notNumbers, 0, -1, 1.5, maximum + 1, Number.POSITIVE_INFINITY])
      expect([value, fieldsOf({ [name]: value })]).toEqual([value, [name]]);
    for (const value of [1, maximum, undefined]) expect(fieldsOf({ [name]: value })).toEqual([]);
  });

  it("reconcileDelaysMs that is not a list of waits, with the index", () => {
    for (const value of [5, "500", {}, null])
      expect(fieldsOf({ reconcileDelaysMs: value })).toEqual(["reconcileDelaysMs"]);
    expect(fieldsOf({ reconcileDelaysMs: [1, Number.NaN, -1, "2", undefined] })).toEqual(
      [1, 2, 3, 4].map((at) => `reconcileDelaysMs.${at}`),
    );
    expect(fieldsOf({ reconcileDelaysMs: Array(101).fill(1) })).toEqual(["reconcileDelaysMs"]);
    for (const value of [[], [0, 1.5], undefined]) expect(fieldsOf({ reconcileDelaysMs: value })).toEqual([]);
  });

  it("a transport, a clock and a random source of another type", () => {
    for (const value of [null, 5, "fetch", {}, []]) {
      expect(fieldsOf({ transport: value })).toEqual(["transport"]);
      expect(fieldsOf({ random: value })).toEqual(["random"]);
    }
    const sleep = async () => {};
    const now = () => {
      throw new Error("no clock");
    };
    for (const value of [
      null,
      Date,
      {},
      { now: Date.now },
      { sleep },
      { now: 5, sleep },
      { now: () => Number.NaN, sleep },
      { now: () => new Date(), sleep },
      { now, sleep },
      { now: Date.now, sleep, monotonic: 5 },
      { now: Date.now, sleep, monotonic: () => Number.NaN },
    ])
      expect(fieldsOf({ clock: value })).toEqual(["clock"]);
    expect(fieldsOf({ clock: { now: Date.now, sleep }, random: () => 0.5 })).toEqual([]);
  });

  it("an unknown option, with the known ones", () => {
    expect(fieldsOf({ deadline: 5, deadlineMS: 5 })).toEqual(["deadline", "deadlineMS"]);
    expect(() => connect({ apiKey, timeout: 5 })).toThrow(/timeout: Unknown option\. Known: .*deadlineMs/);
  });

  it("every invalid option at once, key and base URL included", () => {
    expect(
      fieldsOf({ apiKey: "", baseUrl: 5, attempts: 0, deadlineMs: Number.NaN, colour: 1 }).sort(),
    ).toEqual(["apiKey", "attempts", "baseUrl", "colour", "deadlineMs"]);
  });

  it.each([undefined, null, "sk_ab12cd_0123456789secret", 5, [], () => {}])(
    "%s instead of options",
    (given) => {
      expect(problemsOf(() => connect(given))).toContain("argument");
      expect(problemsOf(() => createCoreClient(given as never))).toContain("argument");
    },
  );

  it("without showing a key in the wrong place", () => {
    for (const given of [apiKey, { apiKey, [apiKey]: 1 }, { apiKey, baseUrl: apiKey, deadlineMs: apiKey }]) {
      try {
        connect(given);
        expect.unreachable();
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidInputError);
        expect(inspect(error, { depth: null })).not.toContain(apiKey);
      }
    }
  });

  it("the timeouts of the built-in transport beside another transport", () => {
    const options = { apiKey, transport, connectTimeoutMs: 5 };
    expect(problemsOf(() => createCoreClient(options))).toEqual(["connectTimeoutMs"]);
    expect(problemsOf(() => createCoreClient({ apiKey } as never))).toEqual(["transport"]);
  });

  it("any value with an InvalidInputError", () => {
    const names = [
      "apiKey",
      "baseUrl",
      "deadlineMs",
      "attempts",
      "reconcileDelaysMs",
      "clock",
      "random",
      "transport",
    ];
    fc.assert(
      fc.property(
        fc.oneof(fc.anything(), fc.dictionary(fc.constantFrom(...names), fc.anything())),
        (given) => {
          expect(() => problemsOf(() => connect(given))).not.toThrow();
        },
      ),
      { seed: 18, numRuns: 2000 },
    );
  });
});

describe("createUndiciTransport", () => {
  it("rejects invalid timeouts and unknown options", () => {
    for (const value of [...notTimers, 0, Number.POSITIVE_INFINITY])
      for (const name of ["connectTimeoutMs", "idleTimeoutMs"])
        expect(problemsOf(() => createUndiciTransport({ [name]: value }))).toEqual([name]);
    expect(problemsOf(() => createUndiciTransport({ timeout: 5 } as object))).toEqual(["timeout"]);
    expect(problemsOf(() => createUndiciTransport(null as never))).toEqual(["argument"]);
    expect(problemsOf(() => createUndiciTransport({ connectTimeoutMs: 1 }))).toEqual([]);
  });
});

describe("a call rejects before it sends anything", () => {
  it.each([
    [null, "argument"],
    [5, "argument"],
    ["now", "argument"],
    [[], "argument"],
    [AbortSignal.timeout(1000), "argument"],
    [{ signal: null }, "signal"],
    [{ signal: new AbortController() }, "signal"],
    [{ signal: { aborted: false } }, "signal"],
    [{ abort: AbortSignal.timeout(1000) }, "abort"],
  ])("the call options %s", async (given, path) => {
    const { client, requests } = scriptClient([reply(200, { data: poll })]);
    expect(await getRejection(client.getPoll({ pollId: "p1" }, given as never))).toMatchObject({
      name: "InvalidInputError",
      operation: "getPoll",
      problems: [{ path }],
    });
    expect(requests).toEqual([]);
  });

  it("calls accept a signal or no options", async () => {
    const { client } = scriptClient([reply(200, { data: poll })]);
    for (const given of [undefined, {}, { signal: undefined }, { signal: new AbortController().signal }])
      await expect(client.getPoll({ pollId: "p1" }, given)).resolves.toMatchObject({ data: { id: poll.id } });
  });
});

it("an invalid random number gives the whole backoff", () => {
  for (const random of [() => Number.NaN, () => -1, () => 2])
    expect(chooseBackoff(1, completePolicy({ random }))).toBe(500);
});

describe("a client with a given transport", () => {
  it.each([
    ["connectTimeoutMs", 5],
    ["idleTimeoutMs", 5],
    ["ca", rootCertificates[0]],
  ])("refuses %s, which only the built-in one has", (name, value) => {
    const transport = () => Promise.reject(new Error("unused"));
    expect(() => createClient({ apiKey, transport, [name]: value })).toThrow(
      `${name}: Has no effect beside transport`,
    );
    expect(() => createClient({ apiKey, transport, [name]: undefined })).not.toThrow();
    expect(() => createClient({ apiKey, [name]: value })).not.toThrow();
  });
});

function messageOf(options: { apiKey?: string | undefined; baseUrl?: string }): string {
  try {
    createClient({ apiKey, ...options });
  } catch (error) {
    if (error instanceof InvalidInputError) return error.message;
    throw error;
  }
  throw new Error("createClient accepted the options");
}

describe("the message of createClient", () => {
  const missingKey =
    "Missing. If you pass an environment variable such as RALLLY_API_KEY, set it first. " +
    "The space's owner creates a key in the space's settings, under API keys";
  it.each([
    ["", missingKey],
    [undefined, missingKey],
    ["sk_ one", "Contains a space or an invalid character. Copy the key again"],
    ["sk_\u2013one", "Contains a space or an invalid character. Copy the key again"],
  ])("for the key %j", (key, message) => {
    expect(messageOf({ apiKey: key })).toBe(`Invalid input, nothing was sent. apiKey: ${message}`);
  });

  it.each([
    ["api.rallly.co/v1", "Must be a URL such as https://api.rallly.co/v1"],
    ["https://user@api.rallly.co/v1", "Must not contain a user name or a password"],
    ["https://:secret@api.rallly.co/v1", "Must not contain a user name or a password"],
    ["https://api.rallly.co/v1?space=1", "Must not have a query or a fragment"],
    ["https://api.rallly.co/v1?", "Must not have a query or a fragment"],
    ["https://api.rallly.co/v1#", "Must not have a query or a fragment"],
    [
      "http://api.rallly.co/v1",
      "Must start with https://. Plain http:// is accepted for loopback only, such as http://127.0.0.1, unless allowHttp is set: the API key then travels in clear text",
    ],
    ["https://api.rallly.co", "Must end with /v1. Did you mean https://api.rallly.co/v1?"],
    ["https://rallly.co/", "Must end with /v1. Did you mean https://api.rallly.co/v1?"],
    ["https://app.rallly.co/api", "Must end with /v1. Did you mean https://api.rallly.co/v1?"],
    ["https://api.rallly.co/v2", "Must end with /v1. Did you mean https://api.rallly.co/v1?"],
    ["https://myrallly.co", "Must end with /v1. Did you mean https://myrallly.co/api/v1?"],
    ["https://polls.example.com", "Must end with /v1. Did you mean https://polls.example.com/api/v1?"],
    [
      "https://polls.example.com:8443/api/",
      "Must end with /v1. Did you mean https://polls.example.com:8443/api/v1?",
    ],
    [
      "https://polls.example.com/api/v1/polls",
      "Must end with /v1. Did you mean https://polls.example.com/api/v1?",
    ],
    ["https://polls.example.com/xv1", "Must end with /v1. Did you mean https://polls.example.com/api/v1?"],
    ["http://127.0.0.1:4270", "Must end with /v1. Did you mean http://127.0.0.1:4270/v1?"],
    ["http://localhost:3000/api", "Must end with /v1. Did you mean http://localhost:3000/api/v1?"],
    [`https://example.com/${apiKey}/v1/polls`, "Must end with /v1. Did you mean https://example.com/[key]?"],
    [`https://${"a".repeat(250)}.com`, "Must end with /v1"],
  ])("for the base URL %j", (baseUrl, message) => {
    expect(messageOf({ baseUrl })).toBe(`Invalid input, nothing was sent. baseUrl: ${message}`);
  });
});

it("a base URL may have white space around it", () => {
  for (const space of [" ", "\n", "\u00a0", "\ufeff"]) {
    expect(parseBaseUrl(`${space}https://api.rallly.co/v1${space}`)).toBe("https://api.rallly.co/v1");
  }
});

it("a base URL may have slashes at its end", () => {
  expect(parseBaseUrl("https://polls.example.com/api/v1//")).toBe("https://polls.example.com/api/v1");
});

describe("allowHttp", () => {
  it("accepts plain http for every host, and nothing else", () => {
    const connectTo = (baseUrl: string) => () => connect({ apiKey, baseUrl, allowHttp: true });
    expect(connectTo("http://polls.example.com/api/v1")).not.toThrow();
    expect(connectTo("https://polls.example.com/api/v1")).not.toThrow();
    for (const baseUrl of ["ftp://polls.example.com/v1", "http://polls.example.com", "http://a@b.com/v1"])
      expect(problemsOf(connectTo(baseUrl))).toEqual(["baseUrl"]);
  });

  it.each([1, "1", "true", null])("rejects %j, which is not true or false", (allowHttp) => {
    expect(problemsOf(() => connect({ apiKey, allowHttp, baseUrl: "http://a.com/v1" }))).toContain(
      "allowHttp",
    );
  });

  it.each([
    ["http://polls.example.com/v1", true],
    ["http://127.example.com/v1", true],
    ["http://10.0.0.1/v1", true],
    ["https://polls.example.com/v1", false],
    ["http://localhost:3000/v1", false],
    ["http://127.9.9.9/v1", false],
    ["http://[::1]:80/v1", false],
  ])("makes requests to %s send the key in clear text: %j", (baseUrl, expected) => {
    expect(sendsKeyInClearText(baseUrl)).toBe(expected);
  });
});

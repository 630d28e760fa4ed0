/** Options of a client, of the built-in transport and of a call: validated at once, and named if invalid. */
import { rootCertificates } from "node:tls";
import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createClient as createCoreClient } from "../../src/api/client.ts";
import { createClient, createUndiciTransport, InvalidInputError } from "../../src/api/index.ts";
import { chooseBackoff, completePolicy } from "../../src/api/policy.ts";
import { apiKey, getRejection, listProblems, poll, reply, scriptClient } from "./scripted.ts";

const transport = async () => reply(200, { data: poll });

const problemsOf = (act: () => unknown) => listProblems(act).map(({ path }) => path);

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

describe("the message of createClient", () => {
  const placeholder =
    'Is a placeholder. The owner of a space on a Pro plan creates a key at rallly.co, in the space\'s settings under "API keys".';
  const missingKey =
    "Missing. If you pass an environment variable such as RALLLY_API_KEY, set it first. " +
    "The space's owner creates a key in the space's settings, under API keys";
  it.each([
    ["", missingKey],
    [undefined, missingKey],
    ["sk_ one", "Contains a space or an invalid character. Copy the key again"],
    ["sk_\u2013one", "Contains a space or an invalid character. Copy the key again"],
    ['"sk_abc123_S3cretS3cret"', "Has quotes around it. Remove the quotes."],
    ["'sk_abc123_S3cretS3cret'", "Has quotes around it. Remove the quotes."],
    ["Bearer sk_abc123_S3cretS3cret", 'Begins with "Bearer". Copy only the key again: it begins with sk_.'],
    [
      "RALLLY_API_KEY=sk_abc123_S3cretS3cret",
      "Begins with the name of a variable. Copy only the key again: it begins with sk_.",
    ],
    ["sk_...", placeholder],
    ["your-api-key", placeholder],
  ])("for the key %j", (key, message) => {
    expect(() => createClient({ apiKey: key })).toThrow(
      new InvalidInputError("createClient", [{ path: "apiKey", message }]),
    );
  });
});

/** The API key appears in no error, result or URL. */
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { createClient } from "../../src/api/web.ts";
import { createRedactor, redactDeep, redactKeys } from "../../src/redact.ts";
import {
  apiKey,
  body,
  connectionError,
  errorReply,
  failure,
  poll,
  reply,
  type Step,
  script,
} from "./harness.ts";

const other = "sk_zz99_ABCDEFGHIJKLMNOPQRST";
const echo = `Key ${apiKey} of ${other} is wrong`;

/** Everything that a program could print of an error. */
const dump = (error: Error) =>
  [
    inspect(error, { depth: 9, showHidden: true, getters: true }),
    JSON.stringify(error),
    error.stack,
    String(error),
  ].join();

describe("an error hides the key", () => {
  it.each<[string, Step]>([
    ["in the service's message", errorReply(400, "VALIDATION_ERROR")],
    ["in an echo of the request", reply(400, { error: { code: "VALIDATION_ERROR", message: echo } })],
    ["in the service's code", reply(400, { error: { code: apiKey, message: "No" } })],
    [
      "in the host of a redirect",
      new Response("", { status: 302, headers: { location: `https://${apiKey}.example.com` } }),
    ],
    ["in what the fetch throws", new Error(`header Bearer ${apiKey} is malformed`)],
    ["in the code that the fetch throws", connectionError(apiKey)],
  ])("%s", async (_, step) => {
    const { client } = script([step], { attempts: 1 });
    const text = dump(await failure(client.getPoll({ pollId: "p1" })));
    for (const key of [apiKey, other]) expect(text).not.toContain(key);
  });

  it("in the name of a field and of an option", async () => {
    const { client, requests } = script([]);
    expect(dump(await failure(client.createPoll({ ...body, [apiKey]: 1 } as typeof body)))).not.toContain(
      apiKey,
    );
    expect(dump(await failure(client.listPolls({}, { [apiKey]: 1 } as object)))).not.toContain(apiKey);
    try {
      createClient({ apiKey, [apiKey]: true } as { apiKey: string });
    } catch (error) {
      expect(dump(error as Error)).not.toContain(apiKey);
    }
    expect(requests).toEqual([]);
  });

  it("of a copied client too", async () => {
    const { client } = script([reply(400, { error: { code: "VALIDATION_ERROR", message: echo } })]);
    const copy = { ...client };
    expect((await failure(copy.getPoll({ pollId: "p1" }))).message).toBe("Key [key] of [key] is wrong");
  });

  it("and control characters of the service's text", async () => {
    const { client } = script([
      reply(400, { error: { code: "VALIDATION_ERROR", message: "a\u001b[31m\u202eb" } }),
    ]);
    expect((await failure(client.getPoll({ pollId: "p1" }))).message).toBe("a [31mb");
  });
});

it.each([
  ["pollId", { pollId: apiKey }],
  ["pollId", { pollId: `p/${apiKey}` }],
])("the key is refused in a URL, as %s %j", async (path, input) => {
  const { client, requests } = script([reply(200, { data: poll })]);
  const error = await failure(client.getPoll(input));
  expect(error.problems).toMatchObject([{ path }]);
  expect(dump(error)).not.toContain(apiKey);
  expect(requests).toEqual([]);
});

it("a short key, as tests use, is part of ids", async () => {
  const { client, log } = script([reply(200, { data: poll })], { apiKey: "test" });
  await client.getPoll({ pollId: "test-poll-1" });
  expect(log()).toEqual(["GET /polls/test-poll-1"]);
});

describe("data", () => {
  const redact = createRedactor(apiKey);

  it.each([
    [`Notes: ${apiKey}!`, "Notes: [key]!"],
    ["SK_Sales_Meeting", "SK_Sales_Meeting"],
    [other, other],
    ["sk_ab12cd_0123456789", "sk_ab12cd_0123456789"],
  ])("%s is shown as %s", (text, shown) => {
    expect(redact(text)).toBe(shown);
  });

  it("is masked in every text and field name", () => {
    expect(redactDeep({ [apiKey]: [{ note: apiKey }, 1, null, true] }, redact)).toEqual({
      "[key]": [{ note: "[key]" }, 1, null, true],
    });
  });

  it.each(["", "k", "test", "a-test-key-of-19-cs"])(
    "stays as it is with the short key %j of a test",
    (short) => {
      expect(createRedactor(short)(`kick off the latest ${short}`)).toBe(`kick off the latest ${short}`);
    },
  );

  it("is masked from 20 characters on", () => {
    expect(createRedactor("a-test-key-of-20-chr")("a-test-key-of-20-chr")).toBe("[key]");
  });

  it("in a log loses everything of the form of a key", () => {
    expect(redactKeys(`${other}, SK_Sales_Meeting and sk_ab_short`)).toBe(
      "[key], SK_Sales_Meeting and sk_ab_short",
    );
  });
});

/** The options headers and userAgentSuffix: what is sent, and what is refused without being shown. */
import { describe, expect, it } from "vitest";
import { createClient, userAgent } from "../../src/api/index.ts";
import { apiKey, body, listProblems, poll, reply, scriptClient } from "./scripted.ts";

async function sentHeaders(options: object) {
  const { client, requests } = scriptClient([reply(201, { data: poll })], options);
  await client.createPoll(body);
  return requests[0]?.headers;
}

const problemsOf = (options: object) => listProblems(() => createClient({ apiKey, ...options }));

describe("headers", () => {
  it("are sent with every request, beside the client's own", async () => {
    const headers = { "CF-Access-Client-Id": "id 1", Cookie: "a=b; c=d", "x-empty": "" };
    expect(await sentHeaders({ headers })).toEqual({
      "cf-access-client-id": "id 1",
      cookie: "a=b; c=d",
      "x-empty": "",
      authorization: `Bearer ${apiKey}`,
      accept: "application/json",
      "content-type": "application/json",
      "user-agent": userAgent,
    });
  });

  it.each([
    "Authorization",
    "content-type",
    "ACCEPT",
    "accept-encoding",
    "Content-Length",
    "content-encoding",
    "Transfer-Encoding",
    "connection",
    "host",
    "upgrade",
    "expect",
    "te",
    "trailer",
    "keep-alive",
    "proxy-authorization",
    "range",
    "user-agent",
    "not a name",
    "x:y",
    "x\ny",
    "",
    "ü",
  ])("are refused by name: %j", (name) => {
    const problems = problemsOf({ headers: { [name]: "s3cret-value" } });
    expect(problems.map(({ path }) => path)).toEqual([`headers.${name}`]);
    expect(JSON.stringify(problems)).not.toContain("s3cret");
  });

  it.each([
    "s3cret\r\nX-Evil: 1",
    "s3cret\nb",
    "s3cret\u0000b",
    " s3cret",
    "s3cret ",
    "\ts3cret",
    "s3cr\u00e9t s3cret",
    "s3cret\u007f",
    "a".repeat(4097),
    5,
    null,
    ["a"],
    {},
  ])("are refused for their value without showing it: %j", (value) => {
    const problems = problemsOf({ headers: { "X-Test": value } });
    expect(problems).toEqual([{ path: "headers.X-Test", message: expect.any(String) }]);
    expect(problems[0]?.message).not.toContain("s3cret");
  });

  it("are refused if they are no plain object, too many, or equal but for letter case", () => {
    for (const headers of [null, 5, "x", [["a", "b"]], new Map([["a", "b"]]), new Headers({ a: "b" })])
      expect(problemsOf({ headers }).map(({ path }) => path)).toEqual(["headers"]);
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`x-${at}`, "1"]));
    expect(problemsOf({ headers: many })).toEqual([
      { path: "headers", message: "Must have at most 50 headers" },
    ]);
    expect(problemsOf({ headers: { "X-A": "1", "x-a": "2" } })).toEqual([
      { path: "headers.x-a", message: "Given twice, in different letter case" },
    ]);
  });

  it("do not show a key that is given as a name", () => {
    expect(JSON.stringify(problemsOf({ headers: { [`${apiKey} x`]: "1" } }))).not.toContain(apiKey);
  });
});

describe("userAgentSuffix", () => {
  it("is added to the User-Agent header", async () => {
    expect(await sentHeaders({ userAgentSuffix: "my-app/1.2 (+https://a.example)" })).toMatchObject({
      "user-agent": `${userAgent} my-app/1.2 (+https://a.example)`,
    });
  });

  it.each(["", " ", " a", "a ", "a  b", "a\r\nX: 1", "a\tb", "ü", "a".repeat(201), 5, null])(
    "is refused: %j",
    (given) => {
      expect(problemsOf({ userAgentSuffix: given }).map(({ path }) => path)).toEqual(["userAgentSuffix"]);
    },
  );
});

describe("fetch, dispatcher and transport", () => {
  const dispatcher = { dispatch: () => true };
  const transport = async () => reply(200, {});
  it.each<[object, string[]]>([
    [
      { transport, fetch, dispatcher, connectTimeoutMs: 1, idleTimeoutMs: 1 },
      ["fetch", "dispatcher", "connectTimeoutMs", "idleTimeoutMs"],
    ],
    [{ fetch, dispatcher, connectTimeoutMs: 1 }, ["dispatcher", "connectTimeoutMs"]],
    [{ dispatcher, connectTimeoutMs: 1 }, ["connectTimeoutMs"]],
    [{ fetch, idleTimeoutMs: 1 }, []],
    [{ dispatcher, idleTimeoutMs: 1 }, []],
    [{ fetch: "https" }, ["fetch"]],
    [{ dispatcher: {} }, ["dispatcher"]],
    [{ onRequest: 1, onResponse: {}, onRetry: "x" }, ["onRequest", "onResponse", "onRetry"]],
  ])("%j: options without effect are named", (options, expected) => {
    expect(
      problemsOf(options)
        .map(({ path }) => path)
        .sort(),
    ).toEqual([...expected].sort());
  });
});

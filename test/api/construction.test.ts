import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { createClient, InvalidInputError, userAgent } from "../../src/api/index.ts";
import { apiKey, poll, reply, scriptClient } from "./scripted.ts";

function refusalOf(options: { apiKey?: string; baseUrl?: string }): InvalidInputError {
  try {
    createClient({ apiKey, ...options });
  } catch (error) {
    if (error instanceof InvalidInputError) return error;
    throw error;
  }
  throw new Error("Nothing was refused");
}

describe("the key", () => {
  it("is sent as a bearer token without white space around it", async () => {
    const { client, requests } = scriptClient([reply(200, { data: poll })], { apiKey: ` \t${apiKey}\r\n` });
    await client.getPoll({ pollId: "p1" });
    expect(requests[0]?.headers).toEqual({
      authorization: `Bearer ${apiKey}`,
      accept: "application/json",
      "user-agent": userAgent,
    });
  });

  it.each([undefined, "", "  \n", 5])("is rejected if missing: %j", (missing) => {
    expect(refusalOf({ apiKey: missing as string }).problems).toEqual([
      { path: "apiKey", message: expect.stringContaining("Missing") },
    ]);
  });

  it.each(["sk_one\nX-Evil: 1", "sk_o\u0000ne", "sk_ one", "sk_one\u2013two", "sk_ünö", "sk_\u007fone"])(
    "is rejected without being shown if a header cannot contain it: %j",
    (broken) => {
      const error = refusalOf({ apiKey: broken });
      expect(error.problems[0]?.path).toBe("apiKey");
      for (const text of [inspect(error, { depth: null }), JSON.stringify(error), String(error.stack)]) {
        expect(text).not.toContain(broken);
        expect(text).not.toContain("sk_");
      }
    },
  );
});

describe("the base URL", () => {
  const accepted: [string | undefined, string][] = [
    [undefined, "https://api.rallly.co/v1/polls/p1"],
    ["https://api.rallly.co/v1/", "https://api.rallly.co/v1/polls/p1"],
    ["https://rallly.example/v1//", "https://rallly.example/v1/polls/p1"],
    [" https://rallly.example:8443/proxy/v1 ", "https://rallly.example:8443/proxy/v1/polls/p1"],
    ["http://localhost:4000/v1", "http://localhost:4000/v1/polls/p1"],
    ["http://127.0.0.1:4000/v1", "http://127.0.0.1:4000/v1/polls/p1"],
    ["http://127.9.8.7/v1", "http://127.9.8.7/v1/polls/p1"],
    ["http://[::1]:4000/v1", "http://[::1]:4000/v1/polls/p1"],
  ];
  it.each(accepted)("may be %j", async (baseUrl, url) => {
    const { client, requests } = scriptClient([reply(200, { data: poll })], { baseUrl });
    await client.getPoll({ pollId: "p1" });
    expect(requests.map((request) => request.url)).toEqual([url]);
  });

  it.each([
    "http://api.rallly.co/v1",
    "http://127.0.0.1.example/v1",
    "http://localhost.example/v1",
    "http://0.0.0.0/v1",
    "http://[::2]/v1",
    "http://10.0.0.1/v1",
    "ftp://127.0.0.1/v1",
    "file:///v1",
    "api.rallly.co/v1",
    "",
    "https://user:secret@api.rallly.co/v1",
    "https://user@api.rallly.co/v1",
    "https://api.rallly.co/v1?space=1",
    "https://api.rallly.co/v1?",
    "https://api.rallly.co/v1#top",
  ])("may not be %j", (baseUrl) => {
    const error = refusalOf({ baseUrl });
    expect(error).toMatchObject({ operation: "createClient", attempts: 0, problems: [{ path: "baseUrl" }] });
    expect(inspect(error, { depth: null })).not.toContain("secret");
  });
});

it("the User-Agent has the package's version", () => {
  const { name, version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  expect(userAgent).toBe(`${name}/${version}`);
});

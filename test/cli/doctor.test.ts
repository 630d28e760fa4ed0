import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { diagnose } from "../../cli/doctor.ts";
import { readEnvironment } from "../../cli/options.ts";
import { openSandbox } from "../mcp/harness.ts";
import { openService, sendJson, testKey } from "../mcp/service.ts";

/** Runs the doctor. Returns the exit code and what it wrote. */
async function examine(args: string[], environment: Record<string, string> = {}) {
  let text = "";
  const code = await diagnose(args, readEnvironment(environment), (part) => (text += part));
  return { code, text };
}

const refuse =
  (status: number, code: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    sendJson(response, status, { error: { code, message: "" } }, headers);

const sendOld = (response: ServerResponse) => {
  const date = new Date(Date.now() - 3_600_000).toUTCString();
  sendJson(response, 200, { data: [], nextCursor: null }, { date });
};

describe("the doctor", () => {
  it("finds all in order on a sandbox, shows only the key's prefix, and says what to do next", async () => {
    const { apiKey, url } = await openSandbox({ now: undefined, limits: "service" });
    const { code, text } = await examine([], { RALLLY_API_KEY: apiKey, RALLLY_BASE_URL: url });
    expect(text.split("\n").map((line) => line.slice(0, 23).trim())).toEqual([
      "ok       Key",
      "ok       Base URL",
      "ok       Proxy",
      "ok       Time zones",
      "ok       Service",
      "ok       Plan",
      "ok       Rate limit",
      "ok       API document",
      "ok       Clock",
      "",
      expect.stringContaining("Next:"),
      "",
    ]);
    expect(text).toContain(`${apiKey.split("_").slice(0, 2).join("_")}_…`);
    expect(text).not.toContain(apiKey);
    expect(text).not.toContain("<secret>");
    expect(code).toBe(0);
  });

  it("names a range in NO_PROXY, which is not understood", async () => {
    const { apiKey, url } = await openSandbox({ now: undefined });
    const environment = { RALLLY_API_KEY: apiKey, RALLLY_BASE_URL: url, NO_PROXY: "example.com,10.0.0.0/8" };
    expect((await examine([], environment)).text).toMatch(/^warning +Proxy .*10\.0\.0\.0\/8/m);
  });

  it("makes no more than two requests, and needs no key for the document", async () => {
    const { apiKey, url, requests } = await openSandbox({ now: undefined });
    await examine([], { RALLLY_API_KEY: apiKey, RALLLY_BASE_URL: url });
    expect(requests.map(({ path }) => path.replace(/\?.*/, ""))).toEqual(["/v1/polls", "/v1/openapi"]);
    const { code, text } = await examine(["--without-key"], { RALLLY_BASE_URL: url });
    expect(text).toContain("skipped  Key");
    expect(text).toContain("ok       API document");
    expect(code).toBe(0);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ["no key", {}, /failed {3}Key +RALLLY_API_KEY is not set/],
    ["the README's key", { RALLLY_API_KEY: "sk_..." }, /failed {3}Key .* still a placeholder/],
    [
      "a URL without /v1",
      { RALLLY_API_KEY: testKey, RALLLY_BASE_URL: "https://rallly.example" },
      /failed {3}Base URL .*\/v1/,
    ],
    [
      "an unknown host",
      { RALLLY_API_KEY: testKey, RALLLY_BASE_URL: "https://rallly.invalid/v1" },
      /failed {3}Service .*RALLLY_BASE_URL/,
    ],
    [
      "an address with the key in it",
      { RALLLY_API_KEY: testKey, RALLLY_BASE_URL: `http://127.0.0.1:1/${testKey}/v1` },
      /ok {7}Base URL +http:\/\/127\.0\.0\.1:1\/\[key\]/,
    ],
    [
      "a proxy that does not answer",
      { RALLLY_API_KEY: testKey, HTTPS_PROXY: "user:password@127.0.0.1:1" },
      /Proxy +127\.0\.0\.1:1 \(HTTPS_PROXY\).*failed {3}Service/s,
    ],
  ])("ends with status 1 and says what to correct: %s", async (_, environment, line) => {
    const { code, text } = await examine([], environment);
    expect(text).toMatch(line);
    expect(text).not.toContain("password");
    expect(text).not.toContain("Next:");
    expect(code).toBe(1);
  });

  it.each<[string, (response: ServerResponse) => void, RegExp]>([
    ["a wrong key", refuse(401, "UNAUTHORIZED"), /failed {3}Key +The service does not accept the API key/],
    ["no Pro plan", refuse(403, "SPACE_NOT_PRO"), /failed {3}Plan +The API needs a Pro plan/],
    [
      "a used-up limit",
      refuse(429, "RATE_LIMIT_EXCEEDED", { "retry-after": "30" }),
      /warning {2}Rate limit .*Run the command again in 30 seconds/,
    ],
    [
      "maintenance",
      refuse(503, "SERVICE_UNAVAILABLE", { "retry-after": "300" }),
      /failed {3}Service +The service is unavailable/,
    ],
    ["a wrong path", refuse(404, "NOT_FOUND"), /failed {3}Service +The service has no such path/],
    ["a login page", (response) => response.end("<html>Sign in</html>"), /failed {3}Service/],
    ["a clock that is an hour off", sendOld, /warning {2}Clock +3\d{3} s ahead of the service's/],
  ])("names the cause of a service with %s", async (_, respond, line) => {
    const service = await openService(respond);
    const result = await examine(["--strict"], { RALLLY_API_KEY: testKey, RALLLY_BASE_URL: service.url });
    expect(result.text).toMatch(line);
    expect(result.text).not.toContain(testKey);
    expect(result.code).toBe(1);
  });

  it("prints one JSON document with --json", async () => {
    const { code, text } = await examine(["--json", "--sandbox"]);
    expect(JSON.parse(text)).toMatchObject({
      passed: true,
      checks: [{ name: "Key", status: "ok" }, {}, {}, {}, {}, {}, {}, {}, {}],
    });
    expect(code).toBe(0);
  });
});

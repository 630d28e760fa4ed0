/** `rallly-mcp doctor` with something else than the API in place of the service: the key is not sent. */
import { describe, expect, it } from "vitest";
import type { FaultRule } from "../../src/sandbox/index.ts";
import { diagnose, openServer, unknownKey } from "./doctor-harness.ts";
import { openSandbox } from "./harness.ts";

describe("what responds", () => {
  const faults: [string, FaultRule["fault"], Record<string, unknown>][] = [
    [
      "maintenance",
      { kind: "status", status: 503, retryAfter: "300" },
      { found: /maintenance \(503\)/, advice: /in 300 s/ },
    ],
    [
      "an internal error",
      { kind: "status", status: 500 },
      { found: /internal error \(500\)/, advice: /later/ },
    ],
    [
      "a captive portal",
      { kind: "html" },
      { found: /Something else responds.*\(200: expected JSON, got text\/html\)/, advice: /Sign in/ },
    ],
    [
      "the error page of a proxy",
      { kind: "status", status: 403, html: true },
      { found: /\(403: expected JSON, got text\/html\)/, advice: /proxy/ },
    ],
    [
      "a redirect",
      { kind: "redirect", status: 302, location: "https://portal.example/login?next=1" },
      { found: /redirects to portal\.example \(302\)/, advice: /RALLLY_BASE_URL/ },
    ],
    ["half a response", { kind: "truncate" }, { found: /cut short/, advice: /Try again/ }],
  ];
  it.each(faults)("is %s: the key is not sent", async (_, fault, { found, advice }) => {
    const sandbox = await openSandbox();
    sandbox.setFaults({
      rules: [{ method: "GET", fault, when: fault.kind === "status" ? "before" : "after" }],
    });
    const { code, check, statuses } = await diagnose({
      RALLLY_API_KEY: sandbox.apiKey,
      RALLLY_BASE_URL: sandbox.url,
    });
    expect(code).toBe(1);
    expect(check("reachability")).toMatchObject({ status: "failed" });
    expect(check("reachability")?.found).toMatch(found as RegExp);
    expect(check("reachability")?.advice).toMatch(advice as RegExp);
    expect(statuses).toMatchObject({ key: "not-checked", clock: "not-checked", document: "not-checked" });
    expect(sandbox.requests).toHaveLength(1);
  });

  it("is a path without the API", async () => {
    const url = await openServer((_, response) => {
      response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not found</h1>");
    });
    const { check } = await diagnose({ RALLLY_API_KEY: unknownKey, RALLLY_BASE_URL: url });
    expect(check("reachability")).toMatchObject({
      status: "failed",
      advice: expect.stringContaining("RALLLY_BASE_URL"),
    });
  });

  const json = "application/json";
  it.each([
    ["HTML without a content type", 200, undefined, "<html>Welcome</html>"],
    ["HTML that is called JSON", 200, json, "<html>Welcome</html>"],
    ["an empty object", 200, json, "{}"],
    ["a list", 200, json, "[]"],
    ["a document without paths", 200, json, '{"openapi":"3.1.0"}'],
    ["a document whose paths are a list", 200, json, '{"openapi":"3.1.0","paths":[]}'],
    ["an error with status 200", 200, json, '{"error":{"code":"NOT_FOUND","message":"x"}}'],
    ["no body", 204, undefined, ""],
    ["an error without a code", 404, json, '{"error":{"message":"x"}}'],
    ["another API's error", 401, json, '{"error":"unauthorized"}'],
    ["an error page that is called JSON", 404, json, "<html>Not found</html>"],
  ])("is %s: the key is not sent", async (_, status, type, body) => {
    const keys: unknown[] = [];
    const url = await openServer(({ headers }, response) => {
      keys.push(headers.authorization);
      response.writeHead(status, type === undefined ? {} : { "content-type": type }).end(body);
    });
    const { code, check, statuses } = await diagnose({ RALLLY_API_KEY: unknownKey, RALLLY_BASE_URL: url });
    expect(code).toBe(1);
    expect(keys).toEqual([undefined]);
    expect(check("reachability")?.found).toContain("Something else responds, not the API");
    expect(statuses).toMatchObject({ key: "not-checked", plan: "not-checked", document: "not-checked" });
  });

  it("has a document, but lists no polls", async () => {
    for (const body of ["<html>Welcome</html>", "{}", '{"openapi":"3.1.0","paths":{}}']) {
      const url = await openServer(({ url: path }, response) => {
        const document = '{"openapi":"3.1.0","paths":{}}';
        response.setHeader("content-type", json).end(path?.endsWith("/openapi") ? document : body);
      });
      const { statuses } = await diagnose({ RALLLY_API_KEY: unknownKey, RALLLY_BASE_URL: url });
      expect(statuses).toMatchObject({ reachability: "ok", key: "not-checked", plan: "not-checked" });
      expect(statuses["polls"]).toBe("failed");
    }
  });

  it("is a list of polls that this version cannot read", async () => {
    const url = await openServer(({ url: path }, response) => {
      const body = path?.endsWith("/openapi")
        ? { openapi: "3.1.0", paths: {} }
        : { data: [{}], nextCursor: null };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
    const { code, check, statuses } = await diagnose({ RALLLY_API_KEY: unknownKey, RALLLY_BASE_URL: url });
    expect(code).toBe(1);
    expect(statuses).toMatchObject({ key: "not-checked", plan: "not-checked", polls: "failed" });
    expect(check("polls")?.found).toContain("Unexpected response to GET /polls");
  });

  it("knows no path at a wrong base URL: the key is not to blame", async () => {
    const sandbox = await openSandbox();
    const { code, check, statuses } = await diagnose({
      RALLLY_API_KEY: sandbox.apiKey,
      RALLLY_BASE_URL: sandbox.url.replace("/v1", "/api/v1"),
    });
    expect(code).toBe(1);
    expect(statuses).toMatchObject({ key: "not-checked", plan: "not-checked", "rate-limit": "not-checked" });
    expect(check("polls")).toMatchObject({
      status: "failed",
      found: "the service has no such path (404 NOT_FOUND)",
      advice: expect.stringMatching(/^RALLLY_BASE_URL is probably wrong\./),
    });
  });

  it("is in maintenance: the key is not checked", async () => {
    const sandbox = await openSandbox();
    sandbox.setOutage({ state: "maintenance" });
    const { code, check, statuses, text } = await diagnose({
      RALLLY_API_KEY: sandbox.apiKey,
      RALLLY_BASE_URL: sandbox.url,
    });
    expect(code).toBe(1);
    expect(statuses).toMatchObject({ key: "not-checked", plan: "not-checked", polls: "failed" });
    expect(check("polls")).toMatchObject({
      found: "Down for maintenance.",
      advice: expect.stringMatching(/^Retry in \d+ s\. The key was not checked\.$/),
    });
    expect(await text()).not.toContain("failed       API key");
  });

  it.each([
    ["a login page", 401, { "content-type": "text/html" }, "<html>", /401: expected JSON, got text\/html/],
    ["a redirect", 302, { location: "https://login.example.com/?x" }, "", /redirects to login\.example\.com/],
    ["a gateway", 502, { "content-type": "text/html" }, "<html>", /status 502/],
  ])("is %s only for the list of polls: the key is not to blame", async (_, status, headers, body, found) => {
    const url = await openServer(({ url: path }, response) => {
      if (path?.endsWith("/openapi"))
        response.setHeader("content-type", json).end('{"openapi":"3.1.0","paths":{}}');
      else response.writeHead(status, headers).end(body);
    });
    const { check, statuses } = await diagnose({ RALLLY_API_KEY: unknownKey, RALLLY_BASE_URL: url });
    expect(statuses).toMatchObject({ reachability: "ok", key: "not-checked", plan: "not-checked" });
    expect(check("polls")).toMatchObject({ status: "failed", found: expect.stringMatching(found) });
  });
});

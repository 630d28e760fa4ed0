/** `rallly-mcp doctor` compares the service's OpenAPI document with this version. */
import { describe, expect, it } from "vitest";
import { createPublicDocument } from "../api/public-document.ts";
import { diagnose, openServer } from "./doctor-harness.ts";
import { openSandbox } from "./harness.ts";

/** A service whose document is this one. */
async function openService(
  document: unknown,
  status = 200,
  toText: (document: unknown) => string = JSON.stringify,
): Promise<Record<string, string>> {
  const sandbox = await openSandbox({ now: new Date() });
  const url = await openServer(async ({ url: path = "", headers }, response) => {
    const json = { "content-type": "application/json" };
    if (path.endsWith("/openapi")) return response.writeHead(status, json).end(toText(document));
    const { authorization = "" } = headers;
    const passed = await fetch(new URL(path, sandbox.url), { headers: { authorization } });
    return response.writeHead(passed.status, json).end(await passed.text());
  });
  return { RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: url };
}

describe("the document", () => {
  it("with additions only passes, also with --strict", async () => {
    const document = createPublicDocument();
    Object.assign(document.paths, { "/v1/spaces": { get: {} } });
    const { code, check, report, text } = await diagnose(await openService(document), { args: ["--strict"] });
    expect(code).toBe(0);
    expect(check("document")).toMatchObject({ status: "ok", found: "1 addition" });
    expect(report.findings).toMatchObject([{ severity: "news", field: "GET /spaces", message: "is new" }]);
    expect(await text()).toContain("\n                           news: GET /spaces is new.\n");
  });

  it("with a removal is a warning that names what breaks, and fails with --strict", async () => {
    const document = createPublicDocument();
    delete (document.paths as Record<string, unknown>)["/v1/polls/{pollId}/results"];
    Object.assign(document.components.schemas.Participant, { required: ["id", "name"] });
    const environment = await openService(document);
    const { code, check, report, text } = await diagnose(environment);
    expect(code).toBe(0);
    expect(check("document")).toMatchObject({ status: "warning", found: "4 warnings" });
    expect(check("document")?.advice).toContain("Update rallly-mcp");
    expect(report.findings[0]).toEqual({
      severity: "warning",
      operations: ["getPollResults"],
      place: "operation",
      field: "GET /polls/{pollId}/results",
      message: "is not in the document anymore",
      impact: "all-refused",
      tools: ["get_poll_results"],
      zapierSteps: ["Find Poll Results"],
    });
    expect(await text()).toContain(
      "warning: email (response of listParticipants, getParticipant) may be absent now. Calls fail when they read it: create_poll, find_best_times,",
    );
    expect((await diagnose(environment, { args: ["--strict"] })).code).toBe(1);
  });

  it.each([
    ["not served", 404, { error: { code: "NOT_FOUND", message: "No such route" } }, "not served here (404)"],
    ["without operations", 200, { openapi: "3.1.0", paths: {} }, "1 part that could not be compared"],
  ])("that is %s is a warning", async (_, status, document, found) => {
    const { code, check, statuses } = await diagnose(await openService(document, status));
    expect(code).toBe(0);
    expect(statuses).toMatchObject({ reachability: "ok", key: "ok", polls: "ok" });
    expect(check("document")).toMatchObject({ status: "warning", found });
  });

  it.each([
    ["a const", { const: "DEEP" }],
    ["an enum", { type: "string", enum: ["DEEP"] }],
    ["a default", { type: "string", default: "DEEP" }],
    ["a schema", "DEEP"],
  ])("with deep nesting does not stop the doctor: %s", async (_, schema) => {
    const document = createPublicDocument();
    Object.assign(document.components.schemas, { PollStatus: schema });
    const deep = "[".repeat(20_000) + "]".repeat(20_000);
    // JSON.stringify would overflow the stack.
    const toText = (value: unknown) => JSON.stringify(value).replaceAll('"DEEP"', deep);
    const { code, check, statuses, text } = await diagnose(await openService(document, 200, toText));
    expect(code).toBe(0);
    expect(statuses).toMatchObject({ key: "ok", polls: "ok", document: "warning" });
    expect(check("document")?.found).toMatch(/parts? that could not be compared|warning/);
    expect(await text()).toMatch(/\n\n\d+ ok, [^\n]*\n$/);
  });

  it("with hostile names is printed on bounded lines without control characters", async () => {
    const document = createPublicDocument();
    const names = [
      "\u001b[31mred\u001b[0m",
      "two\nlines",
      "\u202ereversed",
      "<b>bold</b>",
      "x".repeat(5_000),
    ];
    const properties = document.components.schemas.Poll["properties"] as object;
    for (const name of names) Object.assign(properties, { [name]: { type: "string" } });
    for (let index = 0; index < 500; index += 1)
      Object.assign(document.paths, { [`/v1/path${index}`]: { get: {} } });
    const { text } = await diagnose(await openService(document));
    const output = await text();
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
    expect(output).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    expect(Math.max(...output.split("\n").map(({ length }) => length))).toBeLessThan(700);
    expect(output.split("\n").length).toBeLessThan(70);
    expect(output).toContain("more, which --json lists");
  });
});

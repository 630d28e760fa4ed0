/** `rallly-connect call`: in this process, and where a pipe matters in one of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { callFromShell } from "../../cli/call.ts";
import { readEnvironment, UsageError } from "../../cli/options.ts";
import { createClient } from "../../src/api/index.ts";
import { openSandbox } from "../mcp/harness.ts";
import { openShell } from "./shell.ts";

async function call(args: string[], env: Record<string, string> = {}) {
  const { shell, written } = openShell();
  const code = await callFromShell(args, readEnvironment(env), () => {}, shell);
  return { code, ...written };
}

it("lists the tools without one", async () => {
  const { code, stdout } = await call([]);
  expect(code).toBe(0);
  expect(stdout.match(/^\w+/gm)).toEqual(
    expect.arrayContaining(["create_poll", "list_polls", "delete_poll"]),
  );
});

it("describes a tool and its arguments", async () => {
  expect(await call(["create_poll", "--help"])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('"dryRun": {'),
  });
});

it("does a whole job: creates, reads and deletes a poll", async () => {
  const { apiKey, url } = await openSandbox({ now: undefined });
  const env = { RALLLY_API_KEY: apiKey, RALLLY_BASE_URL: url };
  const created = await call(["create_poll", '{"title": "Lunch", "dates": ["2037-03-02"]}', "--json"], env);
  expect([created.code, created.stderr]).toEqual([0, ""]);
  const { id: pollId } = JSON.parse(created.stdout);
  const listed = await call(["list_polls", '{"query": "Lunch"}', "--json"], env);
  expect(JSON.stringify(JSON.parse(listed.stdout))).toContain("Lunch");
  const refused = await call(["delete_poll", JSON.stringify({ poll: pollId, confirmTitle: "Dinner" })], env);
  expect([refused.code, refused.stdout]).toEqual([1, ""]);
  expect(refused.stderr).toContain("confirmTitle");
  const deleted = await call(["delete_poll", JSON.stringify({ poll: pollId, confirmTitle: "Lunch" })], env);
  expect(deleted.code).toBe(0);
});

it("prints a result for people, or its data alone", async () => {
  const text = await call(["list_polls", "--sandbox"]);
  expect([text.code, text.stdout.startsWith("Shown: ")]).toEqual([0, true]);
  expect(text.stdout).toContain('\n      "title": "Team lunch"');
  const data = await call(["list_polls", "--sandbox", "--json"]);
  expect(JSON.parse(data.stdout).polls.length).toBeGreaterThan(0);
});

it.each([
  ["an unknown tool", ["vote"], "There is no tool of that name"],
  ["arguments that are no JSON", ["list_polls", "{status: open}"], "no JSON object"],
  ["a list of arguments", ["list_polls", "[]"], "no JSON object"],
  ["empty arguments of stdin", ["list_polls", "-"], "no JSON object"],
  ["arguments in several words", ["list_polls", "{}", "open"], "one JSON object in quotes"],
  ["CSV of another tool", ["list_polls", "--csv"], "--csv is for list_participants"],
  ["CSV as JSON", ["list_participants", "--csv", "--json"], "--csv is for list_participants, without --json"],
  [
    "CSV of some people",
    ["list_participants", '{"poll": "x", "since": "2030-01-01"}', "--csv"],
    "takes poll and",
  ],
])("refuses %s", async (_, args, message) => {
  const error = await call(args).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UsageError);
  expect(String(error)).toContain(message);
});

it.each([
  ["reads its arguments from stdin", "-", '{"query": "lunch"}', 1],
  ["reads no stdin without -, which a program may leave open", "{}", undefined, 14],
])("%s", async (_, json, input, polls) => {
  const program = [resolve("dist/cli/main.js"), "call", "list_polls", json, "--sandbox", "--json"];
  const child = spawn(resolve("node_modules/.bin/node"), program);
  if (input !== undefined) child.stdin.end(input);
  expect(JSON.parse(await text(child.stdout)).polls).toHaveLength(polls);
});

it.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("says at %s that the poll may exist", async (signal, status) => {
  const sandbox = await openSandbox({ now: undefined });
  sandbox.setFaults({ rules: [{ path: "/v1/polls", fault: { kind: "hang" } }] });
  const child = spawn(
    resolve("node_modules/.bin/node"),
    [resolve("dist/cli/main.js"), "call", "create_poll", '{"title": "Lunch", "dates": ["2037-03-02"]}'],
    { env: { ...process.env, RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: sandbox.url } },
  );
  const said = text(child.stderr);
  await expect.poll(() => sandbox.requests.length, { timeout: 10_000 }).toBeGreaterThan(0);
  child.kill(signal);
  expect(await said).toMatch(/may or may not.*list_polls/);
  expect(child.exitCode ?? (await once(child, "exit"))[0]).toBe(status);
});

describe("--csv", () => {
  const names = [
    ...["=HYPERLINK(1)", "+49 30", "-1", "@SUM", "\u200b=1+1", "\tTab", 'Ben, "the" \u001b[31mred'],
    // csv-semicolon
    ...["Ann;=1+1", "\uff1d1+1", "\ufe631", "\u3000@SUM(1)", ";=1"],
  ];

  it("has one row a person and one column an option, and no formula, terminal code or address", async () => {
    const { apiKey, url, vote } = await openSandbox({ now: undefined });
    const env = { RALLLY_API_KEY: apiKey, RALLLY_BASE_URL: url };
    const made = await call(
      ["create_poll", '{"title": "Lunch", "dates": ["2037-03-02", "2037-03-03"]}', "--json"],
      env,
    );
    const { id } = JSON.parse(made.stdout);
    // Who answers twice has one row.
    for (const [index, name] of [...names.entries(), ...names.entries()])
      vote(id, {
        name,
        email: `p${index}@example.com`,
        choices: { "2037-03-02": "yes", "2037-03-03": "ifNeedBe" },
      });
    const { code, stdout, stderr } = await call(["list_participants", '{"poll": "Lunch"}', "--csv"], env);
    expect([code, stderr]).toEqual([0, ""]);
    const [head, ...rows] = stdout.trimEnd().split("\r\n");
    expect(head).toBe("Name,Answered At,Mon 2037-03-02,Tue 2037-03-03");
    expect(rows.map((row) => row.replace(/,\d{4}-[^,]*,yes,if need be$/, ""))).toEqual([
      "'=HYPERLINK(1)",
      "'+49 30",
      "'-1",
      "'@SUM",
      "'=1+1",
      "Tab",
      '"Ben, ""the"" red"',
      '"Ann;=1+1"',
      "'\uff1d1+1",
      "'\ufe631",
      "'@SUM(1)",
      '";=1"',
    ]);
    // As the tool reads it.
    for (const includeEmails of [true, "true", " TRUE "]) {
      const json = JSON.stringify({ poll: "Lunch", includeEmails });
      const withEmails = await call(["list_participants", json, "--csv"], env);
      expect(withEmails.stdout).toContain("Name,Email,Answered At");
      expect(withEmails.stdout).toContain("p3@example.com");
    }
  });

  it("shows the times of a zone that this machine does not know in UTC", async () => {
    const sandbox = await openSandbox({ now: undefined });
    const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
    const options = [{ startTime: "2037-03-02T09:00:00Z" }];
    const poll = { title: "Lunch", kind: "time", timeZone: "Europe/Berlin", duration: 30, options } as const;
    const { data } = await client.createPoll(poll);
    const body = JSON.stringify({ data: { ...data, timeZone: "Antarctica/Newzone" } });
    const headers = { "content-type": "application/json" };
    const fault = { kind: "respond", status: 200, headers, body } as const;
    sandbox.setFaults({ rules: [{ path: `/v1/polls/${data.id}`, fault }] });
    const env = { RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: sandbox.url };
    const { stdout } = await call(["list_participants", `{"poll": "${data.id}"}`, "--csv"], env);
    expect(stdout).toContain("Mon 2037-03-02 09:00");
  });
});

it("explains a missing key, and exits with 1", async () => {
  const { code, stderr } = await call(["list_polls"], { RALLLY_API_KEY: "" });
  expect(code).toBe(1);
  expect(stderr).toContain("export RALLLY_API_KEY");
  expect(stderr).toContain("--sandbox");
});

it.each([
  ["an unknown poll", ["get_poll", '{"poll": "Nothing"}'], /^No poll has that id.*Run the command again/],
  [
    "an ambiguous date",
    ["create_poll", '{"title": "X", "dates": ["03/04/2030"]}'],
    /^Nothing was done.*:\n- dates\.0: .* written YYYY-MM-DD\.\n[\s\S]*^Correct it, and run the command again\.$/m,
  ],
  ["no options", ["create_poll", '{"title": "X"}'], /^- dates: is missing.*\nCorrect it/m],
])("speaks of %s to the person in the shell, not to a model", async (_, args, text) => {
  const { code, stderr } = await call([...args, "--sandbox"]);
  expect(code).toBe(1);
  expect(stderr).toMatch(text);
  expect(stderr).not.toMatch(/the person|call again/i);
});

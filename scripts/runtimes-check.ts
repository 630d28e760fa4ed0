/**
 * Runs the client in workerd, Deno and Bun, from a project with the package as it is published, against the sandbox and its
 * faults. Also in Node with the same build. Exits non-zero at the first difference. Needs a build.
 */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Fault, type FaultRule, type Sandbox, startSandbox } from "../src/sandbox/index.ts";
import { stagePackage } from "./mcp-package/stage.ts";
import { getVersion, type Runtime, runner, startPrograms, startWorkerd } from "./runtimes/start.ts";

interface Scenario {
  name: string;
  call: string;
  fault?: FaultRule;
  options?: object;
  result: object;
  /** The responses and retries, as the hooks saw them. */
  events?: unknown[];
  /** Polls that exist afterwards. */
  polls?: number;
}

const once = (fault: Fault, rest: Partial<FaultRule> = {}): FaultRule => ({ fault, times: 1, ...rest });
const lost = { name: "UnknownOutcomeError", outcome: "unknown" };
const listed = { listed: true };

const scenarios: Scenario[] = [
  {
    name: "every operation",
    call: "everyOperation",
    result: {
      created: "Runtime",
      listed: true,
      same: true,
      people: true,
      openapi: "3.1.0",
      deleted: true,
      // A refusal of a read is confirmed once.
      gone: { name: "RefusedError", outcome: "refused", code: "POLL_NOT_FOUND", status: 404, attempts: 2 },
    },
    polls: 0,
  },
  {
    name: "a retry after 429",
    call: "list",
    fault: once({ kind: "status", status: 429, retryAfter: "1" }),
    result: listed,
    events: [
      ["response", "listPolls", 429, null],
      ["retry", "listPolls", 429, 1000],
      ["response", "listPolls", 200, null],
    ],
  },
  { name: "a lost connection", call: "list", fault: once({ kind: "reset" }), result: listed },
  { name: "a response cut short", call: "list", fault: once({ kind: "cut" }), result: listed },
  {
    name: "a response too large",
    call: "list",
    fault: once({ kind: "huge", bytes: 200_000 }),
    options: { maxResponseBytes: 100_000 },
    result: { ...lost, status: 200, attempts: 1 },
  },
  {
    name: "a redirect",
    call: "list",
    fault: once({ kind: "redirect" }),
    result: { name: "RefusedError", outcome: "refused", status: 302, attempts: 2 },
    // The confirmation is redirected too.
  },
  {
    name: "the idle timeout",
    call: "list",
    fault: once({ kind: "hang" }),
    options: { idleTimeoutMs: 300 },
    result: listed,
  },
  {
    name: "the deadline",
    call: "list",
    fault: once({ kind: "hang" }),
    options: { deadlineMs: 500 },
    result: { ...lost, attempts: 1 },
  },
  { name: "an abort", call: "abort", fault: once({ kind: "hang" }), result: { aborted: true } },
  {
    name: "a create whose response is lost",
    call: "create",
    fault: once({ kind: "reset" }, { method: "POST", when: "after" }),
    result: { recovered: true },
    polls: 1,
  },
  {
    name: "a create that is lost",
    call: "create",
    fault: once({ kind: "reset" }, { method: "POST" }),
    result: { ...lost, attempts: 1 },
    polls: 0,
  },
  { name: "two equal creates at once", call: "createTwice", result: { different: true }, polls: 2 },
];

/** Runs a scenario on the sandbox, and removes its polls. */
async function check(runtime: Runtime, sandbox: Sandbox, scenario: Scenario): Promise<void> {
  const { call, fault, result, polls = 0 } = scenario;
  // A redirect is followed by a confirmation.
  const rule = fault && scenario.name === "a redirect" ? { ...fault, times: 2 } : fault;
  sandbox.setFaults({ rules: rule ? [rule] : [] });
  const options = { apiKey: sandbox.apiKey, baseUrl: sandbox.url, ...scenario.options };
  const received = JSON.parse(await runtime.run(JSON.stringify({ call, options })));
  sandbox.setFaults({ rules: [] });
  assertFields(received.result, result);
  if (scenario.events) assert.deepEqual(received.events, scenario.events);
  const headers = { authorization: `Bearer ${sandbox.apiKey}` };
  const response = await fetch(`${sandbox.url}/polls?limit=100`, { headers });
  const { data } = (await response.json()) as { data: { id: string; title: string }[] };
  const made = data.filter(({ title }) => title === "Runtime");
  assert.equal(made.length, polls);
  for (const { id } of made) await fetch(`${sandbox.url}/polls/${id}`, { method: "DELETE", headers });
}

/** Compares the expected fields. */
function assertFields(received: Record<string, unknown>, expected: object): void {
  for (const [name, value] of Object.entries(expected)) assert.deepEqual(received[name], value, name);
}

/** Nothing listens at the address. workerd and Deno do not show that nothing was sent. */
async function checkUnreachable(runtime: Runtime, { apiKey }: Sandbox): Promise<void> {
  const { url, close } = await serve(() => {});
  await close();
  const options = { apiKey, baseUrl: url, attempts: 1 };
  const { result } = JSON.parse(await runtime.run(JSON.stringify({ call: "create", options })));
  assert.equal(result.outcome, /^(?:Node|Bun)/.test(runtime.name) ? "not-sent" : "unknown");
}

/**
 * The service closes a kept connection when the second request on it arrives. A create must reach it at most once: some
 * runtimes send a request again.
 */
async function checkSentOnce(runtime: Runtime, { apiKey }: Sandbox): Promise<void> {
  const error = '{"error":{"code":"POLL_NOT_FOUND","message":"Poll not found"}}';
  let creates = 0;
  const { url, close } = await serve((socket, request, count) => {
    if (request.startsWith("POST")) creates += 1;
    if (count > 1 || request.startsWith("POST")) socket.destroy();
    else
      socket.write(
        `HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: ${error.length}\r\n\r\n${error}`,
      );
  });
  try {
    const options = { apiKey, baseUrl: url, attempts: 1 };
    const { result } = JSON.parse(await runtime.run(JSON.stringify({ call: "readThenCreate", options })));
    assert.equal(result.created.outcome, "unknown");
    assert.equal(creates, 1);
  } finally {
    await close();
  }
}

/** A TCP server. `respond` gets the number of the request on its connection. */
async function serve(respond: (socket: Socket, request: string, count: number) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let count = 0;
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      // A body may arrive after its head.
      if (!/^(?:GET|POST) /.test(String(chunk))) return;
      count += 1;
      respond(socket, String(chunk), count);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

async function checkWithoutRequests(runtime: Runtime, { apiKey }: Sandbox): Promise<void> {
  const secret = "whsec_test";
  const body = JSON.stringify({
    version: "2026-09-20",
    id: "evt_1",
    type: "poll.deleted",
    createdAt: "2026-11-22T00:00:00.000Z",
    data: { poll: { id: "p1" } },
  });
  const time = Math.floor(Date.now() / 1000);
  const signature = `t=${time},v1=${createHmac("sha256", secret).update(`${time}.${body}`).digest("hex")}`;
  const input = { call: "withoutRequests", options: { apiKey }, delivery: { body, signature, secret } };
  const { result } = JSON.parse(await runtime.run(JSON.stringify(input)));
  assertFields(result, { type: "poll.deleted", refused: "signature", options: 4 });
  assert.match(result.local, /2037-03-29T07:00/);
}

/** A folder with the package as npm installs it, and the programs. */
async function createProject(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "rallly-runtimes-"));
  await stagePackage(join(folder, "node_modules/rallly-mcp"));
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "package.json"),
    '{ "private": true, "type": "module", "dependencies": { "rallly-mcp": "*" } }\n',
  );
  writeFileSync(join(folder, "runner.js"), runner);
  cpSync(new URL("runtimes/calls.js", import.meta.url), join(folder, "calls.js"));
  return folder;
}

const project = await createProject();
const sandbox = await startSandbox({ limits: "none" });
const runtimes: Runtime[] = [];
try {
  // The second date is before workerd knew the field `cache`.
  for (const date of ["2026-05-01", "2024-09-01"]) runtimes.push(await startWorkerd(project, date));
  runtimes.push(...startPrograms(project));
  const versions = ["miniflare", "deno", "bun"].map((name) => `${name} ${getVersion(name)}`);
  console.log(`${versions.join(", ")}, Node ${process.versions.node}`);
  for (const runtime of runtimes) {
    for (const scenario of scenarios) {
      await check(runtime, sandbox, scenario).catch((error: unknown) => {
        throw new Error(`${runtime.name}: ${scenario.name}`, { cause: error });
      });
    }
    await checkUnreachable(runtime, sandbox);
    await checkSentOnce(runtime, sandbox);
    await checkWithoutRequests(runtime, sandbox);
    console.log(`ok  ${runtime.name}: ${scenarios.length + 3} scenarios`);
  }
} finally {
  for (const runtime of runtimes) await runtime.close();
  await sandbox.close();
  rmSync(project, { recursive: true, force: true });
}

import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { closeLater } from "./harness.ts";

const key = "sk_live_thisMustNeverBeSeen0123456789";
const token = "token-that-must-never-be-seen-0123456789";
const other = "sk_live_aCallersOwnKeyNeverSeen9876543210";

/** A service that echoes the request headers in every kind of response. */
async function openEcho(): Promise<string> {
  let turn = 0;
  const server = createServer((request, response) => {
    turn += 1;
    const said = `${request.headers.authorization} ${request.url}`;
    if (turn % 4 === 0) {
      request.socket.destroy();
      return;
    }
    const status = [200, 400, 401, 500][turn % 4] ?? 500;
    const body =
      turn % 3 === 0
        ? said
        : JSON.stringify({ error: { code: "VALIDATION_ERROR", message: said }, data: said });
    response.writeHead(status, { "content-type": "application/json", "x-echo": said }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closeLater(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

function start(args: string[], baseUrl: string) {
  const env = { RALLLY_API_KEY: key, RALLLY_MCP_TOKEN: token, RALLLY_BASE_URL: baseUrl };
  const child = spawn(process.execPath, ["dist/mcp/main.js", ...args], {
    env,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const seen = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (seen.stdout += chunk));
  child.stderr.on("data", (chunk) => (seen.stderr += chunk));
  closeLater(async () => void child.kill());
  return { child, seen };
}

const calls = [
  ["list_polls", {}],
  ["get_poll", { pollId: "abc" }],
  ["get_poll_results", { pollId: "abc" }],
  ["list_participants", { pollId: "abc" }],
  ["get_participant", { pollId: "abc", participantId: "def" }],
  ["wait_for_responses", { pollId: "abc", count: 1 }],
  ["create_poll", { title: "T", dates: ["2037-03-02"] }],
  ["create_poll", { title: key, dates: ["never"] }],
  ["delete_poll", { pollId: "abc", confirmTitle: "T" }],
] as const;

const frames = (): { jsonrpc: "2.0"; id: number; method: string; params: object }[] =>
  calls.map(([name, args], index) => ({
    jsonrpc: "2.0",
    id: index + 2,
    method: "tools/call",
    params: { name, arguments: args },
  }));

const hello = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "leak", version: "1" } },
};

async function until(done: () => boolean): Promise<void> {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe("the API key", () => {
  it("is in no response, error or log line on stdio", async () => {
    const { child, seen } = start([], await openEcho());
    const send = (frame: object) => child.stdin.write(`${JSON.stringify(frame)}\n`);
    send(hello);
    send({ jsonrpc: "2.0", method: "notifications/initialized" });
    for (const frame of frames()) send(frame);
    send({ jsonrpc: "2.0", id: 99, method: "resources/read", params: { uri: "rallly://polls/abc" } });
    await until(() => new Set(seen.stdout.match(/"id":\d+/g)).size >= calls.length + 2);
    child.stdin.end();
    await new Promise((resolve) => child.once("close", resolve));
    // One call sends the key as a title of its own; what comes back does not repeat it either.
    for (const text of [seen.stdout, seen.stderr]) {
      expect(text).not.toContain("thisMustNeverBeSeen");
      expect(text).not.toContain("token-that-must");
    }
  });

  it("is in no response, header, error or log line over HTTP, also a caller's key", async () => {
    const { child, seen } = start(["--http", "--port", "0"], await openEcho());
    await until(() => /serving http\S+/.test(seen.stderr));
    const url = /serving (http\S+)/.exec(seen.stderr)?.[1] ?? "";
    let received = "";
    for (const headers of [{}, { "x-rallly-api-key": other }]) {
      for (const frame of frames().slice(0, 4)) {
        const response = await fetch(url, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            authorization: `Bearer ${token}`,
            ...headers,
          },
          body: JSON.stringify(frame),
        });
        received += JSON.stringify([...response.headers]) + (await response.text());
      }
    }
    const refused = await fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      body: "{}",
    });
    received += await refused.text();
    child.kill("SIGTERM");
    await new Promise((resolve) => child.once("close", resolve));
    expect(received.length).toBeGreaterThan(1000);
    for (const text of [received, seen.stdout, seen.stderr]) {
      expect(text).not.toContain("thisMustNeverBeSeen");
      expect(text).not.toContain("aCallersOwnKey");
      expect(text).not.toContain("token-that-must");
    }
  });

  it.each([
    ["an unusable base URL", { RALLLY_BASE_URL: `http://${key}@example.com/v1` }, []],
    ["an unusable key", { RALLLY_API_KEY: `${key}\nwith a line` }, []],
    ["an unusable token", { RALLLY_MCP_TOKEN: "short-secret" }, ["--http", "--port", "0"]],
    ["an unusable address", {}, ["--http", "--port", "0", "--host", "no.such.host.invalid"]],
  ])("is not in a crash over %s", async (_, broken, args) => {
    const env = {
      RALLLY_API_KEY: key,
      RALLLY_MCP_TOKEN: token,
      RALLLY_BASE_URL: "http://127.0.0.1:9/v1",
      ...broken,
    };
    const child = spawn(process.execPath, ["dist/mcp/main.js", ...args], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    child.stdout.on("data", (chunk) => (said += chunk));
    child.stderr.on("data", (chunk) => (said += chunk));
    const code = await new Promise((resolve) => child.once("close", resolve));
    expect(code).not.toBe(0);
    expect(said).not.toContain("thisMustNeverBeSeen");
    expect(said).not.toContain("token-that-must");
    expect(said).not.toContain("short-secret");
    expect(said).not.toMatch(/\n\s+at /);
  });
});

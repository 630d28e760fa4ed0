import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { createClient } from "../../src/api/index.ts";
import { openSandbox } from "./harness.ts";
import { envelope, openHoldingProxy, opening, startProcess, toolCall, until } from "./server-process.ts";

const createCount = 20;

function creates(meta?: unknown) {
  return Array.from({ length: createCount }, (_, index) =>
    toolCall(index, "create_poll", { title: `Poll ${index}`, dates: ["2037-03-02"] }, meta),
  );
}

/** A server on stdio with `COUNT` creates in flight: some executed by the service without a response yet, some waiting. */
async function openBusy(before: unknown[], meta?: unknown) {
  const sandbox = await openSandbox({ seed: "empty" });
  const proxy = await openHoldingProxy(sandbox.url);
  const server = startProcess([], { RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: proxy.url });
  server.send(...before, ...creates(meta));
  await until(() => proxy.requests.length > 0);
  const titles = async () => {
    const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
    return (await client.listPolls({ limit: 100 })).data.map(({ title }) => title);
  };
  return { proxy, server, titles };
}

const eras: [string, unknown[], unknown][] = [
  ["the older protocol", opening, undefined],
  ["the 2026-07-28 protocol", [], envelope],
];
const stops: [string, (server: ReturnType<typeof startProcess>) => void][] = [
  ["the end of its input", ({ child }) => child.stdin.end()],
  ["SIGTERM", ({ child }) => child.kill("SIGTERM")],
  ["SIGINT", ({ child }) => child.kill("SIGINT")],
];

describe.each(eras)("a server on stdio in %s", (_, before, meta) => {
  it.each(stops)("finishes every create in flight at %s, then exits with 0", async (_stop, stop) => {
    const { proxy, server, titles } = await openBusy(before, meta);
    stop(server);
    // Long enough for a server to exit if it does not wait.
    await new Promise((resolve) => setTimeout(resolve, 300));
    proxy.release();
    expect(await server.ended).toEqual({ code: 0, signal: null });
    const made = server.received().filter(({ result }) => result?.structuredContent?.["created"] === true);
    expect(new Set(made.map(({ id }) => id)).size).toBe(createCount);
    expect(new Set(await titles()).size).toBe(createCount);
    expect(await titles()).toHaveLength(createCount);
  });
});

describe("a server on stdio with all input at once", () => {
  it.each(eras)("responds to every call in %s, also without a last line break", async (_, before, meta) => {
    const server = startProcess(["--sandbox"]);
    const lines = [...before, ...creates(meta), toolCall("last", "list_polls", {}, meta)];
    server.child.stdin.end(lines.map((line) => JSON.stringify(line)).join("\n"));
    expect(await server.ended).toEqual({ code: 0, signal: null });
    const answered = server.received().filter(({ result }) => result?.structuredContent !== undefined);
    expect(new Set(answered.map(({ id }) => id)).size).toBe(createCount + 1);
  });
});

describe("a server on stdio whose service does not respond", () => {
  const stuck = async (drainSeconds: string) => {
    const proxy = await openHoldingProxy("http://127.0.0.1:9", true);
    const env = { RALLLY_API_KEY: "sk_test_12345678", RALLLY_BASE_URL: proxy.url };
    const server = startProcess(["--drain-seconds", drainSeconds], env);
    server.send(...opening, toolCall(1, "create_poll", { title: "T", dates: ["2037-03-02"] }));
    await until(() => proxy.requests.length > 0);
    return server;
  };

  it("reports after --drain-seconds that the poll may exist, and exits with 0", async () => {
    const server = await stuck("0");
    server.child.stdin.end();
    expect(await server.ended).toEqual({ code: 0, signal: null });
    const response = server.received().find(({ id }) => id === 1);
    expect(response?.result?.isError).toBe(true);
    expect(response?.result?.content?.[0]?.text).toMatch(
      /^The server is shutting down .* the poll may or may not exist now/,
    );
  });

  it("reports for creates it did not send that no poll was created", async () => {
    const proxy = await openHoldingProxy("http://127.0.0.1:9", true);
    const env = { RALLLY_API_KEY: "sk_test_12345678", RALLLY_BASE_URL: proxy.url };
    const server = startProcess(["--drain-seconds", "0"], env);
    server.send(...opening, ...creates());
    // The service has no response for the second of two equal creates, which waits for the first.
    server.send(toolCall("equal", "create_poll", { title: "Poll 0", dates: ["2037-03-02"] }));
    const count = () => proxy.requests.filter(({ method }) => method === "POST").length;
    await until(() => count() > 0);
    server.child.stdin.end();
    expect(await server.ended).toEqual({ code: 0, signal: null });
    const texts = server.received().flatMap(({ result }) => result?.content?.[0]?.text ?? []);
    expect(texts).toHaveLength(createCount + 1);
    for (const text of texts) expect(text).toMatch(/^The server is shutting down/);
    expect(texts.filter((text) => text.includes("may or may not exist"))).toHaveLength(count());
    expect(count()).toBeLessThanOrEqual(createCount);
    const notSent = texts.filter((text) => text.includes("so no poll was created. Call again when"));
    expect(notSent).toHaveLength(createCount + 1 - count());
  });

  it("exits at once on a second signal", async () => {
    const server = await stuck("300");
    server.child.kill("SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, 200));
    server.child.kill("SIGTERM");
    expect(await server.ended).toEqual({ code: 143, signal: null });
  });

  it("rejects further calls during shutdown", async () => {
    const server = await stuck("300");
    server.child.kill("SIGTERM");
    let id = 10;
    const refused = () => server.received().find(({ error }) => error !== undefined);
    while (refused() === undefined) {
      id += 1;
      server.send(toolCall(id, "list_polls"));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(refused()?.error?.message).toContain("shutting down");
    server.child.kill("SIGTERM");
    await server.ended;
  });

  it("ends when the host does not read its responses", async () => {
    const server = await stuck("300");
    server.child.stdout.destroy();
    server.send({ jsonrpc: "2.0", id: 2, method: "ping" });
    expect(await server.ended).toEqual({ code: 0, signal: null });
  });
});

describe("a server on stdio that waits for a confirmation", () => {
  it("ends with its input and does not delete the poll", async () => {
    const sandbox = await openSandbox();
    const env = { RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: sandbox.url };
    const server = startProcess(["--drain-seconds", "300"], env);
    const [first, second] = structuredClone(opening) as [{ params: Record<string, unknown> }, unknown];
    first.params["capabilities"] = { elicitation: {} };
    server.send(
      first,
      second,
      toolCall(1, "delete_poll", { pollId: "DemoPoll0003", confirmTitle: "Team lunch" }),
    );
    await until(() => server.received().some(({ method }) => method === "elicitation/create"));
    server.child.stdin.end();
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(server.received().some(({ id, result, error }) => id === 1 && (result?.isError || error))).toBe(
      true,
    );
    const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
    expect((await client.getPoll({ pollId: "DemoPoll0003" })).data.title).toBe("Team lunch");
  });
});

describe("a server on stdio with its own sandbox", () => {
  it("ends when stdout is closed", async () => {
    const server = startProcess(["--sandbox"]);
    await until(() => server.stderr().includes("ready"));
    server.child.stdout.destroy();
    server.send(...opening, toolCall(1, "list_polls"));
    expect(await server.ended).toEqual({ code: 0, signal: null });
  });

  it("ends when its host is killed", async () => {
    // The host is a process of its own that keeps the server's pipes open until it dies.
    const script = `
      const server = require("node:child_process").spawn(process.execPath, ["dist/mcp/main.js", "--sandbox"]);
      server.stderr.on("data", () => process.stdout.write(server.pid + "\\n"));
      setInterval(() => {}, 1000);`;
    const host = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "ignore"] });
    const [pid] = await once(host.stdout, "data");
    host.kill("SIGKILL");
    await until(() => !isAlive(Number.parseInt(String(pid), 10)));
  });

  it("rejects an overlong line by its id and continues", async () => {
    const server = startProcess(["--sandbox"]);
    const long = toolCall(7, "create_poll", { title: "x".repeat(2 * 1024 * 1024) });
    server.send(...opening, long, toolCall(8, "list_polls"));
    server.child.stdin.end();
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(server.received().find(({ id }) => id === 7)?.error?.message).toMatch(/At most 1048576/u);
    expect(server.received().find(({ id }) => id === 8)?.result?.isError).toBeUndefined();
  });

  it("rejects a line without an end", async () => {
    const server = startProcess(["--sandbox"]);
    server.send(...opening);
    for (let count = 0; count < 24; count += 1) server.child.stdin.write("x".repeat(512 * 1024));
    server.child.stdin.end();
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(server.received().find(({ id }) => id === null)?.error?.message).toContain("12582912 bytes");
  });

  it.each([
    ["no JSON", "{oops", null, -32700],
    ["no message", '{"jsonrpc":"2.0","id":5,"method":7}', 5, -32600],
    ["a batch", `[${JSON.stringify(toolCall(1, "list_polls"))}]`, null, -32600],
  ])("responds to a line that is %s with an error", async (_, line, id, code) => {
    const server = startProcess(["--sandbox"]);
    server.send(...opening);
    server.child.stdin.end(`${line}\n`);
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(server.received().find((message) => message.id === id)?.error?.code).toBe(code);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

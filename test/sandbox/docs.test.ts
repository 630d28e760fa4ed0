/** Runs the commands of docs/sandbox.md with another port and other paths. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/sandbox/index.ts";
import { runCurl } from "./curl.ts";
import { call, start } from "./request.ts";
import { startSpawned } from "./spawn.ts";

const text = readFileSync(new URL("../../docs/sandbox.md", import.meta.url), "utf8");
const documented = "http://127.0.0.1:4270";
const listSnippets = (kind: string) =>
  [...text.matchAll(/```(\w+)\n([\s\S]*?)```/g)].flatMap(([, of, snippet = ""]) =>
    of === kind ? [snippet.trim()] : [],
  );

it("runs every curl command of docs/sandbox.md in order", async () => {
  const sandbox = await startSandbox({ now: start, seed: "empty", limits: "none" });
  onTestFinished(() => sandbox.close());
  const commands = listSnippets("sh").filter((snippet) => snippet.startsWith("curl"));
  expect(commands.length).toBeGreaterThan(12);
  const known: Record<string, string> = {};
  const statuses: unknown[] = [];
  for (const snippet of commands) {
    const response = await runCurl(snippet.replaceAll(documented, new URL(sandbox.url).origin), known);
    expect(response, snippet).not.toHaveProperty("error");
    known["POLL"] ??= response.data?.id ?? "";
    if (response.id !== undefined) known["VOTE"] ??= response.id;
    if (snippet.includes("/outage")) statuses.push((await call(sandbox, "GET", "/polls")).status);
  }
  expect(statuses).toEqual([503, 200]);
  expect((await call(sandbox, "GET", `/polls/${known["POLL"]}`)).body.data).toMatchObject({
    title: "Late lunch",
    status: "closed",
    participantCount: 0,
  });
  expect(sandbox.now()).toBe("2099-02-27T09:00:00.000Z");
  for (const name of ["ada@example.com", sandbox.apiKey]) expect(text).toContain(name);
});

it("serves an assistant and a person on one sandbox with the configuration of docs/sandbox.md", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const options =
    listSnippets("sh")
      .find((snippet) => snippet.includes("--data"))
      ?.split(" ")
      .slice(2) ?? [];
  expect(options).toEqual(["--port", "4270", "--data", "polls.jsonl"]);
  const sandbox = await startSpawned("--port", "0", "--data", join(folder, "polls.jsonl"));
  onTestFinished(async () => {
    sandbox.child.kill("SIGTERM");
    await sandbox.ended;
  });
  const { command, args, env } = JSON.parse(listSnippets("json")[0] ?? "").mcpServers.rallly;
  expect([command, env.RALLLY_API_KEY]).toEqual(["node", sandbox.apiKey]);
  expect(env.RALLLY_BASE_URL).toBe(`${documented}/v1`);
  const host = new Client({ name: "host", version: "1" });
  await host.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: args.map((path: string) => path.replace("/path/to/rallly-connect/", "")),
      env: { ...env, RALLLY_BASE_URL: sandbox.url },
      stderr: "ignore",
    }),
  );
  onTestFinished(() => host.close());
  const made = await host.callTool({
    name: "create_poll",
    arguments: { title: "Picnic", dates: ["2099-03-01"] },
  });
  const link = /http:\S+\/invite\/\w+/.exec(JSON.stringify(made))?.[0] ?? "";
  const { origin } = new URL(link);
  const form = new URLSearchParams({ name: "Ada" });
  expect((await fetch(link, { method: "POST", body: form, headers: { origin } })).status).toBe(200);
  const id = link.split("/").pop() ?? "";
  const results = await host.callTool({ name: "list_participants", arguments: { pollId: id } });
  expect(JSON.stringify(results)).toContain("Ada");
});

/** What a person sees who starts the server in a terminal, which is a real one here. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "@lydell/node-pty";
import { expect, it, onTestFinished } from "vitest";
import { until } from "./server-process.ts";

const hint = /^rallly-mcp: stdin is a terminal\. /m;

/** Starts the server in a terminal, with stdout and stderr in files, as a shell redirects them. */
function startInTerminal(...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "rallly-terminal-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [out, err] = [join(folder, "out"), join(folder, "err")] as const;
  for (const file of [out, err]) writeFileSync(file, "");
  const command = `exec "$0" dist/mcp/main.js ${args.join(" ")} >${out} 2>${err}`;
  const terminal = spawn("/bin/sh", ["-c", command, process.execPath], { env: { PATH: "/usr/bin:/bin" } });
  let exitCode: number | undefined;
  terminal.onExit((event) => {
    exitCode = event.exitCode;
  });
  onTestFinished(() => {
    if (exitCode === undefined) terminal.kill("SIGKILL");
  });
  return {
    stdout: () => readFileSync(out, "utf8"),
    stderr: () => readFileSync(err, "utf8"),
    type: (text: string) => terminal.write(text),
    async ended() {
      await until(() => exitCode !== undefined);
      return exitCode;
    },
  };
}

it("explains on stderr that it waits for MCP messages, and writes nothing to stdout", async () => {
  const server = startInTerminal("--sandbox");
  await until(() => hint.test(server.stderr()));
  expect(server.stderr()).toContain("rallly-mcp doctor");
  expect(server.stderr()).toContain("rallly-mcp --help");
  expect(server.stdout()).toBe("");
  // Ctrl+D ends the input.
  server.type("\u0004");
  expect(await server.ended()).toBe(0);
  expect(server.stdout()).toBe("");
});

it("still responds to messages that a person types", async () => {
  const server = startInTerminal("--sandbox");
  await until(() => hint.test(server.stderr()));
  server.type('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  await until(() => server.stdout().includes("\n"));
  expect(JSON.parse(server.stdout())).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
});

it("says nothing of a terminal with --http", async () => {
  const server = startInTerminal("--http", "--port", "0", "--sandbox");
  await until(() => /serving http/.test(server.stderr()));
  expect(server.stderr()).not.toMatch(hint);
});

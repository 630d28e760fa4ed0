import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const program = fileURLToPath(new URL("../../scripts/build/connector-dev.ts", import.meta.url));

it("npm run connector:dev serves the connector, prints the Worker's log and ends with SIGTERM", async () => {
  // In a process group of its own, so that nothing is left when the test fails.
  const child = spawn(process.execPath, [program, "--port", "0"], { detached: true });
  const kill = (signal: NodeJS.Signals) => process.kill(-(child.pid ?? 0), signal);
  onTestFinished(() => {
    if (child.exitCode === null) kill("SIGKILL");
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  // With what follows, because it may come in parts.
  const findUrl = () => /Ready on (\S+)\s/.exec(output)?.[1];
  await expect.poll(findUrl, { timeout: 50_000 }).toBeDefined();
  const url = findUrl() ?? "";
  const metadata = await fetch(`${url}/.well-known/oauth-authorization-server`);
  expect(await metadata.json()).toMatchObject({ issuer: url });
  await expect.poll(() => output).toContain("GET /.well-known/oauth-authorization-server 200");
  expect(output).toMatch(/API key to enter: +sk_/);
  child.kill("SIGTERM");
  await ended;
  await expect(fetch(url)).rejects.toThrow("fetch failed");
});

import { spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";

const program = fileURLToPath(new URL("../../scripts/connector/dev.ts", import.meta.url));

/** Starts the command in a process group of its own, and waits for its text. */
async function start(...options: string[]) {
  const child = spawn(process.execPath, [program, ...options], { detached: true });
  let output = "";
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes("Press Ctrl+C")) resolve();
      });
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const { pid = 0 } = child;
  onTestFinished(() => {
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // Nothing is left of the group.
    }
  });
  await Promise.race([ready, ended]);
  const url = /connector: +(\S+)\/mcp/.exec(output)?.[1] ?? "";
  return { pid, url, ended, output: () => output };
}

/** The processes of a group that still run. */
function listGroup(group: number): string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      const [state, , id] = readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /, "")
        .split(" ");
      return Number(id) === group && state !== "Z";
    } catch {
      return false;
    }
  });
}

describe.runIf(process.platform === "linux")("npm run connector:dev", () => {
  it.each([
    ["SIGTERM to the program", "SIGTERM", 1, 143],
    ["SIGINT to the program", "SIGINT", 1, 130],
    ["Ctrl+C, which reaches all its processes", "SIGINT", -1, 130],
    ["Ctrl+C twice", "SIGINT twice", -1, 130],
  ])("serves at the URL that it prints, and leaves nothing after %s", async (_, signals, target, status) => {
    const { pid, url, ended } = await start("--port", "0");
    const metadata = await fetch(`${url}/.well-known/oauth-authorization-server`);
    expect(await metadata.json()).toMatchObject({ issuer: url });
    expect(listGroup(pid).length).toBeGreaterThan(1);
    const [signal = "", twice] = signals.split(" ");
    process.kill(target * pid, signal);
    if (twice) process.kill(target * pid, signal);
    expect(await ended).toBe(status);
    await expect.poll(() => listGroup(pid)).toEqual([]);
    await expect(fetch(url)).rejects.toThrow("fetch failed");
  });

  it("explains a port that is taken or no port", async () => {
    const { url, pid, ended } = await start("--port", "0");
    const { port } = new URL(url);
    const second = await start("--port", port);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`Port ${port} is in use`);
    expect(second.output()).not.toContain("    at ");
    expect(listGroup(second.pid)).toEqual([]);
    process.kill(pid, "SIGTERM");
    await ended;
    for (const text of ["http", "70000", "1.5"]) {
      const { status, stderr } = spawnSync(process.execPath, [program, "--port", text]);
      expect([status, stderr.toString()]).toEqual([1, "--port must be a number from 0 to 65535.\n"]);
    }
  }, 120_000);
});

/** The sandbox of a real server: its webhooks stay on this machine unless the command line allows more. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, it } from "vitest";

let server: ChildProcess | undefined;
afterEach(async () => {
  if (server?.exitCode !== null) return;
  server.kill("SIGKILL");
  await once(server, "close");
});

/** Starts the built server and resolves to the address of its sandbox's control routes. Its log gives the pages' address. */
function start(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, ["dist/mcp/main.js", ...args], {
    env: {},
    stdio: ["pipe", "pipe", "pipe"],
  });
  server = child;
  return new Promise((resolve, reject) => {
    let log = "";
    child.stderr.on("data", (chunk) => {
      log += chunk;
      const page = /open (http:\S+?)\/\)/.exec(log)?.[1];
      if (page !== undefined) resolve(`${page}/sandbox`);
    });
    child.once("close", () => reject(new Error(log)));
  });
}

it.each([
  ["stay on this machine by default", [], 400],
  ["may leave it with --allow-external-webhooks", ["--allow-external-webhooks"], 200],
] as const)("%s", async (_, args, status) => {
  const url = await start("--sandbox", ...args);
  const add = async (to: string) =>
    (await fetch(`${url}/webhooks`, { method: "POST", body: JSON.stringify({ url: to, events: ["ping"] }) }))
      .status;
  expect(await add("https://example.com/hook")).toBe(status);
  expect(await add("http://example.com/hook")).toBe(400);
  expect(await add("http://127.0.0.1:9/hook")).toBe(200);
});

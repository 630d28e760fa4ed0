/** `npm run demo -- --open`: the pages stay until a signal or the end of the time. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";
import { until } from "./sandbox/until.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const started: { kill(signal: "SIGKILL"): boolean }[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

// The demo runs on the Node that the package brings, as all scripts do.
function startDemo(...options: string[]) {
  const child = spawn("node_modules/.bin/node", ["scripts/demo.ts", ...options], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  const ended = new Promise<number | string | null>((resolve) =>
    child.once("close", (code, signal) => resolve(code ?? signal)),
  );
  return { child, ended, read: () => output };
}

it("npm run demo -- --open serves the start, invite and admin page until Ctrl+C, then exits with 0", async () => {
  const { child, ended, read } = startDemo("--open");
  await until(() => read().includes("The sandbox stops with Ctrl+C, or after 60 minutes."));
  const urls = [...read().matchAll(/^ {2}(?:All polls|Vote|Organize) +(http\S+)$/gm)].map(
    ([, url = ""]) => url,
  );
  expect(urls).toHaveLength(3);
  for (const url of urls) expect(await (await fetch(url)).text()).toContain("Design review");
  const [, apiKey] = /^ {2}export RALLLY_API_KEY=(\S+)$/m.exec(read()) ?? [];
  const [, baseUrl] = /^ {2}export RALLLY_BASE_URL=(\S+)$/m.exec(read()) ?? [];
  const headers = { Authorization: `Bearer ${apiKey}` };
  expect(await (await fetch(`${baseUrl}/polls`, { headers })).text()).toContain("Design review");
  const [, file = "", heading = ""] = /about this poll: (\S+)#(\S+)$/m.exec(read()) ?? [];
  const headings = [...readFileSync(join(root, file), "utf8").matchAll(/^#+ (.+)$/gm)];
  expect(headings.map(([, text = ""]) => text.toLowerCase().replaceAll(" ", "-"))).toContain(heading);
  child.kill("SIGINT");
  expect(await ended).toBe(0);
  expect(read()).toContain("The sandbox has stopped.");
  await expect(fetch(urls[0] ?? "")).rejects.toThrow();
});

it("npm run demo -- --open stops by itself after --minutes", async () => {
  const { ended, read } = startDemo("--open", "--minutes", "0.01");
  expect(await ended).toBe(0);
  expect(read()).toContain("or after 0.01 minutes.");
});

it.each([[["--minutes", "0"]], [["--minutes", "x"]], [["--opne"]]])(
  "rejects the options %j",
  async (options) => {
    const { ended, read } = startDemo(...options);
    expect(await ended).toBe(2);
    expect(read()).toMatch(/--minutes must be a number|Unknown option '--opne'/);
  },
);

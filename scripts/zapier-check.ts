/**
 * Checks the Zapier app without Zapier: runs its CLI in the root and in the staged folder, against a local server in place
 * of its check endpoint, and runs steps against the sandbox.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startSandbox } from "../src/sandbox/index.ts";
import { stage } from "./zapier-stage.ts";
import { readZip, unpack } from "./zip.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = join(root, "node_modules", ".bin");

/** Maximum size of the zip in bytes. */
const maxZipBytes = 1_000_000;

/** Files that must not be in the zip. */
const forbiddenFiles = /(^|\/)(undici|@modelcontextprotocol|test|tests|vitest|\.env[^/]*)(\/|$)/;

type Env = Record<string, string>;

/** Runs a command and returns its stdout. Throws with all its output when it fails. */
async function run(command: string, args: string[], folder: string, env: Env = {}): Promise<string> {
  const child = spawn(command, args, {
    cwd: folder,
    env: {
      ...process.env,
      PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`,
      DISABLE_ZAPIER_ANALYTICS: "1",
      NO_UPDATE_NOTIFIER: "1",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  const errors: string[] = [];
  child.stdout.on("data", (piece) => output.push(String(piece)));
  child.stderr.on("data", (piece) => errors.push(String(piece)));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0)
    throw new Error(`${command} ${args.join(" ")} exited with ${code}\n${output.join("")}${errors.join("")}`);
  return output.join("");
}

const zapier = (args: string[], folder: string, env?: Env) => run("zapier-platform", args, folder, env);

/** Runs a step, then prints its name. */
async function step<Result>(name: string, act: () => Promise<Result> | Result): Promise<Result> {
  const result = await act();
  console.log(`ok  ${name}`);
  return result;
}

function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/** Starts a server in place of Zapier's check endpoint. It reports no problems, and responds with 404 to other requests. */
async function startCheckServer() {
  const none = { total_failures: 0, results: [], display_label: "None" };
  const checked: string[] = [];
  const server = createServer((request, response) => {
    const known = request.method === "POST" && request.url?.endsWith("/platform/cli/check") === true;
    if (known) checked.push(request.url ?? "");
    request.resume();
    response.writeHead(known ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify({ errors: none, warnings: none, suggestions: none, passes: [] }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, checked, close: () => server.close() };
}

async function checkZip(zip: string): Promise<void> {
  const entries = readZip(zip);
  const bad = [...entries.keys()].filter((name) => forbiddenFiles.test(name));
  assert(bad.length === 0, `the zip contains ${bad.join(", ")}`);
  const app = entries.get("index.js")?.toString("utf8") ?? "";
  assert(app.length > 0, "the zip contains no index.js");
  assert(!/["'](undici|@modelcontextprotocol[^"']*)["']/.test(app), "the app loads undici or the MCP SDK");
  const { size } = statSync(zip);
  assert(size < maxZipBytes, `the zip has ${size} bytes`);
  const folder = mkdtempSync(join(tmpdir(), "zapier-app-"));
  try {
    unpack(entries, folder);
    const script = `import { handler } from ${JSON.stringify(pathToFileURL(join(folder, "zapierwrapper.js")).href)};
      const { results } = await handler({ command: "validate" });
      console.log(JSON.stringify(results));`;
    const output = await run("node", ["--input-type=module", "--eval", script], folder);
    assert(output.trim().split("\n").at(-1) === "[]", `the unpacked app is not valid: ${output}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`    ${entries.size} files, ${Math.round(size / 1024)} KiB`);
}

/** Runs steps of the app with the CLI against the sandbox. */
async function checkSteps(folder: string): Promise<void> {
  const sandbox = await startSandbox({ limits: "none" });
  const env = { RALLLY_BASE_URL: sandbox.url, authData_apiKey: sandbox.apiKey };
  const invoke = async (...args: string[]): Promise<unknown> =>
    JSON.parse(await zapier(["invoke", ...args, "--non-interactive"], folder, env));
  try {
    await step("invoke auth test", () => invoke("auth", "test"));
    await step("invoke auth template", async () => {
      const template = JSON.stringify(await invoke("auth", "template"));
      assert(template.includes('"supported":true'), `not supported: ${template}`);
      assert(template.includes("Bearer {{bundle.authData.apiKey}}"), `no bearer header: ${template}`);
    });
    await step("invoke trigger new_poll", async () => {
      const polls = (await invoke("trigger", "new_poll")) as unknown[];
      assert(polls.length > 0, "no polls");
    });
    const title = "Created by the CLI";
    await step("invoke create create_poll", async () => {
      const year = new Date().getUTCFullYear() + 1;
      const form = { title, kind: "date", dates: [`${year}-03-01`, `${year}-03-02`] };
      const poll = (await invoke("create", "create_poll", "-i", JSON.stringify(form))) as { title: string };
      assert(poll.title === title, `unexpected poll: ${JSON.stringify(poll)}`);
    });
    await step("invoke create create_poll with mapped texts", async () => {
      const times = [`March 1, ${new Date().getUTCFullYear() + 1}, 14:00-15:30`];
      const form = { title: "Mapped", kind: "Times of day", times, time_zone: "UTC", hide_scores: "off" };
      const typed = { ...form, disable_comments: false };
      const poll = (await invoke("create", "create_poll", "-i", JSON.stringify(typed))) as Record<
        string,
        unknown
      >;
      const { hide_scores, disable_comments, options_text } = poll;
      assert(/14:00-15:30 \(UTC\)$/.test(String(options_text)), `unexpected slot: ${options_text}`);
      assert(hide_scores === false && disable_comments === false, "unexpected settings");
    });
    await step("invoke search find_poll", async () => {
      const found = (await invoke("search", "find_poll", "-i", JSON.stringify({ title }))) as unknown[];
      assert(found.length === 1, `${found.length} polls found`);
    });
  } finally {
    await sandbox.close();
  }
}

const checkServer = await startCheckServer();
try {
  await step("build", () => run("npm", ["run", "--silent", "build"], root));
  await step("validate --without-style, at the root", () =>
    zapier(["validate", "--without-style", "--skip-build"], root),
  );
  const folder = await step("stage", stage);
  const checkEnv = { ZAPIER_BASE_ENDPOINT: checkServer.url };
  await step("validate, staged", async () => {
    const text = await zapier(["validate"], folder, checkEnv);
    assert(/\b0 checks failed/.test(text), text);
    assert(/\b0 checks with publishing warning/.test(text), text);
  });
  await step("build --skip-dep-install, staged", () =>
    zapier(["build", "--skip-dep-install"], folder, checkEnv),
  );
  assert(checkServer.checked.length === 2, `the check endpoint got ${checkServer.checked.length} requests`);
  await step("the zip", () => checkZip(join(folder, "build", "build.zip")));
  assert(!existsSync(join(folder, ".env")), "the staged folder contains a .env");
  await checkSteps(folder);
  await step("test --skip-validate", async () => {
    // Colors would split the text that is parsed here.
    const text = await zapier(["test", "--skip-validate"], root, { NO_COLOR: "1" });
    const files = text.match(/^ *[✓❯] .*\.test\.ts/gm) ?? [];
    assert(files.length > 0, `no test ran:\n${text}`);
    const other = files.filter((line) => !line.includes(" test/zapier/"));
    assert(other.length === 0, `tests ran that do not belong to the Zapier app: ${other.join()}`);
  });
} finally {
  checkServer.close();
}

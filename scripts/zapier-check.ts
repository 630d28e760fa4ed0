/**
 * Everything about the Zapier app that can be proved without Zapier: its own tool run at the root and in the staged
 * folder, on a closed network, against a stand-in for its check endpoint and against our sandbox.
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

/** What the zip must stay below, in bytes. */
const largestZip = 1_000_000;

/** What would be wrong to ship. */
const unwanted = /(^|\/)(undici|@modelcontextprotocol|test|tests|vitest|\.env[^/]*)(\/|$)/;

type Env = Record<string, string>;

/** Runs a command and answers what it printed; throws with all of it when it fails. */
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
    throw new Error(`${command} ${args.join(" ")} ended with ${code}\n${output.join("")}${errors.join("")}`);
  return output.join("");
}

const zapier = (args: string[], folder: string, env?: Env) => run("zapier-platform", args, folder, env);

/** Says a step's name, runs it, and says that it went well. */
async function step<Result>(name: string, act: () => Promise<Result> | Result): Promise<Result> {
  const result = await act();
  console.log(`ok  ${name}`);
  return result;
}

function require(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}

/** Stands in for Zapier's check endpoint: nothing to complain about. Everything else is refused. */
async function startStandIn() {
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
  const bad = [...entries.keys()].filter((name) => unwanted.test(name));
  require(bad.length === 0, `the zip holds ${bad.join(", ")}`);
  const app = entries.get("index.js")?.toString("utf8") ?? "";
  require(app.length > 0, "the zip holds no index.js");
  require(!/["'](undici|@modelcontextprotocol[^"']*)["']/.test(app), "the app loads undici or the MCP SDK");
  const { size } = statSync(zip);
  require(size < largestZip, `the zip has ${size} bytes`);
  const alone = mkdtempSync(join(tmpdir(), "zapier-app-"));
  try {
    unpack(entries, alone);
    const script = `import { handler } from ${JSON.stringify(pathToFileURL(join(alone, "zapierwrapper.js")).href)};
      const { results } = await handler({ command: "validate" });
      console.log(JSON.stringify(results));`;
    const answer = await run("node", ["--input-type=module", "--eval", script], alone);
    require(answer.trim().split("\n").at(-1) === "[]", `the unpacked app is not valid: ${answer}`);
  } finally {
    rmSync(alone, { recursive: true, force: true });
  }
  console.log(`    ${entries.size} files, ${Math.round(size / 1024)} KiB`);
}

/** Runs steps of the app as Zapier would, with the CLI, against the sandbox. */
async function checkSteps(folder: string): Promise<void> {
  const sandbox = await startSandbox({ limits: "none" });
  const env = { RALLLY_BASE_URL: sandbox.url, authData_apiKey: sandbox.apiKey };
  const invoke = async (...args: string[]): Promise<unknown> =>
    JSON.parse(await zapier(["invoke", ...args, "--non-interactive"], folder, env));
  try {
    await step("invoke auth test", () => invoke("auth", "test"));
    await step("invoke auth template", async () => {
      const answer = JSON.stringify(await invoke("auth", "template"));
      require(answer.includes('"supported":true'), `not supported: ${answer}`);
      require(answer.includes("Bearer {{bundle.authData.apiKey}}"), `no bearer header: ${answer}`);
    });
    await step("invoke trigger new_poll", async () => {
      const polls = (await invoke("trigger", "new_poll")) as unknown[];
      require(polls.length > 0, "no polls");
    });
    const title = "Checked by the command line";
    await step("invoke create create_poll", async () => {
      const year = new Date().getUTCFullYear() + 1;
      const form = { title, kind: "date", dates: [`${year}-03-01`, `${year}-03-02`] };
      const poll = (await invoke("create", "create_poll", "-i", JSON.stringify(form))) as { title: string };
      require(poll.title === title, `another poll was made: ${JSON.stringify(poll)}`);
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
      require(/14:00-15:30 \(UTC\)$/.test(String(options_text)), `another slot was made: ${options_text}`);
      require(hide_scores === false &&
        disable_comments === false, "the settings are not those that were sent");
    });
    await step("invoke search find_poll", async () => {
      const found = (await invoke("search", "find_poll", "-i", JSON.stringify({ title }))) as unknown[];
      require(found.length === 1, `${found.length} polls found`);
    });
  } finally {
    await sandbox.close();
  }
}

const standIn = await startStandIn();
try {
  await step("build", () => run("npm", ["run", "--silent", "build"], root));
  await step("validate --without-style, at the root", () =>
    zapier(["validate", "--without-style", "--skip-build"], root),
  );
  const folder = await step("stage", stage);
  const closed = { ZAPIER_BASE_ENDPOINT: standIn.url };
  await step("validate, staged", async () => {
    const text = await zapier(["validate"], folder, closed);
    require(/\b0 checks failed/.test(text), text);
    require(/\b0 checks with publishing warning/.test(text), text);
  });
  await step("build --skip-dep-install, staged", () =>
    zapier(["build", "--skip-dep-install"], folder, closed),
  );
  require(standIn.checked.length === 2, `the check endpoint was asked ${standIn.checked.length} times`);
  await step("the zip", () => checkZip(join(folder, "build", "build.zip")));
  require(!existsSync(join(folder, ".env")), "the staged folder holds a .env");
  await checkSteps(folder);
  await step("test --skip-validate", async () => {
    // Output with colors would split the figures that are read here.
    const text = await zapier(["test", "--skip-validate"], root, { NO_COLOR: "1" });
    const files = text.match(/^ *[✓❯] \S+\.test\.ts/gm) ?? [];
    require(files.length > 0, `no test ran:\n${text}`);
    const other = files.filter((line) => !line.includes(" test/zapier/"));
    require(other.length === 0, `tests ran that are not of the Zapier app: ${other.join()}`);
  });
} finally {
  standIn.close();
}

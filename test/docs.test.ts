/** The programs of the documentation compile strictly, run unchanged, and print what the pages show. */
import { execFile, execFileSync, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listDocPrograms } from "../scripts/publish/doc-programs.ts";
import { fillTables, pagesWithTables } from "../scripts/publish/doc-tables.ts";
import { createClient, verifyWebhook } from "../src/api/web.ts";
import { type Sandbox, startSandbox } from "../src/sandbox/index.ts";

const root = process.cwd();
const node = join(root, "node_modules/.bin/node");

const programs = listDocPrograms(root);

// Inside the repository, so that programs import the package by its name.
let folder: string;
beforeAll(() => {
  mkdirSync("build", { recursive: true });
  folder = mkdtempSync(join(root, "build/docs-"));
  for (const { name, text } of programs) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = async (name: string, env: Record<string, string> = {}) =>
  (await promisify(execFile)(node, [join(folder, name)], { env: { ...process.env, ...env } })).stdout;

describe("the documented programs", () => {
  it("compile strictly", () => {
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      target: "es2023",
      module: "nodenext",
      types: ["node"],
      noEmit: true,
      skipLibCheck: true,
      erasableSyntaxOnly: true,
    };
    const files = programs.map(({ name }) => name);
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    expect(() => execFileSync(node, ["node_modules/typescript/bin/tsc", "-p", folder])).not.toThrow();
  });

  it.each(programs.filter(({ output }) => output !== undefined))(
    "$name prints what its page shows",
    async (program) => {
      expect(await run(program.name)).toBe(program.output);
    },
  );

  it("the README's program runs with the key and address of a sandbox", async () => {
    const sandbox = await startSandbox();
    const env = { RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: sandbox.url };
    const lines = (await run("README-md-0.ts", env)).trim().split("\n");
    await sandbox.close();
    expect(lines[0]).toMatch(/^2 options: http/);
    expect(lines[1]).toContain("Team lunch");
    expect(lines.at(-1)).toBe("POLL_NOT_FOUND 404");
  });
});

describe("the signature of docs/client.md", () => {
  const page = readFileSync("docs/client.md", "utf8");
  const [, time = "", signature = "", body = ""] =
    /X-Rallly-Signature: t=(\d+),v1=(\w+)\n\n(.*)\n/.exec(page) ?? [];
  const secret = /with the secret `(\w+)`/.exec(page)?.[1] ?? "";
  const header = `t=${time},v1=${signature}`;

  it("is that of its example, and the client accepts it", async () => {
    const hmac = createHmac("sha256", secret).update(`${time}.${body}`);
    expect(hmac.digest("hex")).toBe(signature);
    await verifyWebhook({ body, signature: header, secret, now: Number(time) * 1000 });
  });

  const hasPython = spawnSync("python3", ["--version"]).status === 0;
  it.runIf(hasPython)("is checked by the lines of Python", () => {
    const [, lines = ""] = /^```python\n([\s\S]*?)^```/m.exec(page) ?? [];
    const other = "0".repeat(64);
    const cases: [boolean, string | null, string, number][] = [
      [true, header, body, 0],
      [true, `${header},v1=${other}`, body, 300],
      [true, `t=${time},v1=${other},v2=x,v1=${signature}`, body, -300],
      [false, header, body, 301],
      [false, header, `${body} `, 0],
      [false, `t=${time},v1=${other}`, body, 0],
      [false, `t=${time},${header}`, body, 0],
      [false, "t=,v1=é", body, 0],
      [false, null, body, 0],
    ];
    const program = `${lines}
import json, sys
for header, body, seconds in json.load(sys.stdin):
    print(is_valid(header, body.encode(), ${JSON.stringify(secret)}, ${time} + seconds))
`;
    const input = JSON.stringify(cases.map(([, ...delivery]) => delivery));
    const { stdout } = spawnSync("python3", ["-c", program], { input, encoding: "utf8" });
    expect(stdout.trim().split("\n")).toEqual(cases.map(([valid]) => (valid ? "True" : "False")));
  });
});

// The commands of docs/automation.md, with the path of this checkout and the key of a sandbox.
describe("docs/automation.md", () => {
  const page = readFileSync("docs/automation.md", "utf8").replaceAll("/path/to/rallly-connect", root);
  const runShell = async (command: string, home: string, sandbox: Sandbox, shell = "sh") => {
    const env = { PATH: process.env["PATH"], HOME: home, RALLLY_BASE_URL: sandbox.url };
    return (await promisify(execFile)(shell, ["-c", command], { env })).stdout;
  };

  it("has a crontab line that repeats the newest poll of a title each week", async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const sandbox = await startSandbox({ seed: "empty", now: `${day(-14)}T09:00:00Z` });
    const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
    await client.createPoll({ title: "Weekly lunch", kind: "date", options: [{ date: day(1) }] });
    writeFileSync(join(folder, ".rallly"), `export RALLLY_API_KEY=${sandbox.apiKey}\n`);
    const [, command = ""] = /^```crontab\n\S+ \S+ \S+ \S+ \S+ +(.*)$/m.exec(page) ?? [];
    for (let week = 1; week <= 2; week++) {
      sandbox.advance(7 * 86_400_000);
      await runShell(command, folder, sandbox);
    }
    const { data } = await client.listPolls();
    await sandbox.close();
    const dates = data.map(({ options }) => options.map((option) => ("date" in option ? option.date : "")));
    expect(dates).toEqual([[day(15)], [day(8)], [day(1)]]);
  });

  // GitHub's runners have both.
  const hasPrograms = ["bash", "jq"].every((name) => spawnSync(name, ["--version"]).status === 0);
  it.runIf(hasPrograms)(
    "has a job of GitHub Actions whose commands print the best times of the newest poll",
    async () => {
      const sandbox = await startSandbox();
      const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
      const { data: poll } = await client.createPoll({
        title: "Weekly lunch",
        kind: "date",
        options: [{ date: "2037-03-02" }],
      });
      sandbox.vote(poll.id, { name: "Ada", choices: { "2037-03-02": "yes" } });
      const [, block = ""] = /^ +- run: \|\n((?: {10}.*\n)+)/m.exec(page) ?? [];
      const summary = join(folder, "summary.md");
      const lines = [`export GITHUB_STEP_SUMMARY=${summary} RALLLY_API_KEY=${sandbox.apiKey}`, block];
      await runShell(lines.join("\n"), folder, sandbox, "bash");
      await sandbox.close();
      expect(readFileSync(summary, "utf8")).toContain("Mon 2037-03-02");
    },
  );
});

// `npm run format` writes them.
it.each(pagesWithTables)("%s has the tables that the code decides", (name) => {
  const page = readFileSync(name, "utf8");
  expect(page).toBe(fillTables(page));
});

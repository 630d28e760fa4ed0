/**
 * Measures what users feel, and prints one table: start, memory, tokens, speed, sizes.
 *
 *     npm run bench               # the table; exits with 1 if a figure is above its budget
 *     npm run bench -- --write    # writes the table into docs/performance.md, too
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { encode } from "gpt-tokenizer";
import { assignOptions, compareInvitees, parsePeople, rankOptions } from "../../src/scheduling/index.ts";
import { measureClient, median } from "./bench-client.ts";
import { measureServer } from "./bench-server.ts";
import { bundles, measureBundle } from "./bundle-sizes.ts";

/** One figure, and the most or the least that it may be. */
interface Row {
  figure: string;
  value: number;
  unit: string;
  budget?: number;
  least?: number;
}

/** What the start of a server takes: milliseconds, megabytes of memory, and tokens of its list of tools. */
type Start = Record<"ms" | "MB" | "tokens", number>;

/** The smallest server on the same SDK: one tool, on stdio. */
const oneTool = `
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";
serveStdio(() => {
  const server = new McpServer({ name: "one-tool", version: "1.0.0" });
  const inputSchema = z.object({ poll: z.string() });
  server.registerTool("get_poll", { description: "Read one poll.", inputSchema }, () => ({ content: [], structuredContent: {} }));
  return server;
});
`;

const { values: flags } = parseArgs({ options: { write: { type: "boolean" } } });
const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "rallly-bench-"));
const run = (command: string, args: string[], cwd = folder) =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const runNode = (program: string, args: string[], cwd: string) =>
  run(process.execPath, [join(root, "node_modules", program), ...args], cwd);

const rows: Row[] = [];
try {
  for (const measure of [
    measurePackage,
    measureStart,
    measureClient,
    measureServer,
    measureSizes,
    measureRanking,
    measureComparison,
  ]) {
    console.error(`${measure.name} ...`);
    rows.push(...(await measure()));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const table = formatTable();
console.log(`\n${table}`);
if (flags.write) writeTable();
if (rows.some(isAbove)) process.exitCode = 1;

/** Packs the package and installs it, as its users do. */
async function measurePackage(): Promise<Row[]> {
  run("npm", ["pack", "--silent", "--pack-destination", folder], root);
  const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "");
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  run("npm", ["install", "--silent", "--no-audit", "--no-fund", tarball]);
  const packages = run("npm", ["ls", "--all", "--parseable"]).trim().split("\n").length - 1;
  return [
    { figure: "npm tarball", value: statSync(tarball).size / 1e6, unit: "MB", budget: 1.1 },
    { figure: "installed", value: measureFolder(join(folder, "node_modules")), unit: "MB", budget: 18 },
    { figure: "installed", value: packages, unit: "packages", budget: 12 },
  ];
}

/** The megabytes of the files in a folder. */
function measureFolder(path: string): number {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 1e6;
}

/** Bundles the server with one tool, as our own command is bundled. */
async function bundleOneTool(): Promise<string> {
  const outfile = join(folder, "one-tool.mjs");
  const js = 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);';
  const stdin = { contents: oneTool, resolveDir: root };
  await build({ stdin, outfile, bundle: true, platform: "node", format: "esm", banner: { js } });
  return outfile;
}

/**
 * Starts the installed command and the one-tool server in turn until they list their tools, each with a compile cache. The ratio is
 * the median of the rounds: a slow moment of the machine changes both sides.
 */
async function measureStart(): Promise<Row[]> {
  const file = await bundleOneTool();
  const command = [join(folder, "node_modules/rallly-connect/dist/cli/main.js"), "mcp"];
  const [rounds, warmup] = [15, 2];
  const own: Start[] = [];
  const other: Start[] = [];
  for (let round = 0; round < rounds + warmup; round += 1) {
    // The order changes, because the second of a pair finds warm caches of the system.
    if (round % 2 === 0) own.push(await startServer(command));
    other.push(await startServer([file]));
    if (round % 2 === 1) own.push(await startServer(command));
  }
  // The first rounds fill the compile cache.
  own.splice(0, warmup);
  other.splice(0, warmup);
  const row = (figure: string, unit: "ms" | "MB"): Row[] => {
    const ratios = own.map((start, round) => start[unit] / (other[round]?.[unit] ?? 1));
    return [
      { figure, value: median(own.map((start) => start[unit])), unit },
      {
        figure: `${figure}, beside a server with one tool`,
        value: median(ratios),
        unit: "times",
        budget: 1.25,
      },
    ];
  };
  const tokens = own[0]?.tokens ?? 0;
  return [
    ...row("start to tools/list", "ms"),
    ...row("memory after start", "MB"),
    { figure: "list of MCP tools", value: tokens, unit: "tokens", budget: 4200 },
  ];
}

/** Starts a server without a client library, which would be measured too. */
async function startServer(command: string[]): Promise<Start> {
  const start = performance.now();
  const child = spawn(process.execPath, command, {
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, "compile-cache"), RALLLY_API_KEY: "sk_bench" },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const clientInfo = { name: "bench", version: "1.0.0" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  send({ id: 1, method: "initialize", params });
  send({ method: "notifications/initialized" });
  send({ id: 2, method: "tools/list", params: {} });
  let answer: { id?: number; result?: { tools: unknown } } = {};
  for await (const line of createInterface({ input: child.stdout })) {
    answer = JSON.parse(line);
    if (answer.id === 2) break;
  }
  const ms = performance.now() - start;
  const MB = Number(run("ps", ["-o", "rss=", "-p", String(child.pid)])) / 1024;
  child.stdin.end();
  await once(child, "exit");
  return { ms, MB, tokens: encode(JSON.stringify(answer.result?.tools)).length };
}

/** What the bundles of the library, the Zapier app and the connector weigh, compressed. */
async function measureSizes(): Promise<Row[]> {
  const sizes: Row[] = [];
  for (const bundle of bundles) {
    const { figure, budget } = bundle;
    sizes.push({ figure: `${figure}, gzip`, value: await measureBundle(bundle), unit: "kB", budget });
  }
  const zapier = join(root, "zapier");
  runNode("zapier-platform-cli/src/bin/run", ["build", "--skip-dep-install", "--skip-validation"], zapier);
  const zip = statSync(join(zapier, "build/build.zip")).size / 1000;
  const worker = join(folder, "worker");
  mkdirSync(worker);
  runNode("wrangler/bin/wrangler.js", ["deploy", "--dry-run", "--outdir", worker], root);
  const connector = gzipSync(readFileSync(join(worker, "worker.js"))).length / 1000;
  sizes.push({ figure: "Worker of the connector, gzip", value: connector, unit: "kB", budget: 260 });
  sizes.push({ figure: "Zapier app, zip", value: zip, unit: "kB", budget: 880 });
  return sizes;
}

/** Ranks the most options and people that a poll takes. */
async function measureRanking(): Promise<Row[]> {
  const [hour, first] = [3_600_000, Date.UTC(2037, 2, 1, 9)];
  const at = (time: number) => new Date(time).toISOString();
  const options = Array.from({ length: 100 }, (_, index) => ({
    id: `option-${index}`,
    startTime: at(first + index * hour),
    duration: 30,
  }));
  const people = Array.from({ length: 1_000 }, (_, index) => ({
    id: `p${index}`,
    name: `Person ${index}`,
    email: `p${index}@example.com`,
    createdAt: at(first),
    availability: options.map(({ startTime }, option) => ({
      start: startTime,
      end: at(Date.parse(startTime) + hour / 2),
      allDay: false,
      modifiers: (index + option) % 4 === 0 ? ["ifNeedBe"] : [],
    })),
  }));
  const asked = { poll: { options, timeZone: "UTC" }, required: ["Person 17"], now: first };
  const ranking = measureParsed(people, (participants) => rankOptions({ ...asked, participants }));
  const assignment = measureParsed(people, (participants) =>
    assignOptions({ ...asked, participants, perOption: 1 }),
  );
  const size = "of 100 options, 1,000 people";
  return [
    { figure: `ranking ${size}`, value: ranking, unit: "ms", budget: 60 },
    { figure: `who goes when ${size}`, value: assignment, unit: "ms", budget: 100 },
  ];
}

/** Compares a list of people with the most participants that a poll takes. A third of the list has answered. */
async function measureComparison(): Promise<Row[]> {
  const given =
    "Anna Peter Sabine Thomas Andreas Petra Michael Monika Klaus Ursula Stefan Julia Jürgen Käthe Jörg".split(
      " ",
    );
  const toName = (index: number) =>
    `${given[index % given.length]} Family${Math.floor(index / given.length)}`;
  const toPerson = (index: number) => ({ id: `p${index}`, name: toName(index), email: null });
  const lists = {
    invited: Array.from({ length: 300 }, (_, index) => toName(900 + index)),
    participants: Array.from({ length: 1_000 }, (_, index) => toPerson(index)),
  };
  const value = measureParsed(lists, ({ invited, participants }) =>
    compareInvitees(parsePeople(invited).people, participants),
  );
  return [
    {
      figure: "comparison of 300 invited, 1,000 people, all with one word in common",
      value,
      unit: "ms",
      budget: 165,
    },
  ];
}

/** The median of 20 runs in milliseconds, each with a freshly parsed input: strings that were hashed before are faster. */
function measureParsed<Input>(input: Input, act: (input: Input) => unknown): number {
  const json = JSON.stringify(input);
  const times = Array.from({ length: 25 }, () => {
    const parsed: Input = JSON.parse(json);
    const start = performance.now();
    act(parsed);
    return performance.now() - start;
  });
  // The first runs compile.
  return median(times.slice(5));
}

function isAbove({ value, budget = Number.POSITIVE_INFINITY, least = 0 }: Row): boolean {
  return value > budget || value < least;
}

function formatTable(): string {
  const lines = rows.map((row) => {
    const format = (value?: number) =>
      value === undefined ? "" : `${value.toLocaleString("en", { maximumSignificantDigits: 4 })} ${row.unit}`;
    return `| ${row.figure} | ${format(row.value)} | ${format(row.budget ?? row.least)} | ${isAbove(row) ? "above" : ""} |`;
  });
  return ["| figure | value | budget | |", "|---|---:|---:|---|", ...lines].join("\n");
}

function writeTable(): void {
  const file = join(root, "docs/performance.md");
  const text = readFileSync(file, "utf8");
  const date = new Date().toISOString().slice(0, 10);
  const machine = `Node ${process.versions.node}, ${process.platform} ${process.arch}, ${availableParallelism()} processors`;
  const measured = `Measured on ${date} with ${machine}, load ${(loadavg()[0] ?? 0).toFixed(1)}.`;
  writeFileSync(file, text.replace(/Measured on .*$/s, `${measured}\n\n${table}\n`));
}

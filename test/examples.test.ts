/** Runs the programs of examples/ unchanged on the sandbox, in a project with the packed package. */
import { createHmac } from "node:crypto";
import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { createClient } from "../src/api/index.ts";
import { startSandbox } from "../src/sandbox/index.ts";
import { compile, createProject } from "./packed.ts";
import { findPort, runProgram, startProgram } from "./programs.ts";
import { until } from "./sandbox/until.ts";

// Runs TypeScript without a compiler, and is new enough for the AI SDK.
const node = join(process.cwd(), "node_modules/node/bin/node");
const examples = readdirSync("examples");

let project: string;
beforeAll(async () => {
  project = await createProject(["ai", "@ai-sdk/mcp", "hono", "@hono/node-server", "vitest"]);
  cpSync("examples", project, { recursive: true });
}, 120_000);
afterAll(() => rmSync(project, { recursive: true }));

const path = [join(process.cwd(), "node_modules/.bin"), process.env["PATH"]].join(delimiter);
const start = (args: string[], env: Record<string, string> = {}) =>
  startProgram(node, args, { cwd: project, env: { PATH: path, ...env } });

/** Runs an example to its end. Returns its lines. */
const run = async (args: string[], env: Record<string, string> = {}) =>
  (await runProgram(node, args, { cwd: project, env: { PATH: path, ...env } })).trimEnd().split("\n");

async function startService() {
  const sandbox = await startSandbox({ seed: "empty", webhooks: { retryScale: 0 } });
  onTestFinished(() => sandbox.close());
  return { sandbox, env: { RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: sandbox.url } };
}

it("are under 60 lines each, and named in the README", () => {
  expect(examples.length).toBe(4);
  const readme = readFileSync("README.md", "utf8");
  for (const name of examples) {
    expect(readFileSync(join("examples", name), "utf8").split("\n").length, name).toBeLessThan(60);
    expect(readme).toContain(`(examples/${name})`);
  }
});

it("compile strictly", { timeout: 120_000 }, () => {
  const programs = Object.fromEntries(
    examples.map((name) => [name, readFileSync(join("examples", name), "utf8")]),
  );
  // The declarations of other packages are not ours to check.
  const errors = compile(project, programs, { skipLibCheck: true, lib: ["es2023", "dom"] });
  expect(errors).toBe("");
});

it("client.ts creates a poll, then ranks its options by the votes", async () => {
  const { sandbox, env } = await startService();
  const [created = ""] = await run(["client.ts"], env);
  const [, id = ""] = /^(\w+): invite people with http/.exec(created) ?? [];
  expect(await run(["client.ts", id], env)).toContain("Nobody can come yet.");
  sandbox.vote(id, { name: "Ada", choices: { "2030-03-04T14:00:00Z": "yes" } });
  sandbox.vote(id, {
    name: "Bo",
    choices: { "2030-03-04T14:00:00Z": "yes", "2030-03-05T13:00:00Z": "ifNeedBe" },
  });
  const lines = await run(["client.ts", id], env);
  expect(lines).toContain("> 1. Mon 4 Mar 2030, 15:00-16:00  2 of 2      # #");
  expect(lines.at(-1)).toBe("Best: Mon, 4 March 2030, 15:00-16:00 (Europe/Berlin, UTC+01:00), 2 can come.");
  const refused = start(["client.ts", "no-such-poll"], env);
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toMatch(/^POLL_NOT_FOUND: /);
});

it("agent.ts calls a tool and answers with its result", { timeout: 60_000 }, async () => {
  const lines = await run(["agent.ts"]);
  expect(lines).toContain('find_best_times {"title":"Board meeting"}');
  expect(lines.at(-1)).toMatch(/^This poll is closed\. Best: .*2 of 2 available\./);
});

it("webhook-receiver.ts verifies deliveries, drops repeats and reads the poll", async () => {
  const { sandbox, env } = await startService();
  const secret = "whsec_examples_and_nothing_else";
  const port = await findPort();
  const receiver = start(["webhook-receiver.ts"], { ...env, PORT: String(port), WEBHOOK_SECRET: secret });
  const url = `http://127.0.0.1:${port}/`;
  const post = async (body: string, headers: Record<string, string> = {}) =>
    (await fetch(url, { method: "POST", body, headers })).status;
  await until(() => post("{}").then(Boolean, () => false));
  expect(await post("{}")).toBe(400);
  expect(await post("{}", { "x-rallly-signature": `t=1,v1=${"0".repeat(64)}` })).toBe(400);

  sandbox.webhooks.add({ url, secret });
  const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
  const date = "2030-03-04";
  const { data: poll } = await client.createPoll({ title: "Lunch", kind: "date", options: [{ date }] });
  // The first read of the poll fails, so the event is delivered again.
  const status = { kind: "status", status: 400 } as const;
  sandbox.setFaults({ rules: [{ fault: status, path: "/v1/polls/*", times: 1 }] });
  sandbox.vote(poll.id, { name: "Ada", choices: { [date]: "yes" } });
  await sandbox.webhooks.settled();
  const deliveries = sandbox.webhooks.deliveries.filter(({ type }) => type === "poll.participant.created");
  expect(deliveries.map((delivery) => delivery.status)).toEqual([500, 204]);
  await until(() => receiver.output().includes("Lunch: 1 answered"));

  const event = {
    version: "2026-09-20",
    id: "repeated",
    type: "poll.participant.created",
    createdAt: "2030-03-01T09:00:00Z",
    data: { poll: { id: poll.id }, participant: { id: "p1" } },
  };
  const body = JSON.stringify(event);
  const time = Math.floor(Date.now() / 1000);
  const v1 = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
  const repeat = () => post(body, { "x-rallly-signature": `t=${time},v1=${v1}` });
  expect([await repeat(), await repeat(), await repeat()]).toEqual([204, 204, 204]);
  await until(() => receiver.output().split("Lunch: 1 answered").length > 2);
  expect(receiver.output().split("Lunch: 1 answered").length).toBe(3);

  // More than the receiver collects: it hangs up, perhaps before its response is read.
  expect(await post("x".repeat(2_000_000)).catch(() => 413)).toBe(413);
  await until(() =>
    post("{}").then(
      (status) => status === 400,
      () => false,
    ),
  );
});

it("reminders.test.ts passes", { timeout: 60_000 }, async () => {
  const vitest = join(process.cwd(), "node_modules/vitest/vitest.mjs");
  const lines = await run([vitest, "run", "reminders.test.ts", "--root", project], { NO_COLOR: "1" });
  expect(lines.join("\n")).toMatch(/Tests +3 passed \(3\)/);
});

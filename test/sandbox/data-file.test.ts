/** `--data FILE`: every acknowledged change is kept, one sandbox uses it, and an unreadable file stays as it is. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { call, create, datePoll, list, openSandbox, start } from "./request.ts";
import { spawnSandbox } from "./spawn.ts";
import { until } from "./until.ts";

let folder: string;
let data: string;
const programs: ReturnType<typeof spawnSandbox>[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sandbox-"));
  data = join(folder, "polls.json");
});
afterEach(() => {
  for (const { child } of programs.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

const open = (path = data) => openSandbox({ data: path });

async function spawn() {
  const program = spawnSandbox("--json", "--empty", "--limits", "none", "--data", data);
  programs.push(program);
  await until(() => program.output() !== "" || program.errors() !== "");
  const address = program.output() === "" ? {} : JSON.parse(program.output());
  return { ...program, sandbox: address as Sandbox };
}

it("polls, votes, statuses and deletions are the same after a restart", async () => {
  const first = await open();
  const { id } = await create(first, datePoll);
  const deleted = await create(first, datePoll);
  const voter = first.vote(id, { name: "Ada", choices: { "2027-03-01": "ifNeedBe" } });
  first.schedulePoll(id, "2027-03-01");
  await call(first, "DELETE", `/polls/${deleted.id}`);
  const read = async (sandbox: Sandbox) => {
    const paths = ["", `/${id}`, `/${id}/results`, `/${id}/participants/${voter.id}`];
    const bodies = await Promise.all(paths.map((path) => call(sandbox, "GET", `/polls${path}`)));
    return JSON.stringify(bodies.map(({ body }) => body)).replaceAll(new URL(sandbox.url).host, "HOST");
  };
  const before = await read(first);
  await first.close();
  expect(await read(await open())).toBe(before);
});

it("the demo polls of a new file keep their days", async () => {
  const first = await openSandbox({ seed: "demo", data });
  const before = await list(first);
  await first.close();
  const second = await openSandbox({ seed: "demo", data, now: "2027-02-03T00:00:00Z" });
  const optionsOf = ({ data: polls }: typeof before) => polls.map(({ options }) => options);
  expect(optionsOf(await list(second))).toEqual(optionsOf(before));
});

it("what a killed process left of an unfinished file is replaced, and not written through", async () => {
  symlinkSync(join(folder, "other"), `${data}.tmp`);
  const sandbox = await open();
  await sandbox.close();
  expect(readdirSync(folder)).toEqual(["polls.json"]);
});

it("kill -9 loses no acknowledged change, and the next start replaces the lock", async () => {
  const { child, ended, sandbox } = await spawn();
  const acknowledged: string[] = [];
  const createUntilKilled = async () => {
    for (;;) acknowledged.push((await create(sandbox, datePoll)).id);
  };
  const creating = Promise.allSettled([createUntilKilled(), createUntilKilled(), createUntilKilled()]);
  await until(() => acknowledged.length >= 60);
  child.kill("SIGKILL");
  await Promise.all([ended, creating]);
  expect(existsSync(`${data}.lock`)).toBe(true);
  const { data: kept } = await list(await open(), "limit=100");
  expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
});

describe("the lock", () => {
  it("refuses a second process with the id of the first, and is released at the end", async () => {
    const first = await spawn();
    const second = await spawn();
    expect(await second.ended).toBe(1);
    expect(second.errors()).toContain(`in use by another sandbox (process ${first.child.pid})`);
    expect(readFileSync(`${data}.lock`, "utf8")).toBe(String(first.child.pid));
    first.child.kill("SIGTERM");
    expect([await first.ended, existsSync(`${data}.lock`)]).toEqual([0, false]);
  });

  it("refuses a second sandbox of the same process, also by a link", async () => {
    const first = await open();
    await create(first, datePoll);
    symlinkSync(data, join(folder, "link"));
    for (const path of [data, join(folder, "link")]) await expect(open(path)).rejects.toThrow("in use by");
    await first.close();
    expect((await list(await open(join(folder, "link")))).data).toHaveLength(1);
  });

  it("of one process that is gone and had the same id, as in a container, is replaced", async () => {
    writeFileSync(`${data}.lock`, String(process.pid));
    await open();
  });
});

describe("a file that cannot be read", () => {
  const participant = { id: "a", name: "Ada", email: null, createdAt: start, votes: { x: "maybe" } };

  it.each<[string, (text: string) => string]>([
    ["Not valid JSON", () => ""],
    ["Not valid JSON", (text) => text.slice(0, -50)],
    ["file: ", () => "[]"],
    ["version: ", (text) => text.replace('"version":4', '"version":9')],
    ["polls.0.status: ", (text) => text.replace('"open"', '"done"')],
    ["polls.0.color: ", (text) => text.replace('"title"', '"color":"red","title"')],
    ["polls.0.kind: ", (text) => text.replace('"kind":"date"', '"kind":"time"')],
    [
      "polls.0.participants.0.votes.x: ",
      (text) => text.replace('"participants":[]', `"participants":[${JSON.stringify(participant)}]`),
    ],
  ])("stops the start with %s, and is not changed", async (problem, damage) => {
    const sandbox = await open();
    await create(sandbox, datePoll);
    await sandbox.close();
    const text = damage(readFileSync(data, "utf8"));
    writeFileSync(data, text);
    await expect(open()).rejects.toThrow(`${data} is no data file of this version: ${problem}`);
    expect(readFileSync(data, "utf8")).toBe(text);
    expect(existsSync(`${data}.lock`)).toBe(false);
  });

  it.each(["/dev/null", "."])("may not be %s", async (path) => {
    await expect(open(path)).rejects.toThrow("not a regular file");
  });
});

it("a change that cannot be saved gets 500 and does not happen", async () => {
  const sandbox = await openSandbox({ data, report: () => {} });
  rmSync(data);
  mkdirSync(data);
  expect((await call(sandbox, "POST", "/polls", { body: datePoll })).status).toBe(500);
  expect((await list(sandbox)).data).toEqual([]);
  expect(readdirSync(folder).sort()).toEqual(["polls.json", "polls.json.lock"]);
});

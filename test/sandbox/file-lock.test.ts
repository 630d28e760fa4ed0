/** The lock beside the data file: one sandbox at a time, and none locked out by a dead one. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startSandbox } from "../../src/sandbox/index.ts";
import { create, datePoll, list, start } from "./request.ts";
import { spawnSandbox, startSpawned } from "./spawn.ts";
import { until } from "./until.ts";

let folder: string;
let data: string;
let running: { child: { kill(signal: "SIGKILL"): boolean }; ended: Promise<unknown> }[] = [];
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "sandbox-")));
  data = join(folder, "polls.jsonl");
});
afterEach(async () => {
  for (const { child } of running) child.kill("SIGKILL");
  await Promise.all(running.map(({ ended }) => ended));
  running = [];
  rmSync(folder, { recursive: true });
});

const keep = <Spawned extends (typeof running)[number]>(spawned: Spawned): Spawned => {
  running.push(spawned);
  return spawned;
};
const open = (path = data) => startSandbox({ data: path, now: start, seed: "empty", limits: "none" });
const options = () => ["--data", data, "--empty"];

async function makePoll({ url, apiKey }: { url: string; apiKey: string }): Promise<number> {
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const body = JSON.stringify({ ...datePoll, options: [{ date: "2099-03-01" }] });
  return (await fetch(`${url}/polls`, { method: "POST", headers, body })).status;
}

describe("another process on the same data file", () => {
  it("is refused at its start with who has the file and what to do, and the first goes on", async () => {
    const first = keep(await startSpawned(...options()));
    expect(await makePoll(first)).toBe(201);
    const second = keep(spawnSandbox(...options()));
    expect(await second.ended).toBe(1);
    expect(second.errors.join("")).toBe(
      `rallly-sandbox: ${data} is in use by another sandbox (process ${first.child.pid}): stop that one, ` +
        `or use another file. If process ${first.child.pid} is no sandbox, remove ${data}.lock\n`,
    );
    expect(await makePoll(first)).toBe(201);
    expect(first.errors).toEqual([]);
    await expect(open()).rejects.toThrow("is in use by another sandbox (process ");
  });

  it("is let in at once after kill -9, and takes over what was answered", async () => {
    const first = keep(await startSpawned(...options()));
    expect(await makePoll(first)).toBe(201);
    first.child.kill("SIGKILL");
    await first.ended;
    expect(existsSync(`${data}.lock`)).toBe(true);
    const second = keep(await startSpawned(...options()));
    expect(await makePoll(second)).toBe(201);
    second.child.kill("SIGTERM");
    expect(await second.ended).toBe(0);
    const third = await open();
    expect((await list(third)).data).toHaveLength(2);
    await third.close();
    expect(readdirSync(folder)).toEqual(["polls.jsonl"]);
  });

  it.each(["no lock", "the lock of a dead process"])(
    "may start at the same moment: of three that find %s, one wins",
    async (left) => {
      if (left !== "no lock") {
        const dead = keep(await startSpawned(...options()));
        dead.child.kill("SIGKILL");
        await dead.ended;
      }
      const both = [1, 2, 3].map(() => keep(spawnSandbox("--json", ...options())));
      const lines = await Promise.allSettled(both.map(({ firstLine }) => firstLine));
      const won = lines.flatMap((line) => (line.status === "fulfilled" ? [line.value] : []));
      expect(won).toHaveLength(1);
      expect(await makePoll(JSON.parse(won[0] ?? ""))).toBe(201);
    },
  );
});

describe("a second sandbox in the same process", () => {
  it("is refused until the first is closed, under whatever name it calls the file", async () => {
    const first = await open();
    const link = join(folder, "link.jsonl");
    symlinkSync(data, link);
    for (const path of [data, join(folder, ".", "polls.jsonl"), link]) {
      await expect(open(path)).rejects.toThrow(`${data} is in use by another sandbox of this process`);
    }
    const { id } = await create(first, datePoll);
    await first.close();
    const second = await open(link);
    expect((await list(second)).data).toMatchObject([{ id }]);
    await first.close();
    await expect(open()).rejects.toThrow("of this process");
    await second.close();
  });

  it("finds the file free when the first could not start", async () => {
    const rules = [{ fault: { kind: "reset" }, rate: 7 }] as const;
    await expect(startSandbox({ data, faults: { rules } })).rejects.toThrow("faults.rules.0.rate: ");
    writeFileSync(data, "shopping list\n");
    await expect(open()).rejects.toThrow("is not a data file");
    rmSync(data);
    await (await open()).close();
  });
});

describe("a lock left behind", () => {
  const token = "left-behind";

  it.each([
    ["by a process that had the number of this one, as in containers", { pid: process.pid, token }],
    ["by an earlier process with this one's number", { pid: process.pid, started: "0", token }],
    ["by a process that runs no more", { pid: 2 ** 30, token }],
    ["half written", null],
  ])("%s, is taken over", async (_, owner) => {
    writeFileSync(`${data}.lock`, owner === null ? '{"pi' : JSON.stringify(owner));
    const sandbox = await open();
    expect(JSON.parse(readFileSync(`${data}.lock`, "utf8"))).toMatchObject({ pid: process.pid });
    await sandbox.close();
    expect(existsSync(`${data}.lock`)).toBe(false);
  });

  it.runIf(process.platform === "linux")(
    "is taken over when its number has gone to another process",
    async () => {
      writeFileSync(`${data}.lock`, JSON.stringify({ pid: process.ppid, started: "0", token }));
      await (await open()).close();
    },
  );

  it.runIf(process.platform === "linux")(
    "is taken over from a killed process nobody waited for",
    async () => {
      const parent = spawn("sh", ["-c", "sleep 60 & echo $!; exec sleep 60"]);
      const [line]: Buffer[] = await once(parent.stdout, "data");
      const pid = Number(line?.toString());
      try {
        // Once the shell has become a program that waits for nobody.
        await until(() => readFileSync(`/proc/${parent.pid}/comm`, "latin1") === "sleep\n");
        process.kill(pid, "SIGKILL");
        await until(() => readFileSync(`/proc/${pid}/stat`, "latin1").includes(") Z "));
        writeFileSync(`${data}.lock`, JSON.stringify({ pid, token }));
        await (await open()).close();
      } finally {
        parent.kill("SIGKILL");
      }
    },
  );

  it("is respected while a process of its number runs and nothing more is known", async () => {
    const lock = JSON.stringify({ pid: process.ppid, token });
    writeFileSync(`${data}.lock`, lock);
    await expect(open()).rejects.toThrow(`(process ${process.ppid})`);
    expect(readFileSync(`${data}.lock`, "utf8")).toBe(lock);
    rmSync(`${data}.lock`);
    await (await open()).close();
  });

  it("by somebody else meanwhile is not removed when the sandbox closes", async () => {
    const sandbox = await open();
    const other = JSON.stringify({ pid: process.ppid, token });
    writeFileSync(`${data}.lock`, other);
    await sandbox.close();
    expect(readFileSync(`${data}.lock`, "utf8")).toBe(other);
  });
});

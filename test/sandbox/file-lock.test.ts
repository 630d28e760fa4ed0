/** The lock of a data file: one sandbox at a time, released when its process dies, without changing other files. */
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
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { acquireFileLock } from "../../src/sandbox/file-lock.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { create, datePoll, list, start } from "./request.ts";
import { main, spawnSandbox, startSpawned } from "./spawn.ts";
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

const listSockets = () => readdirSync(tmpdir()).filter((name) => /^rallly-sandbox-.*\.sock$/.test(name));

async function makePoll({ url, apiKey }: { url: string; apiKey: string }): Promise<number> {
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const body = JSON.stringify({ ...datePoll, options: [{ date: "2099-03-01" }] });
  return (await fetch(`${url}/polls`, { method: "POST", headers, body })).status;
}

describe("another process on the same data file", () => {
  it("is rejected with the owner's process id, and the first one continues", async () => {
    const first = keep(await startSpawned(...options()));
    expect(await makePoll(first)).toBe(201);
    const second = keep(spawnSandbox(...options()));
    expect(await second.ended).toBe(1);
    expect(second.errors.join("")).toBe(
      `rallly-sandbox: ${data} is in use by another sandbox (process ${first.child.pid}). ` +
        "Stop that sandbox, or use another data file.\n",
    );
    expect(await makePoll(first)).toBe(201);
    expect(first.errors).toEqual([]);
    await expect(open()).rejects.toThrow("is in use by another sandbox (process ");
  });

  it("starts at once after the first is killed, with every poll whose create got a response", async () => {
    const first = keep(await startSpawned(...options()));
    expect(await makePoll(first)).toBe(201);
    first.child.kill("SIGKILL");
    await first.ended;
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
    "one of three simultaneous starts succeeds with %s",
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
  it("is rejected until the first is closed, by every path to the file", async () => {
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

  it("can start after the first failed to start", async () => {
    const rules = [{ fault: { kind: "reset" }, rate: 7 }] as const;
    await expect(startSandbox({ data, faults: { rules } })).rejects.toThrow("faults.rules.0.rate: ");
    writeFileSync(data, "shopping list\n");
    await expect(open()).rejects.toThrow("is not a data file");
    rmSync(data);
    await (await open()).close();
  });
});

describe("files beside the data file", () => {
  it("keep their content", async () => {
    data = join(folder, "poetry");
    const names = [
      "poetry.lock",
      "poetry.rallly-sandbox.lock",
      `poetry.lock.${2 ** 30}.tmp`,
      "poetry.1234.tmp",
    ];
    for (const name of names) writeFileSync(join(folder, name), `content of ${name}`);
    const sandbox = await open();
    await create(sandbox, datePoll);
    expect(readdirSync(folder).sort()).toEqual(["poetry", ...names].sort());
    await sandbox.close();
    for (const name of names) expect(readFileSync(join(folder, name), "utf8")).toBe(`content of ${name}`);
  });

  it.each(["a.lock", "a.1234.tmp", "a.rallly-sandbox.lock"])(
    "can be data files of other sandboxes: %s",
    async (name) => {
      const other = await open(join(folder, name));
      const { id } = await create(other, datePoll);
      const sandbox = await open(join(folder, "a"));
      await create(other, datePoll);
      await sandbox.close();
      await other.close();
      const again = await open(join(folder, name));
      expect((await list(again)).data).toMatchObject([{}, { id }]);
      await again.close();
    },
  );
});

describe.runIf(process.platform === "linux")("a killed sandbox whose process is a zombie", () => {
  it("does not keep the lock", async () => {
    const script = '"$@" >"$0" & echo $!; exec sleep 60';
    const output = join(folder, "output");
    const parent = spawn("sh", ["-c", script, output, process.execPath, main, "--json", ...options()]);
    onTestFinished(() => void parent.kill("SIGKILL"));
    const [line]: Buffer[] = await once(parent.stdout, "data");
    const pid = Number(line?.toString());
    await until(() => existsSync(output) && readFileSync(output, "utf8").includes("apiKey"));
    await expect(open()).rejects.toThrow(`(process ${pid})`);
    // `sleep` does not wait for its children.
    await until(() => readFileSync(`/proc/${parent.pid}/comm`, "latin1") === "sleep\n");
    process.kill(pid, "SIGKILL");
    await until(() => readFileSync(`/proc/${pid}/stat`, "latin1").includes(") Z "));
    await (await open()).close();
  });
});

describe("a data file lock", () => {
  it("is kept by a stopped process, which does not respond", async () => {
    const first = keep(await startSpawned(...options()));
    first.child.kill("SIGSTOP");
    await expect(acquireFileLock(data, { ownerTimeoutMs: 50 })).rejects.toThrow(
      `${data} is in use by another sandbox. Stop that sandbox`,
    );
  });

  // The address on systems that have neither abstract sockets nor named pipes.
  it.skipIf(process.platform === "win32")(
    "is released when a killed process left its socket file",
    async () => {
      const socketsBefore = listSockets();
      const release = await acquireFileLock(data, { platform: "darwin" });
      await expect(acquireFileLock(data, { platform: "darwin" })).rejects.toThrow(
        "in use by another sandbox of this process",
      );
      release();
      const again = await acquireFileLock(data, { platform: "darwin" });
      const [address = ""] = listSockets().filter((name) => !socketsBefore.includes(name));
      again();
      const script = `require("node:net").createServer().listen(${JSON.stringify(join(tmpdir(), address))}, () => console.log(1))`;
      const dead = spawn(process.execPath, ["-e", script]);
      await once(dead.stdout, "data");
      dead.kill("SIGKILL");
      await once(dead, "close");
      expect(listSockets()).toContain(address);
      (await acquireFileLock(data, { platform: "darwin" }))();
      expect(listSockets()).not.toContain(address);
    },
  );
});

/** What `--data` may name: regular files, or links to them. Everything else is refused and left as it is. */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { startSandbox } from "../../src/sandbox/index.ts";
import { create, datePoll, list, start } from "./request.ts";
import { spawnSandbox } from "./spawn.ts";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "sandbox-")));
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (data: string) => startSandbox({ data, now: start, seed: "empty" });

describe.skipIf(process.platform === "win32")("a data file that is no regular file", () => {
  it.each<[string, string, (path: string) => unknown]>([
    ["a folder", "a folder", (path) => mkdirSync(path)],
    ["a pipe", "a pipe", (path) => execFileSync("mkfifo", [path])],
    ["a link to a folder", "a folder", (path) => symlinkSync(folder, path)],
    ["a link to a device", "a device", (path) => symlinkSync("/dev/null", path)],
    ["a link to nothing", "a link to a file that does not exist", (path) => symlinkSync("nothing", path)],
    ["a link to itself", "", (path) => symlinkSync(path, path)],
  ])("is refused and kept: %s", async (_, kind, make) => {
    const data = join(folder, "polls.jsonl");
    make(data);
    const before = lstatSync(data);
    const [by, from] = [open(data), spawnSandbox("--data", data)];
    await expect(by).rejects.toThrow(kind === "" ? /ELOOP/ : `${data} is ${kind}`);
    expect(await from.ended).toBe(1);
    expect(from.errors.join("")).toContain(data);
    expect(lstatSync(data)).toMatchObject({ ino: before.ino, mode: before.mode });
    expect(readdirSync(folder)).toEqual(["polls.jsonl"]);
  });

  it("is refused and kept: a socket", async () => {
    const data = join(folder, "s");
    const server = createServer().listen(data);
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    await expect(open(data)).rejects.toThrow(`${data} is a socket`);
    expect(readdirSync(folder)).toEqual(["s"]);
  });

  it("is refused: a device, and nothing is left beside it", async () => {
    for (const device of ["/dev/null", "/dev/zero", "/dev/full"].filter(existsSync)) {
      await expect(open(device)).rejects.toThrow(`${device} is a device`);
      expect(existsSync(`${device}.lock`)).toBe(false);
      expect(lstatSync(device).isCharacterDevice()).toBe(true);
    }
  });
});

describe("a link to a regular file", () => {
  it("is followed and stays a link", async () => {
    const [data, link] = [join(folder, "polls.jsonl"), join(folder, "link")];
    await (await open(data)).close();
    symlinkSync("polls.jsonl", link);
    const sandbox = await open(link);
    const { id } = await create(sandbox, datePoll);
    await sandbox.close();
    expect(readlinkSync(link)).toBe("polls.jsonl");
    const again = await open(data);
    expect((await list(again)).data).toMatchObject([{ id }]);
    await again.close();
  });
});

describe("temporary files", () => {
  it("of sandboxes that were killed are removed at the start, others are kept", async () => {
    const data = join(folder, "polls.jsonl");
    const stale = [
      "polls.jsonl.1234.tmp",
      `polls.jsonl.${process.pid}.tmp`,
      `polls.jsonl.lock.${2 ** 30}.tmp`,
    ];
    const others = [
      "polls.jsonl.bak",
      "polls.jsonl.old.tmp",
      "other.jsonl.1.tmp",
      `polls.jsonl.lock.${process.ppid}.tmp`,
    ];
    for (const name of [...stale, ...others]) writeFileSync(join(folder, name), "half a dra");
    const sandbox = await open(data);
    expect(readdirSync(folder).sort()).toEqual([...others, "polls.jsonl", "polls.jsonl.lock"].sort());
    await sandbox.close();
    expect(readdirSync(folder).sort()).toEqual([...others, "polls.jsonl"].sort());
  });

  it("are not left behind by a start that fails", async () => {
    const data = join(folder, "polls.jsonl");
    writeFileSync(data, "shopping list\n");
    await expect(open(data)).rejects.toThrow("is not a data file");
    expect(readdirSync(folder)).toEqual(["polls.jsonl"]);
    expect(readFileSync(data, "utf8")).toBe("shopping list\n");
    rmSync(data);
    // A folder in the place of the draft makes writing it fail.
    mkdirSync(`${data}.${process.pid}.tmp`);
    await expect(open(data)).rejects.toThrow("EEXIST");
    expect(readdirSync(folder)).toEqual([`polls.jsonl.${process.pid}.tmp`]);
  });
});

describe("a lock that is no regular file", () => {
  it.skipIf(process.platform === "win32")("is named, and nobody waits for it", async () => {
    const data = join(folder, "polls.jsonl");
    execFileSync("mkfifo", [`${data}.lock`]);
    const report = vi.spyOn(console, "error");
    await expect(open(data)).rejects.toThrow(`${data}.lock is not a lock file`);
    expect(report).not.toHaveBeenCalled();
    report.mockRestore();
  });
});

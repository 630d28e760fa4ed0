/** Paths for `--data`: regular files and links to them. Everything else is rejected and not changed. */
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
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/sandbox/index.ts";
import { create, datePoll, list, start } from "./request.ts";
import { spawnSandbox } from "./spawn.ts";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "sandbox-")));
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (data: string) => startSandbox({ data, now: start, seed: "empty" });

describe.skipIf(process.platform === "win32")("a data path that is not a regular file", () => {
  it.each<[string, string, (path: string) => unknown]>([
    ["a folder", "a folder", (path) => mkdirSync(path)],
    ["a pipe", "a pipe", (path) => execFileSync("mkfifo", [path])],
    ["a link to a folder", "a folder", (path) => symlinkSync(folder, path)],
    ["a link to a device", "a device", (path) => symlinkSync("/dev/null", path)],
    ["a link to nothing", "a link to a file that does not exist", (path) => symlinkSync("nothing", path)],
    ["a link to itself", "", (path) => symlinkSync(path, path)],
  ])("is rejected and not changed: %s", async (_, kind, make) => {
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

  it("is rejected and not changed: a socket", async () => {
    const data = join(folder, "s");
    const server = createServer().listen(data);
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    await expect(open(data)).rejects.toThrow(`${data} is a socket`);
    expect(readdirSync(folder)).toEqual(["s"]);
  });

  it("is rejected: a device, without a new file beside it", async () => {
    for (const device of ["/dev/null", "/dev/zero", "/dev/full"].filter(existsSync)) {
      await expect(open(device)).rejects.toThrow(`${device} is a device`);
      expect(existsSync(`${device}.rallly-sandbox.tmp`)).toBe(false);
      expect(lstatSync(device).isCharacterDevice()).toBe(true);
    }
  });
});

describe("a data path that is a link to a regular file", () => {
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

describe("the draft of a data file", () => {
  const heading = '{"format":"rallly-sandbox","version":2}\n';
  let data: string;
  let draft: string;
  beforeEach(() => {
    data = join(folder, "polls.jsonl");
    draft = `${data}.rallly-sandbox.tmp`;
  });

  it.each(["", heading.slice(0, 9), heading, `${heading}{"sum":"01`])(
    "is removed when a killed sandbox left it: %j",
    async (content) => {
      writeFileSync(draft, content);
      const sandbox = await open(data);
      expect(readdirSync(folder)).toEqual(["polls.jsonl"]);
      await sandbox.close();
      expect(readdirSync(folder)).toEqual(["polls.jsonl"]);
    },
  );

  it.each<[string, (path: string) => unknown]>([
    ["another file", (path) => writeFileSync(path, "shopping list\n")],
    ["a folder", (path) => mkdirSync(path)],
    ["a link", (path) => symlinkSync("nothing", path)],
  ])("is named in the error and not changed when it is %s", async (_, make) => {
    make(draft);
    const before = lstatSync(draft);
    await expect(open(data)).rejects.toThrow(`${draft} exists and was not written by the sandbox`);
    expect(lstatSync(draft)).toMatchObject({ ino: before.ino, mode: before.mode, mtimeMs: before.mtimeMs });
    expect(readdirSync(folder)).toEqual(["polls.jsonl.rallly-sandbox.tmp"]);
  });

  it("cannot be the data file of another sandbox", async () => {
    await expect(open(draft)).rejects.toThrow(`${draft} ends with .rallly-sandbox.tmp`);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is removed when the start fails", async () => {
    writeFileSync(data, "shopping list\n");
    await expect(open(data)).rejects.toThrow("is not a data file");
    expect(readdirSync(folder)).toEqual(["polls.jsonl"]);
    expect(readFileSync(data, "utf8")).toBe("shopping list\n");
  });
});

/** A build while a program runs from dist: no file is missing, and none is incomplete. */
import { execFile } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { replaceFolder } from "../scripts/replace-folder.ts";

let place: string;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), "rallly-build-"));
});
afterAll(() => rmSync(place, { recursive: true }));

const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const reader = `
  const { readFileSync } = require("node:fs");
  const { parentPort, workerData: { files, stop } } = require("node:worker_threads");
  const wrong = new Set();
  let rounds = 0;
  parentPort.postMessage("reading");
  for (; Atomics.load(stop, 0) === 0; rounds += 1)
    for (const [file, contents] of files) {
      try {
        if (!contents.includes(readFileSync(file, "utf8"))) wrong.add(file + ": half written");
      } catch (error) {
        wrong.add(file + ": " + error.code);
      }
    }
  parentPort.postMessage({ wrong: [...wrong], rounds });`;

/** Reads files repeatedly while a function runs. Each must always have one of its contents. */
async function readWhile(files: [file: string, contents: string[]][], act: () => unknown) {
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(reader, { eval: true, workerData: { files, stop } });
  const next = () =>
    new Promise<unknown>((resolve, reject) => worker.once("message", resolve).once("error", reject));
  await next();
  await act();
  const result = next();
  Atomics.store(stop, 0, 1);
  return (await result) as { wrong: string[]; rounds: number };
}

describe("npm run build", () => {
  it("replaces every file without removing one first", { timeout: 120_000 }, async () => {
    const target = join(place, "dist");
    // Scripts run on the Node.js that the package brings.
    const build = () => promisify(execFile)("node_modules/.bin/node", ["scripts/build.ts", target]);
    await build();
    const files = listFiles(target);
    expect(files).toContain(join(target, "mcp/main.js"));
    const contents = files.map((file): [string, string[]] => {
      const built = readFileSync(file, "utf8");
      appendFileSync(file, "\n// The build before.\n");
      return [file, [built, readFileSync(file, "utf8")]];
    });
    const stale = join(target, "src/api/removed.js");
    writeFileSync(stale, "");
    // A server that runs since the build before loads a chunk with its first call.
    const [recent, old] = ["OLDCHUNK", "AGEDCHNK"].map((hash) => join(target, `mcp/shared-${hash}.js`));
    for (const chunk of [recent, old] as string[]) writeFileSync(chunk, "");
    utimesSync(old as string, 0, 0);
    const { wrong, rounds } = await readWhile(contents, build);
    expect(wrong).toEqual([]);
    expect(rounds).toBeGreaterThan(1);
    expect(contents.filter(([file, [built]]) => readFileSync(file, "utf8") !== built)).toEqual([]);
    expect(listFiles(target).sort()).toEqual([...files, recent].sort());
    expect(readdirSync(place)).toEqual(["dist"]);
  });
});

describe("replaceFolder", () => {
  it("keeps equal files, adds new ones and removes old ones", () => {
    const [source, target] = [join(place, "next"), join(place, "folder")];
    for (const [folder, files] of [
      [target, { "same.js": "1", "changed.js": "old", "gone/deep.js": "x" }],
      [source, { "same.js": "1", "changed.js": "new", "new/deep.js": "y" }],
    ] as const)
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(join(folder, name, ".."), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
    replaceFolder(source, target);
    expect(readdirSync(target).sort()).toEqual(["changed.js", "new", "same.js"]);
    expect(readFileSync(join(target, "changed.js"), "utf8")).toBe("new");
    expect(readFileSync(join(target, "new/deep.js"), "utf8")).toBe("y");
    expect(readdirSync(place)).not.toContain("next");
  });
});

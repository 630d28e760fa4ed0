/** The folder in which the programs keep their compiled code, with Node.js that can (22.3 and newer). */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import nodeModule from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const apiKey = "sk_cache_0123456789abcdefghij";
const canCache = Reflect.has(nodeModule, "enableCompileCache");

let place: string;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), "rallly-cache-"));
});
afterAll(() => rmSync(place, { recursive: true }));

/** Starts the server with only these variables and the key, until the end of its input. */
async function run(env: Record<string, string>) {
  const child = spawn(process.execPath, ["dist/mcp/main.js"], { env: { RALLLY_API_KEY: apiKey, ...env } });
  let stderr = "";
  child.stderr.on("data", (piece) => {
    stderr += piece;
  });
  child.stdin.end();
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stderr };
}

const listFiles = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];

describe("the compile cache", () => {
  it.runIf(canCache)("is in the person's cache folder, and does not hold the key", async () => {
    const folder = join(place, "own");
    expect(await run({ XDG_CACHE_HOME: folder, HOME: place })).toMatchObject({ code: 0 });
    const files = listFiles(join(folder, "rallly-mcp", "compiled"));
    expect(files.length).toBeGreaterThan(0);
    expect(listFiles(folder)).toEqual(files);
    expect(files.filter((file) => readFileSync(file).includes(apiKey))).toEqual([]);
  });

  it.runIf(canCache)("is where NODE_COMPILE_CACHE says", async () => {
    const folder = join(place, "named");
    const unused = join(place, "unused");
    await run({ NODE_COMPILE_CACHE: folder, XDG_CACHE_HOME: unused });
    expect(listFiles(folder).length).toBeGreaterThan(0);
    expect(listFiles(unused)).toEqual([]);
  });

  it("is off with NODE_DISABLE_COMPILE_CACHE, and without a folder of the person", async () => {
    const folder = join(place, "off");
    expect(await run({ XDG_CACHE_HOME: folder, NODE_DISABLE_COMPILE_CACHE: "1" })).toMatchObject({ code: 0 });
    expect(listFiles(folder)).toEqual([]);
    // Node's own default is a folder that all users share.
    expect(await run({ TMPDIR: folder })).toMatchObject({ code: 0 });
    expect(listFiles(folder)).toEqual([]);
  });

  it("does not stop a start when it cannot be written", async () => {
    const file = join(place, "file");
    writeFileSync(file, "");
    expect(await run({ XDG_CACHE_HOME: file })).toEqual({ code: 0, stderr: "rallly-mcp: ready\n" });
  });
});

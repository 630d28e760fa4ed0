/** The message of a program on an old Node.js. `npm run mcp:node:old -- <node>` tests real versions. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { transform } from "esbuild";
import { describe, expect, it } from "vitest";
import { minNodeVersion } from "../src/node-version.ts";

const entries = [
  ["rallly-mcp", "dist/mcp/main.js"],
  ["rallly-sandbox", "dist/src/sandbox/main.js"],
] as const;

/** Runs an entry with another value of process.version. */
async function start(entry: string, version: string, args: string[]) {
  const disguise = `data:text/javascript,Object.defineProperty(process, "versions", { value: { node: "${version}" } })`;
  const child = spawn(process.execPath, ["--import", disguise, entry, ...args]);
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (piece) => (stdout += piece));
  child.stderr.on("data", (piece) => (stderr += piece));
  child.stdin.end();
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout, stderr };
}

describe("the Node.js version check", () => {
  it("requires the version in the package's engines", () => {
    const { engines } = JSON.parse(readFileSync("package.json", "utf8")) as { engines: { node: string } };
    expect(engines.node).toBe(`>=${minNodeVersion}`);
  });

  it.each(entries.flatMap(([name, entry]) => ["16.20.2", "18.20.8", "20.18.3"].map((v) => [name, v, entry])))(
    "%s on Node.js %s names the required version in one line on stderr, and exits with 1",
    async (name, version, entry) => {
      expect(await start(String(entry), String(version), ["--help"])).toEqual({
        code: 1,
        stdout: "",
        stderr: `${name} needs Node.js ${minNodeVersion} or newer; this is Node.js ${version}.\n`,
      });
    },
  );

  it.each(entries.flatMap(([name, entry]) => ["20.19.0", "21.0.0", "24.1.2"].map((v) => [name, v, entry])))(
    "%s runs on Node.js %s",
    async (_, version, entry) => {
      const { code, stdout } = await start(String(entry), String(version), ["--help"]);
      expect({ code, start: stdout.slice(0, 6) }).toEqual({ code: 0, start: expect.any(String) });
      expect(stdout).toContain("--help");
    },
  );

  it.each(entries)(
    "%s loads nothing before the check and uses syntax of old Node versions",
    async (_, entry) => {
      const text = readFileSync(entry, "utf8");
      const imported = [...text.matchAll(/^import .*"(.*)";$/gm)].map(([, name]) => name ?? "");
      expect(imported).toEqual([
        expect.stringMatching(/\/compile-cache\.js$/),
        expect.stringMatching(/\/node-version\.js$/),
      ]);
      const loaded = ["compile-cache", "node-version"].map((name) =>
        readFileSync(`dist/src/${name}.js`, "utf8"),
      );
      for (const code of loaded) expect(code).not.toMatch(/^import|\brequire\(/m);
      for (const code of [text, ...loaded]) {
        const [old, current] = await Promise.all(
          ["es2017", "esnext"].map((target) => transform(code, { target, legalComments: "none" })),
        );
        expect(old?.code).toBe(current?.code);
      }
    },
  );
});

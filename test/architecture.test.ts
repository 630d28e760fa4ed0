/** The rules of the whole house: who may import whom, and what the repository never holds. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

function listSources(folder: string): string[] {
  return readdirSync(resolve(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => relative(root, resolve(entry.parentPath, entry.name)));
}

/** Every module a file names: static, re-exported, dynamic or only for types. */
function listImports(file: string): string[] {
  const text = readFileSync(resolve(root, file), "utf8");
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']/g)].map(([, name]) => {
    const target = name ?? "";
    return target.startsWith(".") ? relative(root, resolve(root, dirname(file), target)) : target;
  });
}

const room = (path: string) =>
  path.startsWith("src/") ? path.split("/").slice(0, 2).join("/") : (path.split("/")[0] ?? "");

const rooms = ["src/time", "src/api", "src/scheduling", "src/sandbox", "zapier", "mcp", "scripts", "test"];

const allowed: Record<string, string[]> = {
  "src/time": [],
  "src/api": ["src/time"],
  "src/scheduling": ["src/time", "src/api"],
  "src/sandbox": ["src/time"],
  zapier: ["src/time", "src/api", "src/scheduling"],
  mcp: ["src/time", "src/api", "src/scheduling"],
};

describe("who may import whom", () => {
  for (const [from, targets] of Object.entries(allowed)) {
    it(`${from} imports only ${targets.join(", ") || "nothing of ours"}`, () => {
      const files = listSources(from);
      expect(files.length).toBeGreaterThan(0);
      const trespasses = files.flatMap((file) =>
        listImports(file)
          .filter((target) => rooms.includes(room(target)) && room(target) !== from)
          .filter((target) => !targets.includes(room(target)))
          // The one exception: where the server's space is chosen, --sandbox may load the sandbox, lazily.
          .filter((target) => !(file === "mcp/backend.ts" && target === "src/sandbox/index.ts"))
          .map((target) => `${file} -> ${target}`),
      );
      expect(trespasses).toEqual([]);
    });
  }

  it("loads the sandbox into the MCP server only when asked to", () => {
    const text = readFileSync(resolve(root, "mcp/backend.ts"), "utf8");
    expect(text).not.toMatch(/^import .*sandbox/m);
    expect(text).toMatch(/await import\("[^"]*sandbox\/index\.ts"\)/);
  });

  it("keeps undici out of everything that the Zapier app reaches", () => {
    const reached = new Set<string>();
    const queue = ["zapier/index.ts"];
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
      if (reached.has(file)) continue;
      reached.add(file);
      for (const target of listImports(file)) {
        if (target.endsWith(".ts")) queue.push(target);
        else reached.add(target);
      }
    }
    expect(reached.has("src/api/client.ts")).toBe(true);
    expect(
      [...reached].filter((name) => name === "undici" || name.startsWith("@modelcontextprotocol")),
    ).toEqual([]);
  });
});

describe("what is written down", () => {
  const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).trim().split("\n");
  const texts = tracked.filter((name) => /\.(ts|json|md|yml|html|css|js)$|run$|rc$/.test(name));

  it("names no path of a machine and no registry host", () => {
    const marks = [["/wo", "rk/"].join(""), ["/ro", "ot/"].join(""), ["registry.", "npmjs"].join("")];
    const finds = texts.flatMap((name) => {
      const text = readFileSync(resolve(root, name), "utf8");
      return marks.filter((mark) => text.includes(mark)).map((mark) => `${name}: ${mark}`);
    });
    expect(finds).toEqual([]);
  });

  it("keeps every file of the source at 300 lines or fewer", () => {
    const long = ["src", "zapier", "mcp"]
      .flatMap(listSources)
      .filter((file) => readFileSync(resolve(root, file), "utf8").split("\n").length > 301);
    expect(long).toEqual([]);
  });

  it("pins every action of a workflow to a commit, with its version beside it", () => {
    const workflows = tracked.filter((name) => /^\.github\/workflows\/.*\.ya?ml$/.test(name));
    const uses = workflows.flatMap((name) =>
      readFileSync(resolve(root, name), "utf8")
        .split("\n")
        .filter((line) => /\buses:/.test(line)),
    );
    expect(uses.length).toBeGreaterThan(0);
    expect(uses.filter((line) => !/uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual(
      [],
    );
  });

  it("pins every dependency to one version", () => {
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(resolve(root, "package.json"), "utf8"),
    ) as Record<string, Record<string, string>>;
    const versions = Object.values({ ...dependencies, ...devDependencies });
    expect(versions.filter((version) => !/^(npm:.+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });
});

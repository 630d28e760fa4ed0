/** The rules of the architecture: who may import whom, how things are named, and what the repository never holds. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const listFiles = (...args: string[]) =>
  execFileSync("git", ["ls-files", ...args], { cwd: root, encoding: "utf8" })
    .trim()
    .split("\n");
const tracked = listFiles();
// A file that is deleted but not yet committed cannot be read.
const deleted = listFiles("--deleted");
const existing = [...tracked, ...listFiles("--others", "--exclude-standard")].filter(
  (file) => file !== "" && !deleted.includes(file),
);
const contents = new Map<string, string>();

function read(file: string): string {
  const text = contents.get(file) ?? readFileSync(join(root, file), "utf8");
  contents.set(file, text);
  return text;
}

const listSources = (...folders: string[]) =>
  existing.filter((file) => file.endsWith(".ts") && folders.some((folder) => file.startsWith(`${folder}/`)));
const sources = listSources("src", "zapier", "mcp", "connector");

/** Every module that a file imports: static, re-exported, dynamic or only for types. */
const listImports = (file: string): string[] => resolveImports(file, read(file));

/** Every module that a file loads: its imports but those for types. */
const listLoads = (file: string): string[] =>
  resolveImports(file, read(file).replace(/^(?:import|export) type [^;]*;/gm, ""));

function resolveImports(file: string, text: string): string[] {
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']/g)].map(([, target = ""]) =>
    target.startsWith(".") ? normalize(join(dirname(file), target)) : target,
  );
}

/** Every file and package that a file loads, directly or through other files. */
function listReached(start: string, list = listImports): Set<string> {
  const reached = new Set<string>();
  const queue = [start];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    for (const target of list(file)) {
      if (target.endsWith(".ts")) queue.push(target);
      else reached.add(target);
    }
  }
  return reached;
}

const modules = [
  "src/time",
  "src/api",
  "src/scheduling",
  "src/sandbox",
  "zapier",
  "mcp",
  "connector",
  "scripts",
  "test",
];
const moduleOf = (path: string) => modules.find((name) => path.startsWith(`${name}/`)) ?? "";

/** Files outside the modules, which every module may import. They import nothing. */
const shared = [
  "src/compile-cache.ts",
  "src/html.ts",
  "src/node-version.ts",
  "src/problem.ts",
  "src/sanitize.ts",
  "src/version.ts",
];

/**
 * What other modules may import of a module. src/api/core.ts is the client without undici, src/api/fetch-client.ts the client over
 * fetch, src/api/setup.ts what is needed before the first call, src/api/undici-transport.ts the transport with names of the caller's
 * settings, and src/api/document the comparison with the service's OpenAPI document.
 */
const entries: Record<string, string[]> = {
  "src/time": ["src/time/index.ts"],
  "src/api": [
    "src/api/index.ts",
    "src/api/core.ts",
    "src/api/fetch-client.ts",
    "src/api/setup.ts",
    "src/api/undici-transport.ts",
    "src/api/document/index.ts",
  ],
  "src/scheduling": ["src/scheduling/index.ts"],
  "src/sandbox": ["src/sandbox/index.ts"],
};

const allowed: Record<string, string[]> = {
  "src/time": [],
  "src/api": ["src/time"],
  "src/scheduling": ["src/time", "src/api"],
  "src/sandbox": ["src/time"],
  zapier: ["src/time", "src/api", "src/scheduling"],
  mcp: ["src/time", "src/api", "src/scheduling"],
  connector: ["src/api", "mcp"],
};

describe("imports", () => {
  for (const [from, targets] of Object.entries(allowed)) {
    it(`${from} imports only ${[...targets, "the shared files"].join(", ")}`, () => {
      const files = listSources(from);
      expect(files.length).toBeGreaterThan(0);
      const violations = files.flatMap((file) =>
        listImports(file)
          .filter((target) => target.endsWith(".ts") && moduleOf(target) !== from)
          .filter((target) => !targets.includes(moduleOf(target)) && !shared.includes(target))
          // The one exception: for --sandbox the MCP server may load the sandbox, lazily.
          .filter((target) => !(file === "mcp/backend.ts" && target === "src/sandbox/index.ts"))
          .map((target) => `${file} -> ${target}`),
      );
      expect(violations).toEqual([]);
    });
  }

  it("the shared files are the only ones outside the modules, and import nothing", () => {
    expect(sources.filter((file) => moduleOf(file) === "").sort()).toEqual(shared);
    expect(shared.flatMap(listImports)).toEqual([]);
  });

  it("src/scheduling/plan and src/scheduling/rank do not import each other", () => {
    const [plan, rank] = [listSources("src/scheduling/plan"), listSources("src/scheduling/rank")];
    expect(Math.min(plan.length, rank.length)).toBeGreaterThan(0);
    expect(plan.flatMap(listImports).filter((target) => rank.includes(target))).toEqual([]);
    expect(rank.flatMap(listImports).filter((target) => plan.includes(target))).toEqual([]);
  });

  it("no import cycle", () => {
    const finished = new Set<string>();
    const path: string[] = [];
    const cycles: string[] = [];
    const visit = (file: string) => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(" -> "));
      if (path.includes(file) || finished.has(file)) return;
      path.push(file);
      for (const target of listImports(file)) if (existing.includes(target)) visit(target);
      path.pop();
      finished.add(file);
    };
    for (const file of listSources("src", "zapier", "mcp", "connector", "scripts", "test")) visit(file);
    expect(cycles).toEqual([]);
  });

  it("mcp/backend.ts loads the sandbox lazily", () => {
    const text = read("mcp/backend.ts");
    expect(text).not.toMatch(/^import .*sandbox/m);
    expect(text).toMatch(/await import\("[^"]*sandbox\/index\.ts"\)/);
  });

  it("src, zapier and mcp import another module only through its entry", () => {
    // A browser loads what the results view reaches: src/scheduling/index.ts would bring the client along.
    const browser = listReached("mcp/view/page/main.ts", listLoads);
    const violations = sources.flatMap((file) =>
      listImports(file)
        .filter((target) => moduleOf(target) !== moduleOf(file))
        .filter((target) => entries[moduleOf(target)]?.includes(target) === false)
        .filter((target) => !(browser.has(file) && target.startsWith("src/scheduling/rank/")))
        .map((target) => `${file} -> ${target}`),
    );
    expect(violations).toEqual([]);
  });

  it("src/api/core.ts and zapier reach neither undici nor the MCP SDK", () => {
    const reached = [...listReached("src/api/core.ts"), ...listReached("zapier/index.ts")];
    expect(reached).toContain("src/api/client.ts");
    expect(reached.filter((name) => name === "undici" || name.startsWith("@modelcontextprotocol"))).toEqual(
      [],
    );
  });
});

/** The keys that hold more than one file, with the files. */
function listCollisions(entries: readonly (readonly [key: string, file: string])[]): string[] {
  const files = new Map<string, string[]>();
  for (const [key, file] of entries) files.set(key, [...(files.get(key) ?? []), file]);
  return [...files].filter(([, list]) => list.length > 1).map(([key, list]) => `${key}: ${list.join(", ")}`);
}

describe("names", () => {
  it("no two exported types, classes or interfaces share a name", () => {
    const declared = /^export (?:declare )?(?:abstract )?(?:type|interface|class|enum) (\w+)/gm;
    const types = sources.flatMap((file) =>
      [...read(file).matchAll(declared)].map(([, name = ""]) => [name, file] as const),
    );
    expect(types.length).toBeGreaterThan(100);
    expect(listCollisions(types)).toEqual([]);
  });

  it("file names are unique within a module, standard names excepted", () => {
    const standard = ["index.ts", "main.ts", "errors.ts", "format.ts"];
    const names = sources
      .filter((file) => !standard.includes(basename(file)))
      .map((file) => [`${moduleOf(file)} ${basename(file)}`, file] as const);
    expect(listCollisions(names)).toEqual([]);
  });

  it("mcp has only the files that start the server at its root", () => {
    const starting = ["backend", "cli", "environment", "index", "log", "main", "program", "server", "start"];
    expect(
      sources
        .filter((file) => dirname(file) === "mcp")
        .map((file) => basename(file, ".ts"))
        .sort(),
    ).toEqual(starting);
  });
});

describe("texts", () => {
  const texts = existing.filter((name) => /\.(ts|json|jsonc|md|yml|html|css|js)$|run$|rc$/.test(name));

  it("no path of a machine and no registry host", () => {
    const marks = [["/wo", "rk/"].join(""), ["/ro", "ot/"].join(""), ["registry.", "npmjs"].join("")];
    const finds = texts.flatMap((name) =>
      marks.filter((mark) => read(name).includes(mark)).map((mark) => `${name}: ${mark}`),
    );
    expect(finds).toEqual([]);
  });

  it("no retired word in source, tests, scripts and docs", () => {
    const retired = readFileSync(join(root, "test/retired-words.txt"), "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));
    expect(retired.length).toBeGreaterThan(0);
    const pattern = new RegExp(retired.map((word) => `(?<![a-z])${word}(?![a-z])`).join("|"), "gi");
    const finds = texts
      .filter((name) => /\.(ts|md|html)$/.test(name))
      .flatMap((name) =>
        read(name)
          .split("\n")
          .flatMap((line, index) =>
            [...splitCamelCase(line).matchAll(pattern)].map(([word]) => `${name}:${index + 1}: ${word}`),
          ),
      );
    expect(finds).toEqual([]);
  });

  it("constants have names in camelCase", () => {
    const finds = listSources("src", "zapier", "mcp", "scripts").filter((file) =>
      /\bconst [A-Z][A-Z0-9_]+\b/.test(read(file)),
    );
    expect(finds).toEqual([]);
  });

  it("every source file has at most 300 lines", () => {
    const long = listSources("src", "zapier", "mcp", "scripts").filter(
      (file) => read(file).split("\n").length > 301,
    );
    expect(long).toEqual([]);
  });

  it("every action of a workflow is pinned to a commit, with its version beside it", () => {
    const uses = tracked
      .filter((name) => /^\.github\/workflows\/.*\.ya?ml$/.test(name))
      .flatMap((name) => read(name).split("\n"))
      .filter((line) => /\buses:/.test(line));
    expect(uses.length).toBeGreaterThan(0);
    const pinned = /uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
    expect(uses.filter((line) => !pinned.test(line))).toEqual([]);
  });

  it("every dependency is pinned to one version", () => {
    const { dependencies, devDependencies } = JSON.parse(read("package.json")) as Record<
      string,
      Record<string, string>
    >;
    const versions = Object.values({ ...dependencies, ...devDependencies });
    expect(versions.filter((version) => !/^(npm:.+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });
});

/** Separates the words of camelCase names, so that a retired word is found inside a name. */
function splitCamelCase(line: string): string {
  return line.replace(/([a-z])(?=[A-Z])/g, "$1 ");
}

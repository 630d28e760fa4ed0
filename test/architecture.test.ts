/** Who may import whom, and what the repository never holds. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => existsSync(file));

/** What the files of a module import: of itself, of these modules, and of the files directly in src. */
const allowed: Record<string, string[]> = {
  "src/time": [],
  "src/api": ["src/time"],
  "src/scheduling": ["src/time", "src/api"],
  "src/sandbox": ["src/time"],
  zapier: ["src/time", "src/api", "src/scheduling"],
  mcp: ["src/time", "src/api", "src/scheduling"],
  // Its start page shows how hosts are told of it.
  connector: ["src/api", "src/scheduling", "mcp", "cli/hosts.ts"],
  cli: ["src/time", "src/api", "src/scheduling", "src/sandbox", "mcp"],
};
const modules = Object.keys(allowed);
const moduleOf = (path: string) => modules.find((name) => path.startsWith(`${name}/`));
const sources = files.filter(
  (file) => file.endsWith(".ts") && moduleOf(file) !== undefined && !file.startsWith("zapier/test/"),
);

/** The modules that a file imports: static, dynamic, and for types. Relative ones as paths. */
const listImports = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']/g)].map(
    ([, target = ""]) => (target.startsWith(".") ? normalize(join(dirname(file), target)) : target),
  );

/** The names that a file imports from other files, each without `type` and its own name for it. */
const listNamedImports = (file: string) =>
  [...readFileSync(file, "utf8").matchAll(/^import (?:type )?\{([^}]*)\} from "(\.[^"]+)"/gm)].map(
    ([, names = "", target = ""]) => ({
      target: normalize(join(dirname(file), target)),
      names: names.split(",").map((name) => name.trim().replace(/^type | as \w+$/g, "")),
    }),
  );

/** The public values of each module: what the table of entries in docs/client.md names. */
const publicNames: Record<string, string[]> = Object.fromEntries(
  [...readFileSync("docs/client.md", "utf8").matchAll(/^\| `rallly-connect(\/\w+)?` \|(.*)\|$/gm)].map(
    ([, entry = "/api", text = ""]) => [
      `src${entry}`,
      [...text.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name),
    ],
  ),
);

/** The file of each entry. */
const entryFiles: Record<string, string> = {
  "src/api": "src/api/web.ts",
  "src/webhooks": "src/api/webhooks/index.ts",
  "src/time": "src/time/index.ts",
  "src/scheduling": "src/scheduling/index.ts",
  "src/sandbox": "src/sandbox/index.ts",
};

/** What a file loads at once: neither types nor what it imports later. */
const listLoads = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(/^(?:import|export) (?!type )[^;]*?from "(\.[^"]+\.ts)"/gm)].map(
    ([, target = ""]) => normalize(join(dirname(file), target)),
  );

/** Every file and package that a file reaches, directly or through others. */
function listReached(start: string, list = listImports, reached = new Set<string>()): Set<string> {
  reached.add(start);
  if (start.endsWith(".ts"))
    for (const target of list(start)) if (!reached.has(target)) listReached(target, list, reached);
  return reached;
}

describe("imports", () => {
  it.each(Object.entries(allowed))("%s imports only itself, files of src, and %j", (name, targets) => {
    const violations = sources
      .filter((file) => moduleOf(file) === name)
      .flatMap((file) =>
        listImports(file)
          .map((target) => ({ file, target, module: moduleOf(target) }))
          .filter(({ module }) => module !== undefined && module !== name)
          .filter(({ target, module = "" }) => !targets.includes(module) && !targets.includes(target)),
      );
    expect(violations).toEqual([]);
  });

  it("what the Zapier app reads and what it writes know nothing of each other", () => {
    const foreign = { "zapier/input/": "zapier/output/", "zapier/output/": "zapier/input/" };
    const violations = Object.entries(foreign).flatMap(([from, to]) =>
      sources
        .filter((file) => file.startsWith(from))
        .filter((file) => listImports(file).some((target) => target.startsWith(to))),
    );
    expect(violations).toEqual([]);
  });

  it.each(Object.entries(entryFiles))(
    "%s exports the values that docs/client.md names",
    async (entry, file) => {
      const { default: _, ...values } = await import(join("..", file));
      const names = [
        ...(publicNames[entry] ?? []),
        ...(entry === "src/api" ? (publicNames["src/webhooks"] ?? []) : []),
      ];
      expect(Object.keys(values).sort()).toEqual(names.sort());
    },
  );

  it("have no circle, neither of types nor through what is loaded later", () => {
    const circles = sources.filter((file) =>
      listImports(file).some((target) => listReached(target).has(file)),
    );
    expect(circles).toEqual([]);
  });

  it("have no circle of folders, in which a file beside the folders of its module counts as one", () => {
    // A tool may have a folder of its own.
    const toFolder = (file: string) =>
      moduleOf(file) === undefined || dirname(file) === moduleOf(file)
        ? file
        : dirname(file).replace(/^mcp\/tools\/.*/, "mcp/tools");
    const imports = Object.groupBy(sources, toFolder);
    const listFolders = (folder: string) =>
      (imports[folder] ?? [])
        .flatMap(listImports)
        .map(toFolder)
        .filter((target) => target !== folder);
    const reach = (folder: string, reached = new Set<string>()): Set<string> => {
      for (const target of listFolders(folder)) if (!reached.has(target)) reach(target, reached.add(target));
      return reached;
    };
    expect(Object.keys(imports).filter((folder) => reach(folder).has(folder))).toEqual([]);
  });

  it("other modules import public names through the entry of their module, and others from their file", () => {
    const violations = sources.flatMap((file) =>
      // A browser loads the views, and the server starts with the errors: an entry would bring the client along.
      /^mcp\/(view\/|failure\.ts$)/.test(file)
        ? []
        : listNamedImports(file)
            .filter(({ target }) => moduleOf(target) !== moduleOf(file) && !/\/(index|web)\.ts$/.test(target))
            .flatMap(({ target, names }) =>
              names.filter((name) => publicNames[moduleOf(target) ?? ""]?.includes(name)),
            )
            .map((name) => `${file}: ${name}`),
    );
    expect(violations).toEqual([]);
  });

  it("the package's entry for scheduling loads no reader of what people write", () => {
    const reached = [...listReached("src/scheduling/index.ts")];
    expect(reached).toContain("src/scheduling/plan/plan.ts");
    expect(reached.filter((name) => /^windows-iana$|^zapier\//.test(name))).toEqual([]);
  });

  it.each([
    ["src/api/web.ts", "the client for other runtimes", []],
    ["zapier/index.ts", "the Zapier app, but for gzip,", ["node:zlib"]],
  ])("%s: %s loads neither undici nor Node's modules nor the MCP SDK", (entry, _, but) => {
    const reached = [...listReached(entry)];
    expect(reached).toContain("src/api/send/client.ts");
    expect(reached.filter((name) => /^(undici|node:|@modelcontextprotocol)/.test(name))).toEqual(but);
  });
});

it("the MCP server is a library, which runs without Node but for its cryptography", () => {
  const modules = sources
    .filter((file) => moduleOf(file) === "mcp")
    .flatMap((file) => listImports(file).filter((target) => /^node:(?!crypto$)/.test(target)));
  expect(modules).toEqual([]);
});

it("the MCP server starts without the client, the tools, HTTP, the sandbox and other commands", () => {
  // The build embeds the list of tools as data.
  const list = (file: string) => (file === "mcp/tools/listing.ts" ? [] : listLoads(file));
  const loaded = [...listReached("cli/program.ts", list)];
  expect(loaded).toContain("mcp/server.ts");
  expect(
    loaded.filter((file) =>
      /^src\/(api\/send\/client|sandbox)|^mcp\/(call|find|tools\/(?!listing))|^cli\/(config|call|http)/.test(
        file,
      ),
    ),
  ).toEqual([]);
});

describe("the repository", () => {
  const texts = files.filter((name) => /\.(ts|json|jsonc|md|yml|html|css|js)$|^\.ci\/|rc$/.test(name));

  it("holds no path of a machine and no registry host", () => {
    const marks = ["/wo,rk/", "/ro,ot/", "registry.,npmjs"].map((mark) => mark.replace(",", ""));
    const finds = texts.filter((name) => marks.some((mark) => readFileSync(name, "utf8").includes(mark)));
    expect(finds).toEqual([]);
  });
});

/** What other people install, before it is packed: `npm run package:check` installs and runs it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getMcpConfigForManifest, v0_3 } from "@anthropic-ai/mcpb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listMissingHolders, writeNotices } from "../../scripts/mcp-package/notices.ts";
import { desktopManifest, packageManifest } from "../../scripts/mcp-package/package-manifest.ts";
import { stageDesktop, stagePackage } from "../../scripts/mcp-package/stage.ts";
import { defaultBaseUrl } from "../../src/api/core.ts";
import { readProxySettings } from "../../src/api/setup.ts";
import { connectInMemory } from "./harness.ts";

const place = mkdtempSync(join(tmpdir(), "rallly-package-"));
const [folder, desktop] = [join(place, "package"), join(place, "desktop")];
const read = (...path: string[]) => readFileSync(join(...path), "utf8");
const own = JSON.parse(read("package.json")) as { version: string; license: string };

beforeAll(async () => {
  await stagePackage(folder);
  await stageDesktop(desktop);
});

afterAll(() => rmSync(place, { recursive: true }));

/** The files of code in a folder, without those in its folders: the builds for other runtimes. */
const listCode = (below: string) => readdirSync(below).filter((name) => /js$/.test(name));

/** Every module named by the code or by the declarations below a folder. */
function listImports(below: string): string[] {
  const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
  return readdirSync(below, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(js|mjs|[cm]?ts)$/.test(name))
    .flatMap((name) => [
      ...(name.endsWith("ts") ? read(below, name).replace(comments, "") : read(below, name)).matchAll(
        /(?:^|[;}\s])(?:import|export)\b[^;"'`]*?\bfrom\s*["']([^"'\n]+)["']|\bimport\s*\(?\s*["']([^"'\n]+)["']/g,
      ),
    ])
    .map(([, from, directly]) => from ?? directly ?? "");
}

/** Also modules that only newer versions of Node have: undici names node:sqlite, which it loads only for a cache of its own. */
const isOfNode = (name: string) => name.startsWith("node:") || isBuiltin(name);

describe("the package", () => {
  it("has no dependencies and loads only modules of Node", () => {
    const named = [...listImports(join(folder, "dist")), ...listImports(join(folder, "types"))];
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((name) => !name.startsWith(".") && !isOfNode(name))).toEqual([]);
    expect(Object.keys(packageManifest).filter((name) => /dependencies/i.test(name))).toEqual([]);
  });

  it("has the version, the license and the engines of the repository", () => {
    const written = JSON.parse(read(folder, "package.json")) as Record<string, unknown>;
    expect(written).toMatchObject({ version: own.version, license: own.license });
    expect(written["engines"]).toEqual({ node: ">=20.19" });
    expect(read(folder, "LICENSE")).toBe(read("LICENSE"));
  });

  it("has no declarations of zod's error texts in other languages", () => {
    const declared = readdirSync(join(folder, "types"), { recursive: true, encoding: "utf8" });
    expect(declared.filter((name) => name.includes("zod")).length).toBeGreaterThan(10);
    expect(declared.filter((name) => name.includes("locales"))).toEqual([]);
  });

  it("has the docs of its types, for editors", () => {
    const publicFiles = ["client", "inputs", "policy", "types", "webhooks"];
    for (const name of publicFiles) {
      const docs = (text: string) => text.match(/\/\*\*[\s\S]*?\*\//g)?.length ?? 0;
      const [built, packed] = ["dist", join(folder, "types")].map((place) =>
        docs(read(place, `src/api/${name}.d.ts`)),
      );
      expect(built).toBeGreaterThan(5);
      expect(packed).toBe(built);
    }
  });

  it("exports only existing files", () => {
    const { exports, bin } = packageManifest;
    const listFiles = (entry: string | object): string[] =>
      typeof entry === "string" ? [entry] : Object.values(entry).flatMap(listFiles);
    const offered = [...Object.values(exports), ...Object.values(bin)].flatMap(listFiles);
    expect(offered.filter((file) => file.includes("/web/")).length).toBeGreaterThan(0);
    expect(() => offered.map((file) => read(folder, file))).not.toThrow();
    for (const program of Object.values(bin)) expect(read(folder, program)).toMatch(/^#!.*\bnode\n/);
  });

  it("has entries that load only their program, after the check of the Node.js version", () => {
    const entries = [
      ...Object.values(packageManifest.bin).map((file) => join(folder, file)),
      join(desktop, desktopManifest.server.entry_point),
    ];
    for (const entry of entries) {
      const code = read(entry);
      expect(code).not.toMatch(/^import\b|\brequire\b|\bfrom\s*"/m);
      expect(code).toMatch(
        /if \(checkNodeVersion\("rallly-\w+"\)\) \{\n +enableCompileCache\("rallly-\w+"\);\n +void import\("\.\/[\w-]+\.m?js"\);\n\}\n$/,
      );
    }
  });

  it("has no long lines of code, so that a stack trace is readable", () => {
    const files = [join(folder, "dist"), join(desktop, "server")].flatMap((below) =>
      listCode(below).map((name) => join(below, name)),
    );
    const long = files.flatMap((file) => read(file).split("\n")).filter((line) => line.length > 2000);
    // Declarations and data do not throw.
    expect(
      long.filter(
        (line) =>
          !/^\s*var (?:wasmBase64 = "[\w+/=]*"|\w+ = \[[\d, ]*\]|\w+ = \[\{ (?:windowsName|name): ".*\}\]|[\w$]+(?:, [\w$]+)*);$/.test(
            line,
          ),
      ),
    ).toEqual([]);
  });

  it("has code of several entries only once, in shared files", () => {
    const holders = listCode(join(folder, "dist")).filter((name) =>
      read(folder, "dist", name).includes("UND_ERR_REQ_CONTENT_LENGTH_MISMATCH"),
    );
    expect(holders.length).toBe(1);
  });

  it("loads the code for calendar files only when it is used", () => {
    const dist = join(folder, "dist");
    const reached = new Set<string>();
    const visit = (name: string) => {
      if (reached.has(name)) return;
      reached.add(name);
      for (const [, from] of read(dist, name).matchAll(/^(?:import\b[^"\n]*|\} from )"\.\/([\w.-]+)";$/gm))
        if (from !== undefined) visit(from);
    };
    visit("rallly-mcp-program.js");
    expect(reached.size).toBeGreaterThan(2);
    const holders = listCode(dist).filter((name) => read(dist, name).includes("foldLength: 75"));
    expect(holders).toHaveLength(1);
    expect(holders.filter((name) => reached.has(name))).toEqual([]);
  });

  it("has a README with tools, options and example, and without unfilled placeholders", () => {
    const readme = read(folder, "README.md");
    for (const { name } of desktopManifest.tools) expect(readme).toContain(`\`${name}\`: `);
    expect(readme).toContain("--read-only");
    expect(readme).toContain('from "rallly-mcp/api"');
    expect(readme).not.toContain("<!--");
  });

  it("contains the licenses of all bundled code, also of code that dependencies had bundled", () => {
    const notices = read(folder, "THIRD-PARTY-NOTICES.txt");
    const names = [
      "zod",
      "undici",
      "temporal-polyfill",
      "@modelcontextprotocol/server",
      "hono",
      "content-type",
    ];
    for (const name of names) expect(notices).toMatch(new RegExp(`^== ${name} \\(\\S+\\)\\n\\n.+`, "m"));
    expect(read(desktop, "THIRD-PARTY-NOTICES.txt")).toContain("== undici (MIT)");
  });

  it("contains the licenses of code inside dependencies without a license file, and detects new code of this kind", () => {
    for (const below of [folder, desktop]) {
      const notices = read(below, "THIRD-PARTY-NOTICES.txt");
      for (const [name, holder] of [
        ["llhttp", "Fedor Indutny"],
        ["fetch-blob", "David Frank"],
        ["content-type", "Douglas Christopher Wilson"],
      ])
        expect(notices).toMatch(new RegExp(`^== ${name} \\(MIT\\)\\n[^=]*${holder}`, "m"));
    }
    const source = "/*!\n * Copyright (c) 2020 Some Body\n */\n// Copyright 2021 Another\ncode();";
    expect(listMissingHolders([source], "(c) 2020 Some Body <body@example.com>")).toEqual([
      "Copyright 2021 Another",
    ]);
  });

  it("says where the source of code under the Mozilla Public License is", () => {
    for (const below of [folder, desktop]) {
      const notices = read(below, "THIRD-PARTY-NOTICES.txt");
      expect(notices).toMatch(
        /^== ical\.js \(MPL-2\.0\)\n\nUnchanged\. The source code of version [\d.]+ is at https:\/\/github\.com\/kewisch\/ical\.js\n/m,
      );
    }
  });

  it("is not built when a license is missing", () => {
    expect(() => writeNotices(["node_modules/no-such-package/index.js"])).toThrow();
  });
});

/** The environment that a host starts the desktop bundle with, for what the person entered in its settings. */
async function getEnvironment(userConfig: Record<string, string | boolean>): Promise<Record<string, string>> {
  const config = await getMcpConfigForManifest({
    manifest: v0_3.McpbManifestSchema.parse(desktopManifest),
    extensionPath: "/bundle",
    systemDirs: {},
    userConfig,
    pathSeparator: "/",
  });
  return config?.env ?? {};
}

describe("the desktop bundle", () => {
  it("has a manifest of version 0.3, with the repository's version", () => {
    const manifest: unknown = JSON.parse(read(desktop, "manifest.json"));
    expect(v0_3.McpbManifestSchema.parse(manifest)).toMatchObject({
      manifest_version: "0.3",
      version: own.version,
    });
  });

  it("lists the same tools as the server, in the same order", async () => {
    const { tools } = await (await connectInMemory()).listTools();
    expect(desktopManifest.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    for (const [at, { description }] of desktopManifest.tools.entries())
      expect(tools[at]?.description?.startsWith(description)).toBe(true);
  });

  it("has the key as a sensitive setting, and passes it only in the environment", () => {
    const { user_config: settings, server } = desktopManifest;
    expect(settings.api_key).toMatchObject({ type: "string", sensitive: true });
    expect(server.mcp_config.args.join(" ")).not.toContain("api_key");
    const handed = Object.values(server.mcp_config.env).map((value) =>
      value.replace(/^\$\{user_config\.(\w+)\}$/, "$1"),
    );
    expect(handed.sort()).toEqual(Object.keys(settings).sort());
  });

  it("starts on a sandbox without a key, and has no key, sandbox, proxy or certificates without settings", async () => {
    const defaults = {
      RALLLY_API_KEY: "",
      RALLLY_SANDBOX: "false",
      RALLLY_BASE_URL: defaultBaseUrl,
      https_proxy: "",
      NODE_EXTRA_CA_CERTS: "",
    };
    expect(await getEnvironment({})).toEqual(defaults);
    expect(await getEnvironment({ sandbox: true })).toEqual({ ...defaults, RALLLY_SANDBOX: "true" });
    expect(await getEnvironment({ api_key: "sk_a_b" })).toEqual({ ...defaults, RALLLY_API_KEY: "sk_a_b" });
    expect(await getEnvironment({ certificates: "/company.pem" })).toEqual({
      ...defaults,
      NODE_EXTRA_CA_CERTS: "/company.pem",
    });
  });

  it("uses the proxy of its setting, or else the inherited one, and keeps its password secret", async () => {
    const inherited = { HTTPS_PROXY: "http://inherited.example.com:8080" };
    const findProxy = async (settings: Record<string, string>) =>
      readProxySettings({ ...inherited, ...(await getEnvironment(settings)) })(defaultBaseUrl);
    expect(await findProxy({})).toMatchObject({ origin: "http://inherited.example.com:8080" });
    expect(await findProxy({ proxy: "http://u:p@proxy.example.com:3128" })).toMatchObject({
      variable: "https_proxy",
      origin: "http://proxy.example.com:3128",
    });
    expect(desktopManifest.user_config.proxy).toMatchObject({ sensitive: true, required: false });
  });

  it("contains the bundled server, with its entry and its page beside it", () => {
    const files = readdirSync(join(desktop, "server")).sort();
    const isChunk = (name: string) => /^shared-[A-Z\d]+\.mjs$/.test(name);
    expect(files.filter((name) => !isChunk(name))).toEqual(["index.mjs", "program.mjs", "results.html"]);
    expect(files.filter(isChunk).length).toBeGreaterThan(0);
    const named = listImports(join(desktop, "server"));
    expect(named).toContain("node:http");
    // Types in comments name files of the packages that they came from.
    expect(named.filter((name) => !name.startsWith(".") && !isOfNode(name))).toEqual([]);
  });
});

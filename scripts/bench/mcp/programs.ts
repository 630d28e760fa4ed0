/** The MCP servers that the figures start, and what is measured of their processes. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { root } from "../../bundle/root.ts";
import { run } from "../../mcp-package/commands.ts";
import { stagePackage } from "../../mcp-package/stage.ts";

/** The folder of what the figures build and install. */
export const benchFolder = join(root, "build", "bench");

/** The server of the checkout, as the README configures it. */
export const checkoutServer = join(root, "dist/mcp/main.js");

/** The key and address of the service. No server sends a request while it only lists tools. */
export const serviceVariables = (url = "http://127.0.0.1:9") => ({
  RALLLY_API_KEY: "sk_bench_0123456789abcdef",
  RALLLY_BASE_URL: `${url}/v1`,
});

/** Writes the published package, and returns its server. */
export async function stageServer(): Promise<string> {
  const folder = join(benchFolder, "rallly-mcp");
  await stagePackage(folder);
  return join(folder, "dist/rallly-mcp.js");
}

/** Bundles the one-tool server into one file, and returns its path. */
export async function bundleOneTool(transport: "stdio" | "http"): Promise<string> {
  const outfile = join(benchFolder, `one-tool-${transport}.mjs`);
  await build({
    entryPoints: [fileURLToPath(new URL(`one-tool/${transport}.ts`, import.meta.url))],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20.19",
    format: "esm",
    logLevel: "warning",
  });
  return outfile;
}

/** Well-known servers, their versions and their programs. */
const peers = {
  "@modelcontextprotocol/server-memory": { version: "2026.8.31", arguments: [] },
  "@modelcontextprotocol/server-filesystem": { version: "2026.8.31", arguments: [root] },
  "@notionhq/notion-mcp-server": { version: "2.5.2", arguments: [] },
} as const;

/** The name of a peer on npm. */
export type Peer = keyof typeof peers;

/** The package on npm, with its version. */
export const specifyPeer = (name: Peer): string => `${name}@${peers[name].version}`;

/**
 * Installs the peers unless these versions are installed, and returns the program of each with its arguments. They are no development
 * dependencies: they would bring some two hundred packages to everybody who works on this one.
 */
export async function installPeers(): Promise<Record<Peer, string[]>> {
  const folder = join(benchFolder, "peers");
  const names = Object.keys(peers) as Peer[];
  const dependencies = Object.fromEntries(names.map((name) => [name, peers[name].version]));
  const manifest = JSON.stringify({ private: true, dependencies });
  const marker = join(folder, "installed.json");
  if (!existsSync(marker) || readFileSync(marker, "utf8") !== manifest) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), manifest);
    await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], folder);
    writeFileSync(marker, manifest);
  }
  const entries = names.map((name): [Peer, string[]] => {
    const { bin } = JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")) as {
      bin: string | Record<string, string>;
    };
    const file = typeof bin === "string" ? bin : (Object.values(bin)[0] ?? "");
    return [name, [join(folder, "node_modules", name, file), ...peers[name].arguments]];
  });
  return Object.fromEntries(entries) as Record<Peer, string[]>;
}

/** A folder with this name in {@link benchFolder} with an empty package: without one, npm would install into the repository. */
export function createEmptyPackage(name: string): string {
  const folder = join(benchFolder, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  return folder;
}

import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { startSandbox } from "../../src/sandbox/index.ts";

const require = createRequire(import.meta.url);

/** Returns the path of a file in an installed package, whether or not the package exports it. Throws without the package. */
export function resolvePackageFile(name: string, path: string): string {
  const folder = (require.resolve.paths(name) ?? [])
    .map((base) => join(base, name))
    .find((base) => hasManifest(base));
  if (folder === undefined) throw new Error(`${name} is not installed`);
  return join(folder, path);
}

function hasManifest(folder: string): boolean {
  try {
    return dirname(require.resolve(join(folder, "package.json"))) !== "";
  } catch {
    return false;
  }
}

/** The result of a program. */
export interface ProgramResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a program with this Node until it exits. */
export function runNode(args: string[], env: Record<string, string> = {}): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/** The built MCP server over HTTP, and its sandbox. */
export interface BuiltServer {
  sandbox: Awaited<ReturnType<typeof startSandbox>>;
  url: string;
  close(): Promise<void>;
}

/** Starts the built server on a free port with a sandbox. */
export async function startBuiltServer(): Promise<BuiltServer> {
  const sandbox = await startSandbox({ limits: "none" });
  const env = { ...process.env, RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: sandbox.url };
  const child = spawn(process.execPath, ["dist/mcp/main.js", "--http", "--port", "0"], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const url = await waitForUrl(child);
  return {
    sandbox,
    url,
    async close() {
      const exited = new Promise((resolve) => child.once("close", resolve));
      child.kill("SIGTERM");
      await exited;
      await sandbox.close();
    },
  };
}

function waitForUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    child.stderr?.on("data", (chunk) => {
      output += chunk;
      const url = /serving (http:\S+)/.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once("close", () => reject(new Error(`the server did not start: ${output}`)));
  });
}

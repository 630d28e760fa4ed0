import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { resolvePackageFile } from "../mcp/programs.ts";

const start = promisify(execFile);

/** Runs a program in a folder and returns its stdout. Throws with all its output when it fails. */
export async function run(
  program: string,
  args: string[],
  folder: string,
  env: Record<string, string> = {},
): Promise<string> {
  try {
    const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 2 ** 26 };
    return (await start(program, args, options)).stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(" ")} failed\n${stdout}${stderr}`);
  }
}

/** Runs `mcpb`, which validates and packs desktop bundles. */
export function mcpb(args: string[], folder: string): Promise<string> {
  return run(
    process.execPath,
    [resolvePackageFile("@anthropic-ai/mcpb", "dist/cli/cli.js"), ...args],
    folder,
  );
}

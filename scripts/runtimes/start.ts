import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { root } from "../bundle/root.ts";

/** A runtime that runs the calls of a project. */
export interface Runtime {
  name: string;
  /** Runs `run` of calls.js with a JSON input, and resolves to its JSON. */
  run(input: string): Promise<string>;
  close(): Promise<void>;
}

/** The file in a project that runs calls in Deno, Bun and Node: the input is the last argument. */
export const runner = `import { run } from "./calls.js";
console.log(await run(JSON.parse(process.argv.at(-1))));
`;

const worker = `import { run } from "./calls.js";
export default { fetch: async (request) => new Response(await run(await request.json())) };
`;

// Longer than any call, also on a busy machine.
const timeoutMs = 60_000;

/** Deno, Bun and Node with the project's runner. Deno gets the permissions that its user gives: network and the project. */
export function startPrograms(project: string): Runtime[] {
  const deno = [
    "run",
    "--no-config",
    "--node-modules-dir=manual",
    "--no-prompt",
    "--allow-net",
    `--allow-read=${project}`,
  ];
  return [
    startProgram("Deno", findBinary("@deno", "deno"), deno, project),
    startProgram("Bun", findBinary("@oven", "bin/bun"), [], project),
    startProgram("Node", process.execPath, ["--conditions=workerd"], project),
  ];
}

function startProgram(name: string, program: string, args: string[], project: string): Runtime {
  return {
    name,
    async run(input) {
      const options = {
        cwd: project,
        timeout: timeoutMs,
        env: { PATH: process.env["PATH"], DENO_NO_UPDATE_CHECK: "1" },
      };
      const { stdout } = await promisify(execFile)(program, [...args, "runner.js", input], options);
      return stdout;
    },
    close: async () => {},
  };
}

/** The binary of this platform. Its package comes as an optional dependency, and no installation script is run. */
function findBinary(scope: string, file: string): string {
  const folder = join(root, "node_modules", scope);
  const [name] = readdirSync(folder).filter(
    (each) => each.includes(process.platform) && each.includes(process.arch),
  );
  if (name === undefined) throw new Error(`${scope} has no package for ${process.platform} ${process.arch}`);
  return join(folder, name, file);
}

/** workerd without nodejs_compat, with a worker that is bundled as wrangler does. */
export async function startWorkerd(project: string, compatibilityDate: string): Promise<Runtime> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: worker, resolveDir: project },
    bundle: true,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser"],
    write: false,
    metafile: true,
  });
  const inputs = Object.keys(metafile.inputs).filter((path) => path.includes("rallly-mcp/dist"));
  if (inputs.length === 0 || inputs.some((path) => !path.includes("dist/web/")))
    throw new Error(`The worker has files of another build: ${inputs.join(", ")}`);
  const miniflare = new Miniflare({ modules: true, script: outputFiles[0]?.text ?? "", compatibilityDate });
  await miniflare.ready;
  return {
    name: `workerd ${compatibilityDate}`,
    run: async (body) => (await miniflare.dispatchFetch("http://worker", { method: "POST", body })).text(),
    close: () => miniflare.dispose(),
  };
}

/** The version of an installed package. */
export function getVersion(name: string): string {
  return JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8")).version;
}

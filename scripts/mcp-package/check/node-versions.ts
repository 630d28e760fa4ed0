import { existsSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "../commands.ts";
import { root } from "../package-info.ts";

/** One Node of this machine. */
export interface Node {
  path: string;
  version: string;
}

/** The Node that runs this, and the first one on PATH that is another: `npm run` hides it behind the package's own. */
export async function listNodes(): Promise<Node[]> {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const others = folders.map((folder) => join(folder, "node")).filter((path) => existsSync(path));
  const nodes: Node[] = [];
  for (const path of [process.execPath, ...others].map((path) => realpathSync(path))) {
    const version = (await run(path, ["--version"], root)).trim();
    if (!nodes.some((node) => node.version === version)) nodes.push({ path, version });
  }
  return nodes;
}

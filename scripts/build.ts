/**
 * Compiles everything into dist, or into the given folder. Compiles in a temporary folder first, so that programs that run
 * from dist continue, and a failed build changes nothing.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { buildView } from "./build-view.ts";
import { root } from "./bundle/root.ts";
import { bundlePrograms } from "./mcp-package/bundle.ts";
import { replaceFolder } from "./replace-folder.ts";

const target = resolve(process.argv[2] ?? join(root, "dist"));
const { bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  bin: Record<string, string>;
};

const dayMs = 86_400_000;

/** Whether a file may be a chunk that a running program loads later: with its first call. The name holds a hash of the content. */
function isRecentChunk(file: string): boolean {
  return /^shared-[A-Z0-9]{8}\.js$/.test(basename(file)) && Date.now() - statSync(file).mtimeMs < dayMs;
}

mkdirSync(dirname(target), { recursive: true });
const folder = mkdtempSync(join(dirname(target), ".dist-"));
try {
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const { status } = spawnSync(
    process.execPath,
    [compiler, "-p", "tsconfig.build.json", "--outDir", folder],
    {
      cwd: root,
      stdio: "inherit",
    },
  );
  if (status === 0) {
    await bundlePrograms(folder);
    writeFileSync(join(folder, "mcp/view/results.html"), await buildView());
    for (const program of Object.values(bin)) chmodSync(join(folder, program.replace(/^dist\//, "")), 0o755);
    replaceFolder(folder, target, isRecentChunk);
  }
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

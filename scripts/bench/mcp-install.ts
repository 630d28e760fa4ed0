/** Measures what an installation of the MCP server brings and how long it takes, beside another server. */
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { run } from "../mcp-package/commands.ts";
import { alternate, type Figure, type Row, toRow } from "./figure.ts";
import { benchFolder, createEmptyPackage, specifyPeer, stageServer } from "./mcp/programs.ts";

const notion = "@notionhq/notion-mcp-server";

/** Installs a package into an empty folder. Everything that npm has downloaded before comes from its cache. */
async function install(folder: string, specifier: string): Promise<void> {
  await run(
    "npm",
    ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline", specifier],
    folder,
  );
}

/** Number of packages in a folder's node_modules, and the bytes that its files take on the disk, in blocks of 512. */
function countInstalled(folder: string): { packages: number; bytes: number } {
  const entries = readdirSync(join(folder, "node_modules"), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const isManifest = (file: string) => /node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(file);
  return {
    packages: files.filter(isManifest).length,
    bytes: files.reduce((sum, file) => sum + 512 * lstatSync(file).blocks, 0),
  };
}

export const figure: Figure = {
  title: "installation of the MCP server: packages, size, time",
  settings: { rounds: 5 },
  checkSettings: { rounds: 3 },
  async measure({ settings: { rounds = 5 } }) {
    await stageServer();
    const packing = run(
      "npm",
      ["pack", "--silent", "--pack-destination", benchFolder],
      join(benchFolder, "rallly-mcp"),
    );
    const tarball = join(benchFolder, (await packing).trim());
    const folders = { ours: "", theirs: "" };
    const measureInstall = (name: keyof typeof folders, specifier: string) => async () => {
      const folder = createEmptyPackage(`install-${name}`);
      folders[name] = folder;
      const start = performance.now();
      await install(folder, specifier);
      return performance.now() - start;
    };
    // The first round fills npm's cache.
    const times = await alternate(
      {
        ours: measureInstall("ours", tarball),
        theirs: measureInstall("theirs", specifyPeer(notion)),
      },
      { rounds, warmup: 1 },
    );
    const [ours, theirs] = [countInstalled(folders.ours), countInstalled(folders.theirs)];
    const megabytes = (bytes: number) => bytes / 1_000_000;
    const row = (figure: string, unit: string, bound: NonNullable<Row["bound"]>) => ({
      figure: `installed MCP server, ${figure}`,
      unit,
      comparedWith: notion,
      bound,
    });
    return [
      toRow(row("packages", "packages", { atMost: 1 }), [ours.packages], [theirs.packages]),
      toRow(
        row("size on disk", "MB", { ratioAtMost: 0.1 }),
        [megabytes(ours.bytes)],
        [megabytes(theirs.bytes)],
      ),
      toRow(
        {
          ...row("time of npm install", "ms", { ratioAtMost: 0.1 }),
          // npm takes a third of the time without any package.
          accepted: { ratioAtMost: 0.4 },
        },
        times.ours,
        times.theirs,
      ),
    ];
  },
};

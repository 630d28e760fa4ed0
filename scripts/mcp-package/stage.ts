import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../bundle/root.ts";
import { bundlePackage, bundleServer } from "./bundle.ts";
import { writeDeclarations } from "./declarations.ts";
import { writeNotices } from "./notices.ts";
import { declarations, desktopManifest, iconFile, packageManifest, serverFile } from "./package-manifest.ts";
import { writeReadme } from "./readme.ts";

const notices = "THIRD-PARTY-NOTICES.txt";

/** Writes the npm package. Needs the declarations of a build. */
export async function stagePackage(folder: string): Promise<void> {
  empty(folder);
  const bundled = await bundlePackage(join(folder, "dist"));
  for (const program of Object.values(packageManifest.bin)) chmodSync(join(folder, program), 0o755);
  const declared = writeDeclarations(declarations, join(folder, "types"));
  writeFileSync(join(folder, notices), writeNotices([...bundled, ...declared]));
  writeFileSync(join(folder, "README.md"), writeReadme());
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  writeJson(join(folder, "package.json"), packageManifest);
}

/** Writes the content of the desktop bundle: the server, its page, its manifest, its icon and the licenses. */
export async function stageDesktop(folder: string): Promise<void> {
  empty(folder);
  const bundled = await bundleServer(folder, serverFile);
  writeFileSync(join(folder, notices), writeNotices(bundled));
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  cpSync(join(root, "zapier/submission/icon.png"), join(folder, iconFile));
  writeJson(join(folder, "manifest.json"), desktopManifest);
}

function empty(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

function writeJson(file: string, content: object): void {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { listMissingHolders, listNestedNotices } from "./nested-notices.ts";
import { root } from "./package-info.ts";

interface Manifest {
  name: string;
  license: string;
}

const preface = `This package holds code and type declarations of the packages below, under these licences. The code has been
bundled; in the declarations, imports by name have become imports by path.
`;

/**
 * The licences of all packages that the given files are of, in one text. Some packages have others bundled in, which
 * only a mark of their bundler tells; their licences are in it too, and those of code inside a package that brings no
 * licence file. Throws when a licence cannot be found, and when a file names a copyright holder whom the text does not.
 */
export function writeNotices(files: readonly string[]): string {
  const named = files.filter((file) => file.includes("node_modules/"));
  const folders = new Set(named.map((file) => findFolder(file)));
  for (const file of named)
    for (const name of listBundled(file)) folders.add(findInstalled(name, join(root, dirname(file))));
  const notices = [...[...folders].map(readNotice), ...listNestedNotices(named)].sort();
  const text = [preface, ...notices].join("\n");
  const sources = named.map((file) => readFileSync(join(root, file), "utf8"));
  const missing = listMissingHolders(sources, text);
  if (missing.length > 0) throw new Error(`The notices lack: ${missing.join("; ")}`);
  return text;
}

function findFolder(file: string): string {
  const [folder] = /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [];
  if (folder === undefined) throw new Error(`${file} is of no package`);
  return join(root, folder);
}

/** Names of the packages that were bundled into a file before it was published. */
function listBundled(file: string): string[] {
  const marks = readFileSync(join(root, file), "utf8").matchAll(
    /^\/\/#region .*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm,
  );
  return [...new Set([...marks].map(([, name]) => name ?? ""))];
}

function findInstalled(name: string, from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if (existsSync(join(candidate, "package.json"))) return candidate;
    if (folder === root) throw new Error(`The licence of ${name} cannot be read: it is not installed.`);
  }
}

// Without the version: of what was bundled before, ours to read is the same licence, but maybe of another version.
function readNotice(folder: string): string {
  const { name, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice|copying)(\.(md|txt))?$/i.test(file))
    .map((file) => readFileSync(join(folder, file), "utf8").trim());
  if (texts.length === 0) throw new Error(`${name} has no licence text`);
  return `== ${name} (${license})\n\n${texts.join("\n\n")}\n`;
}

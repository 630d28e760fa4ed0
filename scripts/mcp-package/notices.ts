import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../bundle/root.ts";

interface Manifest {
  name: string;
  version: string;
  license: string;
  repository?: { url?: string };
}

// License tools list packages by their manifest. They miss code that a dependency has bundled, as the MCP SDK does.
const preface = `This package holds code and type declarations of the packages below, under these licenses. The code has been
bundled; in the declarations, imports by name have become imports by path.
`;

/**
 * Returns the licenses of all packages whose files are given. Includes packages that were bundled into these files, found
 * by the region comments of the bundler, and code without a license file (`nested`). Throws when a license is not found,
 * and when a file has a copyright line whose holder is not in the text.
 */
export function writeNotices(files: readonly string[]): string {
  const named = files.filter((file) => file.includes("node_modules/"));
  const folders = new Set(named.map((file) => findFolder(file)));
  for (const file of named)
    for (const name of listBundled(file)) folders.add(findInstalled(name, join(root, dirname(file))));
  const notices = [...[...folders].map(loadNotice), ...listNestedNotices(named)].sort();
  const text = [preface, ...notices].join("\n");
  const sources = named.map((file) => readFileSync(join(root, file), "utf8"));
  const missing = listMissingHolders(sources, text);
  if (missing.length > 0) throw new Error(`Missing in the notices: ${missing.join("; ")}`);
  return text;
}

function findFolder(file: string): string {
  const [folder] = /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [];
  if (folder === undefined) throw new Error(`${file} is not in a package`);
  return join(root, folder);
}

/** The names of the packages that were bundled into a published file. */
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
    if (folder === root) throw new Error(`Cannot read the license of ${name}: it is not installed.`);
  }
}

// Without the version: the installed version of a bundled package may be another one, with the same license.
function loadNotice(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  const { name, license } = manifest;
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice|copying)(\.(md|txt))?$/i.test(file))
    .map((file) => readFileSync(join(folder, file), "utf8").trim());
  if (texts.length === 0) throw new Error(`${name} has no license text`);
  return `== ${name} (${license})\n\n${[...describeSource(manifest), ...texts].join("\n\n")}\n`;
}

/** Where the source is. The Mozilla Public License requires it of a bundle. Throws when the package does not name it. */
function describeSource({ name, version, license, repository }: Manifest): string[] {
  if (!license.startsWith("MPL")) return [];
  const [url] = /https:\/\/\S+?(?=\.git$|$)/.exec(repository?.url ?? "") ?? [];
  if (url === undefined) throw new Error(`${name} does not name its source`);
  return [`Unchanged. The source code of version ${version} is at ${url}`];
}

/** Code of another author inside a package, without a license file of its own. */
interface Nested {
  name: string;
  /** The files with the code. */
  files: RegExp;
  /** What the package uses the code for. */
  about: string;
  copyright: string;
}

const nested: readonly Nested[] = [
  {
    name: "llhttp",
    files: /\/undici\/lib\/llhttp\//,
    about: "The HTTP parser inside undici, compiled to WebAssembly.",
    copyright: "Copyright Fedor Indutny, 2018.",
  },
  {
    name: "fetch-blob",
    files: /\/undici\/lib\/core\/util\.js$/,
    about: "A function of undici is based on it.",
    copyright: "Copyright (c) 2019 David Frank",
  },
];
const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** The license texts of `nested` code in the files. All of it has the MIT license. */
function listNestedNotices(files: readonly string[]): string[] {
  return nested
    .filter((entry) => files.some((file) => entry.files.test(file)))
    .map(({ name, about, copyright }) => `== ${name} (MIT)\n\n${about}\n\n${copyright}\n\n${mit}\n`);
}

/** Copyright lines in comments of the sources whose holders are not in the notices. */
export function listMissingHolders(sources: readonly string[], notices: string): string[] {
  const lines = sources.flatMap((source) => [
    ...source.matchAll(/^[ \t]*(?:\/\/|\/?\*+!?)[ \t]*(Copyright\b.*?)[ \t]*(?:\*\/)?$/gim),
  ]);
  const simplify = (text: string) => text.toLowerCase().replace(/[^a-z]+/g, " ");
  const known = simplify(notices);
  return [...new Set(lines.map(([, line = ""]) => line))].filter(
    (line) =>
      !known.includes(
        simplify(line)
          .replace(/^ ?copyright (c )?/, "")
          .trim(),
      ),
  );
}

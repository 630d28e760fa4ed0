/**
 * The published package has no dependencies, but its types use types of zod and of the MCP SDK. So their declarations are
 * copied, and every import by name becomes an import by path.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { root } from "../bundle/root.ts";

const built = join(root, "dist");
const installed = join(root, "node_modules");

// Matches comments and other strings first, so that an import inside them is not changed.
const imports =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|(\b(?:from|import)\s*\(?\s*)(["'])([^"'\n]+)\2|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

// Zod's error texts in other languages would be a third of all files, and npm takes a millisecond or more to write a file.
const locales = /^export \* as locales from "[^"]+";\n/m;

/** Writes the declarations of the built entries and of all their imports into a folder. Returns the copied files. */
export function writeDeclarations(entries: readonly string[], folder: string): string[] {
  const written = new Set<string>();
  const queue = entries.map((entry) => join(built, entry));
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (written.has(file)) continue;
    written.add(file);
    const target = join(folder, outputPath(file));
    const text = readFileSync(file, "utf8")
      .replace(locales, "")
      .replace(imports, (match, before, quote, name) => {
        // Comments of other packages are a third of their declarations. Those for the compiler stay.
        if (match.startsWith("/*") && !match.includes("@ts-") && file.startsWith(installed + sep)) return "";
        if (before === undefined || name.startsWith("node:")) return match;
        const imported = findDeclaration(name, file);
        queue.push(imported);
        const path = relative(dirname(target), join(folder, outputPath(imported)));
        return `${before}${quote}${toSpecifier(path)}${quote}`;
      });
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text.replace(/^\/\/# sourceMappingURL=.*\n?|^\s*\n/gm, ""));
  }
  return [...written].map((file) => relative(root, file).split(sep).join("/"));
}

/** The path in the package: as in dist, or below `packages` for another package. */
function outputPath(file: string): string {
  return file.startsWith(installed + sep)
    ? join("packages", relative(installed, file))
    : relative(built, file);
}

function toSpecifier(path: string): string {
  const code = path
    .split(sep)
    .join("/")
    .replace(/\.d\.([cm]?)ts$/, ".$1js");
  return code.startsWith(".") ? code : `./${code}`;
}

function findDeclaration(name: string, from: string): string {
  const code = name.startsWith(".") ? resolve(dirname(from), name) : findEntry(name);
  return code.replace(/\.([cm]?)[jt]s$/, ".d.$1ts");
}

type Conditions = string | { [condition: string]: Conditions };

interface Manifest {
  exports: Record<string, Conditions>;
}

/** The ES module that a package name resolves to. Its declaration is beside it. */
function findEntry(name: string): string {
  const [, owner = "", path = ""] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(name) ?? [];
  const folder = join(installed, owner);
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  let entry = exports[`.${path}`];
  while (typeof entry === "object") entry = entry["import"] ?? entry["default"];
  if (entry === undefined) throw new Error(`${name} exports no ES module`);
  return join(folder, entry);
}

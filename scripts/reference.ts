/**
 * Writes the reference of the package's entries to docs/reference, from the docstrings. With `--check` it writes nothing and
 * fails when the files are not up to date.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import * as nodeModule from "node:module";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type * as typedoc from "typedoc";
import * as mcp from "../mcp/index.ts";
import * as api from "../src/api/index.ts";
import * as sandbox from "../src/sandbox/index.ts";
import * as scheduling from "../src/scheduling/index.ts";
import * as time from "../src/time/index.ts";
import { startProgress } from "./progress.ts";
import { replaceFolder } from "./replace-folder.ts";

type Resolve = (name: string, context: unknown) => unknown;

// The types of Node 20 lack it.
const { registerHooks } = nodeModule as unknown as {
  registerHooks(hooks: { resolve(name: string, context: unknown, next: Resolve): unknown }): void;
};

// TypeDoc needs the compiler's API, which TypeScript 7 does not have.
registerHooks({
  resolve: (name, context, next) => next(name === "typescript" ? "typescript-6" : name, context),
});
const { Application, Converter, DeclarationReflection, ReflectionKind, SignatureReflection } = await import(
  "typedoc"
);

const target = "docs/reference";
const entries: Record<string, { source: string; exports: object }> = {
  api: { source: "src/api/index.ts", exports: api },
  mcp: { source: "mcp/index.ts", exports: mcp },
  sandbox: { source: "src/sandbox/index.ts", exports: sandbox },
  scheduling: { source: "src/scheduling/index.ts", exports: scheduling },
  time: { source: "src/time/index.ts", exports: time },
};

/** Writes the reference into a folder. */
async function generate(folder: string): Promise<void> {
  const application = await Application.bootstrapWithPlugins({
    entryPoints: Object.values(entries).map(({ source }) => source),
    tsconfig: "tsconfig.build.json",
    skipErrorChecking: true,
    plugin: ["typedoc-plugin-markdown"],
    router: "module",
    out: folder,
    name: "Reference",
    readme: "none",
    logLevel: "Warn",
    disableSources: true,
    excludeExternals: true,
    sort: ["alphabetical"],
    groupOrder: ["Functions", "Interfaces", "Classes", "*"],
    ...{
      hidePageHeader: true,
      hideBreadcrumbs: true,
      classPropertiesFormat: "table",
      interfacePropertiesFormat: "table",
      typeDeclarationFormat: "table",
      parametersFormat: "table",
      tableColumnSettings: { hideInherited: true, hideOverrides: true },
      pageTitleTemplates: { module: "rallly-mcp/{name}" },
    },
  });
  application.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children ?? []) {
      const [name, { exports }] = findEntry(module.name);
      module.name = name;
      // A copy, because removing shortens the list.
      for (const child of [...(module.children ?? [])])
        if (!isPublic(child, exports)) project.removeReflection(child);
    }
  });
  application.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    removeRepetitions(project);
    for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter))
      if (parameter.name.startsWith("__")) parameter.name = "options"; // destructured
  });
  const project = await application.convert();
  if (project === undefined) throw new Error("TypeDoc reported errors.");
  await application.generateOutputs(project);
  if (application.logger.hasErrors() || application.logger.hasWarnings())
    throw new Error("TypeDoc reported warnings.");
}

function findEntry(module: string): [string, { exports: object }] {
  const entry = Object.entries(entries).find(([, { source }]) => source.startsWith(`${module}/`));
  if (entry === undefined) throw new Error(`${module} is no entry`);
  return entry;
}

/** `export type *` exports types only, but TypeDoc lists the values of these names too. */
function isPublic(reflection: typedoc.DeclarationReflection, exports: object): boolean {
  return !reflection.kindOf([ReflectionKind.Function, ReflectionKind.Variable]) || reflection.name in exports;
}

/** Removes what repeats itself: inherited members of classes, names and constructors of errors, links to what a member overrides. */
function removeRepetitions(project: typedoc.ProjectReflection): void {
  const classes = project.getReflectionsByKind(ReflectionKind.Class) as typedoc.DeclarationReflection[];
  for (const member of classes.flatMap(({ children = [] }) => [...children]))
    if (member.inheritedFrom !== undefined || isOfEveryError(member)) project.removeReflection(member);
  for (const reflection of Object.values(project.reflections)) {
    if (!(reflection instanceof DeclarationReflection || reflection instanceof SignatureReflection)) continue;
    delete reflection.inheritedFrom;
    delete reflection.overwrites;
  }
}

/** Only errors of transports are created by users of the package. */
function isOfEveryError({ name, parent }: typedoc.DeclarationReflection): boolean {
  return name === "name" || (name === "constructor" && parent?.name !== "TransportError");
}

/** Names and texts of the files of a folder. */
function load(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]),
  );
}

const { check } = parseArgs({ options: { check: { type: "boolean" } } }).values;
mkdirSync("build", { recursive: true });
const folder = mkdtempSync("build/.reference-");
const progress = startProgress(1, "steps");
try {
  progress.set(0, "TypeDoc reads the sources");
  await generate(folder);
  const [written, present] = [load(folder), load(target)];
  const stale = Object.keys({ ...written, ...present }).filter((name) => written[name] !== present[name]);
  if (check && stale.length > 0) {
    console.error(`Not up to date in ${target}: ${stale.join(", ")}. Run npm run docs.`);
    process.exitCode = 1;
  } else if (!check) {
    replaceFolder(folder, target);
  }
} finally {
  progress.end();
  rmSync(folder, { recursive: true, force: true });
}

/** What an editor shows of the built package, by TypeScript's language service. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import ts from "typescript-5.9";
import { describe, expect, it } from "vitest";

const entries = Object.entries<{ types?: string }>(
  JSON.parse(readFileSync("package.json", "utf8")).exports,
).flatMap(([entry, { types }]) => (types === undefined ? [] : [[entry, resolve(types)] as const]));

const options: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ["node"],
};

const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => entries.map(([, file]) => file),
  getScriptVersion: () => "1",
  getScriptSnapshot: (file) => {
    const text = ts.sys.readFile(file);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => process.cwd(),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
});
const program = service.getProgram() as ts.Program;
const checker = program.getTypeChecker();
const isOurs = (node: ts.Node) => /[\\/]dist[\\/]src[\\/]/.test(node.getSourceFile().fileName);

/** The names of an entry and of the fields that its types reach, as `Poll.options`, each with its declarations. */
function listNames(file: string): Map<string, ts.Declaration[]> {
  const names = new Map<string, ts.Declaration[]>();
  const seen = new Set<ts.Type>();
  const add = (name: string, symbol: ts.Symbol) =>
    names.set(name, (symbol.declarations ?? []).filter(isOurs));
  function visit(type: ts.Type, path: string): void {
    if (seen.has(type)) return;
    seen.add(type);
    if (type.isUnionOrIntersection()) for (const part of type.types) visit(part, path);
    for (const inner of [
      ...(type.aliasTypeArguments ?? []),
      ...checker.getTypeArguments(type as ts.TypeReference),
    ])
      visit(inner, path);
    for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()]) {
      visit(signature.getReturnType(), path);
      for (const parameter of signature.parameters) visit(checker.getTypeOfSymbol(parameter), path);
    }
    for (const field of type.getProperties()) {
      // A well-known symbol such as Symbol.asyncIterator has the text of the platform.
      if (field.name.startsWith("__@") || !field.declarations?.some(isOurs)) continue;
      const owner: ts.Symbol | undefined = type.aliasSymbol ?? type.symbol;
      const name = `${!owner || owner.name.startsWith("__") ? path : owner.name}.${field.name}`;
      add(name, field);
      visit(checker.getTypeOfSymbol(field), name);
    }
  }
  const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.Node) as ts.Symbol;
  for (const exported of checker.getExportsOfModule(module)) {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    add(exported.name, symbol);
    if (symbol.flags & ts.SymbolFlags.Type) visit(checker.getDeclaredTypeOfSymbol(symbol), exported.name);
    if (symbol.flags & ts.SymbolFlags.Value) visit(checker.getTypeOfSymbol(symbol), exported.name);
  }
  return names;
}

function getHover(declaration: ts.Declaration): string {
  const { name = declaration } = declaration as ts.NamedDeclaration;
  const info = service.getQuickInfoAtPosition(declaration.getSourceFile().fileName, name.getStart());
  return ts.displayPartsToString(info?.documentation);
}

it.each(entries.filter(([entry]) => entry !== "./package.json"))(
  "an editor shows a text for every name and field of %s",
  (_, file) => {
    const names = listNames(file);
    expect(names.size).toBeGreaterThan(3);
    const silent = [...names].filter(([, declarations]) =>
      declarations.some((each) => getHover(each) === ""),
    );
    expect(silent.map(([name]) => name)).toEqual([]);
  },
);

const host = ts.createCompilerHost(options);
const { getSourceFile, fileExists } = host;
let last: ts.Program | undefined;

/** Compiles a program that imports the package. Returns how many files it loads, and what is wrong with it. */
function compile(text: string) {
  const file = resolve("program.mts");
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2023)
      : (last?.getSourceFile(name) ?? getSourceFile(name, ...rest));
  host.fileExists = (name) => name === file || fileExists(name);
  const compiled = ts.createProgram([file], { ...options, noEmit: true, skipLibCheck: true }, host);
  last = compiled;
  const diagnostics = [
    ...compiled.getOptionsDiagnostics(),
    ...ts.getPreEmitDiagnostics(compiled, compiled.getSourceFile(file)),
  ];
  const messages = diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  return { files: compiled.getSourceFiles().length, messages };
}

const start = `import { createClient } from "rallly-connect";
const client = createClient({ apiKey: "sk_..." });
`;
const time = `title: "Sync", kind: "time", timeZone: "Europe/London", duration: 30`;
const slots = `options: [{ startTime: "2027-03-01T09:00" }]`;

describe("the compiler", () => {
  it("reads no declaration of zod for any entry", () => {
    const files = program.getSourceFiles().map(({ fileName }) => fileName);
    expect(files).toContain(entries[0]?.[1]);
    expect(files.filter((name) => /node_modules[\\/]zod/.test(name))).toEqual([]);
  });

  it("reads at most 30 files more for a program that imports the package", () => {
    const { files, messages } = compile(`${start}console.log(await client.listPolls());`);
    expect(messages).toEqual([]);
    expect(files - compile("").files).toBeLessThanOrEqual(30);
  });

  it.each([
    [
      "an unknown field",
      `${time}, ${slots}, hideScore: true`,
      "'hideScore' does not exist in type 'CreateTimePollInput'",
    ],
    ["a field of the other kind", `${time}, options: [{ date: "2027-03-01" }]`, "TimeOptionInput"],
    ["a missing title", `kind: "date", options: [{ date: "2027-03-01" }]`, "CreateDatePollInput"],
  ])("names the type of the body for %s", (_, fields, text) => {
    const { messages } = compile(`${start}await client.createPoll({ ${fields} });`);
    expect(messages).toEqual([expect.stringContaining(text)]);
    expect(messages.join()).not.toMatch(/CreatePollInput & |\| undefined; .*\| undefined;/);
  });

  it("knows the kind of the poll from the body, and takes a body of either kind", () => {
    const { messages } = compile(`${start}import type { CreatePollInput } from "rallly-connect";
const days = await client.createPoll({ title: "Lunch", kind: "date", options: [{ date: "2027-03-01" }] });
const date: string | undefined = days.data.options[0]?.date;
const slots = await client.createPoll({ ${time}, ${slots} });
const length: number | undefined = slots.data.options[0]?.duration;
const body: Parameters<typeof client.createPoll>[0] = { ${time} } satisfies CreatePollInput as CreatePollInput;
const { kind }: { kind: "date" | "time" } = (await client.createPoll(body)).data;
console.log(date, length, kind);`);
    expect(messages).toEqual([]);
  });
});

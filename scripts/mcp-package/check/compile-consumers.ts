import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../commands.ts";
import { root } from "../package-info.ts";

const strictest = {
  strict: true,
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: "es2023",
  noEmit: true,
};

const resolutions = [
  { module: "nodenext", moduleResolution: "nodenext" },
  { module: "esnext", moduleResolution: "bundler" },
];

/** Compiles programs that use the installed package: first with nothing else beside it, then with Node's types. */
export async function compileConsumers(folder: string): Promise<void> {
  for (const resolution of resolutions) await compile(folder, "client", { ...resolution, types: [] });
  for (const name of ["@types/node", "undici-types"])
    cpSync(join(root, "node_modules", name), join(folder, "node_modules", name), { recursive: true });
  for (const resolution of resolutions) await compile(folder, "server", { ...resolution, types: ["node"] });
}

async function compile(folder: string, name: string, options: object): Promise<void> {
  const source = readFileSync(new URL(`consumers/${name}.txt`, import.meta.url), "utf8");
  writeFileSync(join(folder, `${name}.ts`), source);
  const settings = { compilerOptions: { ...strictest, ...options }, files: [`${name}.ts`] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
  await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "."], folder);
}

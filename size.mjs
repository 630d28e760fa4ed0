import { build } from "esbuild"; import { gzipSync } from "node:zlib";
const root = process.argv[2] ?? "src/api2";
for (const [name, code, opts] of [
  ["web createClient", `export { createClient } from "./${root}/web.ts"`, { platform: "browser" }],
  ["node createClient", `export { createClient } from "./${root}/index.ts"`, { platform: "node", external: ["undici"] }],
  ["paginate", `export { paginate } from "./${root}/web.ts"`, { platform: "browser" }],
]) {
  const r = await build({ stdin: { contents: code, resolveDir: process.cwd() }, bundle: true, minify: true, format: "esm", write: false, metafile: true, alias: process.argv[3] ? {} : {}, ...opts });
  console.log(name, gzipSync(r.outputFiles[0].contents, {level: 9}).length, r.outputFiles[0].contents.length);
  if (process.argv[3]) { const o = Object.values(r.metafile.outputs)[0].inputs; console.log(Object.entries(o).map(([k, v]) => [k.replace(/.*node_modules/, ""), v.bytesInOutput]).sort((a, b) => b[1] - a[1]).slice(0, 30).map((x) => x.join(" ")).join("\n")); }
}

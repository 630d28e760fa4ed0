/** Times in Cloudflare's runtime, whose zone data may lack the changes of 2026 as those of older Nodes do. */
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { expect, it, onTestFinished } from "vitest";

const times = [
  ["America/Vancouver", "2026-12-15T09:00", "2026-12-15T16:00:00Z"],
  ["America/Edmonton", "2026-12-15T09:00", "2026-12-15T15:00:00Z"],
  ["Africa/Casablanca", "2026-12-15T09:00", "2026-12-15T09:00:00Z"],
  ["Europe/Berlin", "2026-12-15T09:00", "2026-12-15T08:00:00Z"],
];

it("stale-zone: a clock time after a change of 2026 is the right instant in Cloudflare's runtime", async () => {
  const contents = `import { resolveLocal } from "./src/time/index.ts";
const resolve = ([zone, local]) => [zone, local, resolveLocal(local, zone).instant];
export default { fetch: async (request) => Response.json((await request.json()).map(resolve)) };`;
  const stdin = { contents, resolveDir: "." };
  const { outputFiles } = await build({ stdin, bundle: true, format: "esm", write: false });
  const worker = new Miniflare({ modules: true, script: outputFiles[0]?.text ?? "" });
  onTestFinished(() => worker.dispose());
  const body = JSON.stringify(times);
  const response = await worker.dispatchFetch("http://localhost", { method: "POST", body });
  expect(await response.json()).toEqual(times);
});

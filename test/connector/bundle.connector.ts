import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { bundleFolder } from "./build.ts";

it("bundles nothing that the Worker does not use, with a map for stack traces", () => {
  const code = readFileSync(`${bundleFolder}/worker.js`, "utf8");
  expect(code.trimEnd().endsWith("//# sourceMappingURL=worker.js.map")).toBe(true);
  const map = JSON.parse(readFileSync(`${bundleFolder}/worker.js.map`, "utf8")) as { sources: string[] };
  const has = (part: string) => map.sources.some((source) => source.includes(part));
  expect(has("/connector/worker.ts")).toBe(true);
  expect(has("/@modelcontextprotocol/server/")).toBe(true);
  for (const unused of ["/src/sandbox/", "/undici", "ajvProvider"])
    expect([unused, has(unused)]).toEqual([unused, false]);
});

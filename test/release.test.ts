/** The files of a release. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { version } from "../src/version.ts";

const read = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));

it("has one version in every file that names it", () => {
  for (const file of ["package.json", "zapier/package.json", "publish/desktop/manifest.json"])
    expect(read(file), file).toMatchObject({ version });
  expect(read("server.json")).toMatchObject({ version, packages: [{ version }] });
});

it("has one name for the npm package and the MCP registry", () => {
  const { name, mcpName } = read("package.json") as { name: string; mcpName: string };
  expect(read("server.json")).toMatchObject({ name: mcpName, packages: [{ identifier: name }] });
});

/** The files of a release. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { chaseResponses, pickTime, scheduleMeeting, toSkillFile } from "../mcp/skills.ts";
import { version } from "../src/version.ts";

const read = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));

it("has one version in every file that names it", () => {
  for (const file of [
    "package.json",
    "zapier/package.json",
    "publish/desktop/manifest.json",
    "publish/claude/.claude-plugin/plugin.json",
  ])
    expect(read(file), file).toMatchObject({ version });
  expect(read("server.json")).toMatchObject({ version, packages: [{ version }] });
});

it("has one name for the npm package and the MCP registry", () => {
  const { name, mcpName } = read("package.json") as { name: string; mcpName: string };
  expect(read("server.json")).toMatchObject({ name: mcpName, packages: [{ identifier: name }] });
});

// `vitest run test/release.test.ts -u` writes them.
it.each([scheduleMeeting, chaseResponses, pickTime])(
  "has the skill $name in Claude's plugin",
  async (skill) => {
    await expect(toSkillFile(skill)).toMatchFileSnapshot(`../publish/claude/skills/${skill.name}/SKILL.md`);
  },
);

it("adds the URL of a connector to server.json by a command, and refuses what is none", () => {
  const folder = mkdtempSync(join(tmpdir(), "rallly-connect-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of ["server.json", "publish/add-remote.ts"]) cpSync(file, join(folder, file));
  const add = (url: string) =>
    spawnSync(process.execPath, [join(folder, "publish/add-remote.ts"), url]).status;
  for (const url of ["", "http://polls.example.com/mcp", "https://polls.example.com/"])
    expect(add(url)).toBe(2);
  expect(add("https://polls.example.com/mcp")).toBe(0);
  expect(read(join(folder, "server.json"))).toEqual({
    ...(read("server.json") as object),
    remotes: [{ type: "streamable-http", url: "https://polls.example.com/mcp" }],
  });
});

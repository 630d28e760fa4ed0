/** The files of a release. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it, onTestFinished } from "vitest";
import { skills, toSkillFile } from "../mcp/skills.ts";
import { isPublished, listPlaces } from "../scripts/publish/places.ts";
import { version } from "../src/version.ts";

const read = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));

it("has one version in every file that names it", () => {
  for (const file of ["package.json", "zapier/package.json"])
    expect(read(file), file).toMatchObject({ version });
  const { engines } = read("package.json") as { engines: { node: string } };
  expect(readFileSync("src/node-version.ts", "utf8")).toContain(`"${engines.node.slice(2)}"`);
});

// `npm run format` writes them.
it("has the files of the places as one source decides, all in one form", () => {
  const files = Object.keys(listPlaces("checkout"));
  const written = Object.fromEntries(files.map((file) => [file, read(file)]));
  const form = isPublished() ? "published" : "checkout";
  expect(written).toEqual(JSON.parse(JSON.stringify(listPlaces(form))));
});

it.each([
  ["publish/claude/.claude-plugin/plugin.json", "CLAUDE_PLUGIN_ROOT", "publish/claude"],
  ["gemini-extension.json", "extensionPath", "."],
])("has a %s that starts the server of a checkout", async (file, variable, folder) => {
  const text = JSON.stringify(listPlaces("checkout")[file]).replaceAll(`\${${variable}}`, resolve(folder));
  const { command, args } = JSON.parse(text).mcpServers.rallly;
  const client = new Client({ name: "test", version: "1" });
  const env = { RALLLY_SANDBOX: "1" };
  await client.connect(new StdioClientTransport({ command, args, env, stderr: "ignore" }));
  const { isError } = await client.callTool({ name: "list_polls", arguments: {} });
  await client.close();
  expect(isError).toBeFalsy();
});

it("has one name for the npm package and the MCP registry", () => {
  const { name, mcpName } = read("package.json") as { name: string; mcpName: string };
  expect(read("server.json")).toMatchObject({ name: mcpName, packages: [{ identifier: name }] });
});

// `vitest run test/release.test.ts -u` writes them.
it.each(skills)("has the skill $name in Claude's plugin", async (skill) => {
  await expect(toSkillFile(skill)).toMatchFileSnapshot(`../publish/claude/skills/${skill.name}/SKILL.md`);
});

describe("server.json", () => {
  const run = (argument: string) => {
    const folder = mkdtempSync(join(tmpdir(), "rallly-connect-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    cpSync("server.json", join(folder, "server.json"));
    writeFileSync(join(folder, "rallly-connect.mcpb"), "bundle");
    const program = resolve("publish/extend-server.ts");
    const { status } = spawnSync(process.execPath, [program, argument], { cwd: folder });
    return { status, server: read(join(folder, "server.json")) as { packages: object[] } };
  };
  const before = read("server.json") as { packages: object[] };

  it("takes the URL of a connector", () => {
    const remotes = [{ type: "streamable-http", url: "https://polls.example.com/mcp" }];
    expect(run("https://polls.example.com/mcp")).toEqual({ status: 0, server: { ...before, remotes } });
  });

  it("takes the bundle of a release, with its sum", () => {
    const { status, server } = run("rallly-connect.mcpb");
    expect([status, server.packages.slice(0, -1)]).toEqual([0, before.packages]);
    expect(server.packages.at(-1)).toMatchObject({
      registryType: "mcpb",
      identifier: expect.stringContaining(`/releases/download/v${version}/rallly-connect.mcpb`),
      fileSha256: createHash("sha256").update("bundle").digest("hex"),
    });
  });

  it.each(["", "http://polls.example.com/mcp", "https://polls.example.com/", "other.mcpb"])(
    "refuses %j",
    (argument) => {
      expect(run(argument)).toEqual({ status: 2, server: before });
    },
  );
});

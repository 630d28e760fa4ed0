/** Runs the commands and examples of the README. */
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tarball } from "../scripts/mcp-package/package-info.ts";
import { startSandbox } from "../src/sandbox/index.ts";
import { createProject, listSnippets, writeProgram } from "./packed.ts";
import { listSteps, readDefinition } from "./zapier/app-definition.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const readme = readFileSync(join(root, "README.md"), "utf8");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

describe("the README", () => {
  it("stays under 150 lines", () => {
    expect(readme.split("\n").length).toBeLessThan(150);
  });

  it("sets everything up with exactly two commands", () => {
    const commands = listSnippets(readme, "sh").filter((text) => text.includes("npm ci"));
    expect(commands.map((text) => text.trim())).toEqual(["npm ci && npm run demo", "npm ci && npm test"]);
  });

  it("names only existing scripts", () => {
    const named = [...readme.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name ?? "");
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it("links only to existing files", () => {
    const links = [...readme.matchAll(/\]\((?!https:)([^)#]+)/g)].map(([, link]) => link ?? "");
    expect(() => links.map((link) => readFileSync(join(root, link)))).not.toThrow();
  });

  it("names the tarball that npm run package builds", () => {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    expect(readme).toContain(`npm install /path/to/rallly-connect/build/rallly-mcp-${version}.tgz`);
    expect(tarball.endsWith(`/build/rallly-mcp-${version}.tgz`)).toBe(true);
    expect(readme).not.toMatch(/npm install \/path\/to\/rallly-connect`/);
  });

  describe("for TypeScript", () => {
    let project: string;
    beforeAll(async () => {
      project = await createProject();
    }, 120_000);
    afterAll(() => rmSync(project, { recursive: true }));

    it("has a client example that runs unchanged", async () => {
      const sandbox = await startSandbox();
      try {
        const program = await writeProgram(project, "example", listSnippets(readme, "ts")[0] ?? "");
        const output = await run(process.execPath, [program], {
          RALLLY_API_KEY: sandbox.apiKey,
          RALLLY_BASE_URL: sandbox.url,
        });
        const lines = output.trim().split("\n");
        expect(lines[0]).toMatch(/^15 options: http/);
        expect(lines.length).toBeGreaterThan(3);
        expect(lines[1]).toContain("Team lunch");
        expect(lines.at(-1)).toBe("POLL_NOT_FOUND 404");
      } finally {
        await sandbox.close();
      }
    });
  });

  it("has a client configuration that starts the MCP server, and names its tools", async () => {
    const [text] = listSnippets(readme, "json");
    const { rallly } = (
      JSON.parse(text ?? "") as {
        mcpServers: Record<string, { command: string; args: string[]; env: Record<string, string> }>;
      }
    ).mcpServers;
    if (!rallly) throw new Error("the configuration has no server named rallly");
    const client = new Client({ name: "readme", version: "1.0.0" });
    const args = rallly.args.map((part) => part.replace("/path/to/rallly-connect", root));
    // The server refuses the placeholder of the page.
    expect(rallly.env).toEqual({ RALLLY_API_KEY: "sk_..." });
    const env = { RALLLY_API_KEY: "sk_abc123_0123456789abcdef" };
    await client.connect(new StdioClientTransport({ ...rallly, env, command: process.execPath, args }));
    const { tools } = await client.listTools();
    await client.close();
    for (const { name } of tools) expect(readme).toContain(`\`${name}\``);
  });

  it("names every Zapier step, and says how many there are", async () => {
    const definition = await readDefinition();
    const [, zapier = ""] = /^## Zapier$([\s\S]*?)^```/m.exec(readme) ?? [];
    const numbers = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    const counted = { triggers: "triggers", creates: "actions", searches: "searches" } as const;
    const pairs = Object.values(definition.searchOrCreates).map((pair) => ({ ...pair, type: "searches" }));
    const visible = [...listSteps(definition), ...pairs].filter(
      ({ display }) => !("hidden" in display && display.hidden),
    );
    const named = [...zapier.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = ""]) => name.replace(/\s+/g, " "));
    expect(named.sort()).toEqual(visible.map(({ display }) => display.label).sort());
    for (const [type, noun] of Object.entries(counted))
      expect(zapier).toContain(`${numbers[visible.filter((step) => step.type === type).length]} ${noun}`);
  });

  it("has a command that starts the sandbox", async () => {
    const bin = join(root, "dist/src/sandbox/main.js");
    const child = spawn(process.execPath, [bin, "--port", "0", "--json"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const line = await new Promise<string>((resolve) =>
      child.stdout.once("data", (data) => resolve(String(data))),
    );
    child.kill();
    expect(JSON.parse(line)).toMatchObject({
      url: expect.stringMatching(/\/v1$/),
      apiKey: expect.any(String),
    });
  });
});

/** Runs a program without blocking this process, and returns its output. */
async function run(command: string, args: string[], env: Record<string, string>): Promise<string> {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (data) => {
    output += data;
  });
  child.stderr.on("data", (data) => {
    output += data;
  });
  await new Promise((resolve) => child.once("close", resolve));
  return output;
}

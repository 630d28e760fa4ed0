/** The configurations and install links of docs/mcp.md: the links are decoded as Cursor and VS Code decode them. */
import { readFileSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allTools } from "../../mcp/index.ts";
import { minNodeVersion } from "../../src/node-version.ts";
import { createProject, listSnippets } from "../packed.ts";

interface Configuration {
  command: string;
  args: string[];
  env?: Record<string, string>;
}

const page = readFileSync("docs/mcp.md", "utf8");
const [, setup = ""] = /^## Setup$([\s\S]*?)^## /m.exec(page) ?? [];
const documented = listSnippets(setup, "json").map((text) => JSON.parse(text) as Record<string, unknown>);
const links = [...setup.matchAll(/^\| ([\w ]+) \| \[install\]\((\S+)\) \| \[install\]\((\S+)\) \|$/gm)].map(
  ([, client = "", key = "", sandbox = ""]) => ({ client, key: new URL(key), sandbox: new URL(sandbox) }),
);
const fromNpm = { command: "npx", args: ["-y", "rallly-mcp"] };
const sandboxFromNpm = { command: "npx", args: ["-y", "rallly-mcp", "--sandbox"] };

function decodeCursor(link: URL): { name: string | null; config: Configuration } {
  expect(link.origin + link.pathname).toBe("https://cursor.com/en/install-mcp");
  const text = Buffer.from(link.searchParams.get("config") ?? "", "base64").toString();
  return { name: link.searchParams.get("name"), config: JSON.parse(text) };
}

function decodeCode(link: URL, scheme: string): unknown {
  expect(link.origin + link.pathname).toBe("https://insiders.vscode.dev/redirect");
  const [start, text = ""] = (link.searchParams.get("url") ?? "").split("?");
  expect(start).toBe(`${scheme}:mcp/install`);
  return JSON.parse(decodeURIComponent(text));
}

const linksOf = (client: string) => {
  const found = links.find((row) => row.client === client);
  if (found === undefined) throw new Error(`no links for ${client}`);
  return found;
};

describe("install links", () => {
  it("of Cursor carry the server from npm, with the key from the environment or on a sandbox", () => {
    const { key, sandbox } = linksOf("Cursor");
    const env = { RALLLY_API_KEY: `\${env:RALLLY_API_KEY}` };
    expect(decodeCursor(key)).toEqual({ name: "rallly", config: { ...fromNpm, env } });
    expect(decodeCursor(sandbox)).toEqual({ name: "rallly", config: sandboxFromNpm });
  });

  it.each([
    ["VS Code", "vscode"],
    ["VS Code Insiders", "vscode-insiders"],
  ])("of %s carry the documented configuration", (client, scheme) => {
    const [configuration] = documented.filter((entry) => "servers" in entry) as {
      inputs: unknown[];
      servers: Record<string, Configuration>;
    }[];
    const { key, sandbox } = linksOf(client);
    const { inputs, servers } = configuration ?? { inputs: [], servers: {} };
    expect(inputs).toHaveLength(1);
    expect(decodeCode(key, scheme)).toEqual({ name: "rallly", inputs, ...servers["rallly"], ...fromNpm });
    expect(decodeCode(sandbox, scheme)).toEqual({ name: "rallly", type: "stdio", ...sandboxFromNpm });
  });

  it("hold no key", () => expect(setup).not.toMatch(/sk_\w/));

  describe("with the package installed", () => {
    let project: string;
    beforeAll(async () => {
      project = await createProject();
    }, 120_000);
    afterAll(() => rmSync(project, { recursive: true }));

    it("start a server with every tool, which knows the poll of the first sentences", {
      timeout: 60_000,
    }, async () => {
      const { config } = decodeCursor(linksOf("Cursor").sandbox);
      const PATH = [join(process.cwd(), "node_modules/.bin"), process.env["PATH"]].join(delimiter);
      const host = new Client({ name: "cursor", version: "1" });
      const start = { ...config, env: { PATH }, cwd: project, stderr: "ignore" } as const;
      await host.connect(new StdioClientTransport(start));
      const { tools } = await host.listTools();
      const found = await host.callTool({ name: "find_best_times", arguments: { title: "team lunch" } });
      await host.close();
      expect(page).toContain("the best time for the team lunch");
      expect(JSON.stringify(found.content)).toMatch(/Best: /);
      expect(tools.map(({ name }) => name)).toEqual(allTools.map(({ name }) => name));
    });
  });
});

it("configures every local client with the same program and variable", () => {
  const servers = documented.flatMap((entry) =>
    ["mcpServers", "servers", "context_servers"].flatMap((key) =>
      Object.values((entry[key] ?? {}) as Record<string, Configuration>),
    ),
  );
  expect(servers.length).toBe(5);
  for (const { command, args, env } of servers) {
    expect({ command, args }).toEqual({
      command: "node",
      args: ["/path/to/rallly-connect/dist/mcp/main.js"],
    });
    expect(Object.keys(env ?? {})).toEqual(["RALLLY_API_KEY"]);
  }
});

it("shows the message of an old Node as the program prints it", () => {
  expect(page).toContain(`\`rallly-mcp needs Node.js ${minNodeVersion} or newer\``);
});

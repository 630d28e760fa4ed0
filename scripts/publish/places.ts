/** The files by which clients and directories take the server, from one source. `npm run format` writes them. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../src/version.ts";
import texts from "./places.json" with { type: "json" };

const root = join(import.meta.dirname, "../..");
const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));

const { name, mcpName, license, repository, engines } = read("package.json");
const page = repository.url.replace(/^git\+|\.git$/g, "");
const { title, description, longDescription, keywords, author, settings } = texts;
const privacy = `${page}#privacy`;
const baseUrl = "https://api.rallly.co/v1";

/** What a place fills in itself. */
const fill = (variable: string) => `\${${variable}}`;

/** How a program is started: as npm has it, or from a checkout until npm has it. */
export type Form = "published" | "checkout";

const published = { command: "npx", args: ["-y", name, "mcp"] };

/** Starts the files of a checkout, with the Node that it brings. `root` is how the place names its folder. */
const startCheckout = (root: string) => ({
  command: `${root}/node_modules/.bin/node`,
  args: [`${root}/dist/cli/main.js`, "mcp"],
});

/** What the plugins of Claude Code and Codex say about themselves. */
const plugin = { name, version, description, author, homepage: page, repository: page, license, keywords };

/** Whether the files start the published package. */
export const isPublished = (): boolean => read("gemini-extension.json").mcpServers.rallly.command === "npx";

/** The content of each file, by its path. */
export function listPlaces(form: Form): Record<string, object> {
  const starts = form === "published" ? published : undefined;
  return {
    ".claude-plugin/marketplace.json": {
      name,
      description: `${title}: the MCP server, and skills for whole jobs.`,
      owner: author,
      plugins: [{ name, source: "./publish/claude", description, category: "productivity", keywords }],
    },
    "publish/claude/.claude-plugin/plugin.json": {
      ...plugin,
      mcpServers: {
        rallly: {
          ...(starts ?? startCheckout(`${fill("CLAUDE_PLUGIN_ROOT")}/../..`)),
          env: { RALLLY_API_KEY: fill("RALLLY_API_KEY:-") },
        },
      },
    },
    "publish/claude/.codex-plugin/plugin.json": {
      ...plugin,
      skills: "./skills/",
      // Codex copies a plugin, and has no name for its old place: a checkout puts the command on the path.
      mcpServers: {
        rallly: {
          ...(starts ?? { command: name, args: ["mcp"] }),
          env_vars: ["RALLLY_API_KEY"],
        },
      },
    },
    "gemini-extension.json": {
      name,
      version,
      description,
      mcpServers: { rallly: starts ?? startCheckout(fill("extensionPath")) },
      settings: [
        {
          name: settings.RALLLY_API_KEY.title,
          description: settings.RALLLY_API_KEY.description,
          envVar: "RALLLY_API_KEY",
          sensitive: true,
        },
      ],
    },
    "server.json": listServerEntry(),
    "publish/desktop/manifest.json": listBundleManifest(),
  };
}

/** The entry of the MCP registry. A release adds the bundle, and `publish/extend-server.ts` a connector. */
function listServerEntry() {
  const file = "server.json";
  const { remotes } = existsSync(join(root, file)) ? read(file) : {};
  const variable = (variableName: keyof typeof settings, rest: object = {}) => ({
    name: variableName,
    description: settings[variableName].description,
    format: "string",
    isRequired: false,
    ...rest,
  });
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: mcpName,
    title,
    description,
    version,
    websiteUrl: page,
    icons: [
      {
        src: `${page.replace("github.com", "raw.githubusercontent.com")}/main/publish/desktop/icon.png`,
        mimeType: "image/png",
        sizes: ["512x512"],
      },
    ],
    repository: { url: page, source: "github" },
    packages: [
      {
        registryType: "npm",
        identifier: name,
        version,
        transport: { type: "stdio" },
        packageArguments: [{ type: "positional", value: "mcp" }],
        environmentVariables: [
          variable("RALLLY_API_KEY", { isRequired: true, isSecret: true }),
          variable("RALLLY_BASE_URL", { default: baseUrl }),
          variable("HTTPS_PROXY", { isSecret: true }),
          variable("NODE_EXTRA_CA_CERTS", { format: "filepath" }),
        ],
      },
    ],
    ...(remotes && { remotes }),
  };
}

/** The manifest of the desktop bundle, whose folder is the unpacked package. */
function listBundleManifest() {
  const entry = "dist/cli/main.js";
  const text = { type: "string", required: false, default: "" };
  return {
    manifest_version: "0.3",
    name,
    display_name: title,
    version,
    description,
    long_description: longDescription,
    author,
    repository: { type: "git", url: page },
    homepage: page,
    documentation: `${page}/blob/main/docs/mcp.md`,
    support: `${page}/issues`,
    privacy_policies: [privacy],
    license,
    icon: "icon.png",
    keywords,
    server: {
      type: "node",
      entry_point: entry,
      mcp_config: {
        command: "node",
        args: [`${fill("__dirname")}/${entry}`, "mcp"],
        env: {
          RALLLY_API_KEY: fill("user_config.api_key"),
          RALLLY_BASE_URL: fill("user_config.base_url"),
          RALLLY_SANDBOX: fill("user_config.sandbox"),
          https_proxy: fill("user_config.proxy"),
          NODE_EXTRA_CA_CERTS: fill("user_config.certificates"),
        },
      },
    },
    tools_generated: true,
    prompts_generated: true,
    compatibility: {
      platforms: ["darwin", "win32", "linux"],
      runtimes: engines,
    },
    user_config: {
      api_key: { ...text, ...settings.RALLLY_API_KEY, sensitive: true },
      sandbox: {
        type: "boolean",
        title: "Try it with a sandbox",
        description: "Needs no key: uses an imitation of Rallly on this computer, with demo polls.",
        required: false,
        default: false,
      },
      base_url: { ...text, ...settings.RALLLY_BASE_URL, default: baseUrl },
      proxy: { ...text, ...settings.HTTPS_PROXY, sensitive: true },
      certificates: { ...text, ...settings.NODE_EXTRA_CA_CERTS, type: "file" },
    },
  };
}

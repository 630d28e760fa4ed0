/** The entry of the server in each client's configuration, as the clients take it in November 2026. Pure: the connector uses it too. */

/** A program on the person's machine, or the URL of a server. */
export type Target = Program | Remote;

/** A program that a client starts. */
export interface Program {
  command: string;
  args: readonly string[];
  /** Without the API key, for which each entry has a place. */
  env?: Readonly<Record<string, string>>;
  needsKey: boolean;
}

interface Remote {
  url: string;
}

/** A client and how to add the server to it. */
interface Client {
  title: string;
  /** Where the entry goes. */
  place: string;
  /** Where the entry for a URL goes. Default: as `place`. */
  urlPlace?: string;
  format(target: Target): string;
}

/** The server's name in an entry. With two spaces, each entry has another one. */
const name = "rallly";

/** Stands for the key. The server takes it for a missing one, and says so. */
export const keyPlaceholder = "sk_...";

/** The start of the server, without what only some clients need. */
function toEntry(target: Target, key = keyPlaceholder) {
  if ("url" in target) return { url: target.url };
  const { command, args, env, needsKey } = target;
  const variables = { ...(needsKey && { RALLLY_API_KEY: key }), ...env };
  return { command, args, ...(Object.keys(variables).length > 0 && { env: variables }) };
}

const toJson = (value: unknown) => JSON.stringify(value, undefined, 2);
const toServers = (target: Target) => toJson({ mcpServers: { [name]: toEntry(target) } });

/** A word for a shell, in the quotes that both sh and PowerShell take. */
const quote = (word: string) =>
  /^[\w@%+=:,./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** A link that opens Claude's form for a custom connector. */
export const toClaudeLink = (url: string) =>
  `https://claude.ai/customize/connectors?${new URLSearchParams({ modal: "add-custom-connector", connectorName: "Rallly", connectorUrl: url })}`;

/** A link that installs a server by its URL in Cursor. */
export const toCursorLink = (url: string) =>
  `https://cursor.com/install-mcp?${new URLSearchParams({ name, config: btoa(JSON.stringify({ url })) })}`;

/** A link that installs a server by its URL in VS Code. */
export const toVsCodeLink = (url: string) =>
  `https://insiders.vscode.dev/redirect/mcp/install?name=${name}&config=${encodeURIComponent(JSON.stringify({ type: "http", url }))}`;

/** The clients by the name that `rallly-connect config` takes. */
export const clients: Readonly<Record<string, Client>> = {
  "claude-code": {
    title: "Claude Code",
    place: "Run this in a shell",
    format(target) {
      if ("url" in target) return `claude mcp add --transport http --scope user ${name} ${quote(target.url)}`;
      const { command, args, env = {} } = toEntry(target) as Omit<Program, "needsKey">;
      // Before the two hyphens, because --env takes several values.
      const variables = Object.entries(env).map(
        ([variable, value]) => `--env ${quote(`${variable}=${value}`)} `,
      );
      return `claude mcp add ${name} --scope user ${variables.join("")}-- ${[command, ...args].map(quote).join(" ")}`;
    },
  },
  "claude-desktop": {
    title: "Claude Desktop",
    place: "Settings, Developer, Edit Config",
    urlPlace: "Open this link",
    // The file takes no URL.
    format: (target) => ("url" in target ? toClaudeLink(target.url) : toServers(target)),
  },
  codex: {
    title: "Codex and ChatGPT's desktop app",
    place: "~/.codex/config.toml",
    format(target) {
      const { env, ...entry } = toEntry(target) as Partial<Program>;
      // A string, a list and a table of strings are the same in JSON and TOML, but for the table's signs.
      const lines = Object.entries(entry).map(([field, value]) => `${field} = ${JSON.stringify(value)}`);
      const variables = Object.entries(env ?? {}).map(
        ([field, value]) => `${field} = ${JSON.stringify(value)}`,
      );
      const table = variables.length > 0 ? ["", `[mcp_servers.${name}.env]`, ...variables] : [];
      return [`[mcp_servers.${name}]`, ...lines, ...table].join("\n");
    },
  },
  cursor: {
    title: "Cursor",
    place: "~/.cursor/mcp.json",
    format(target) {
      const type = "url" in target ? {} : { type: "stdio" };
      return toJson({ mcpServers: { [name]: { ...type, ...toEntry(target) } } });
    },
  },
  gemini: {
    title: "Gemini CLI",
    place: "~/.gemini/settings.json",
    format: (target) =>
      "url" in target ? toJson({ mcpServers: { [name]: { httpUrl: target.url } } }) : toServers(target),
  },
  vscode: {
    title: "VS Code",
    place: ".vscode/mcp.json, or MCP: Open User Configuration in the command palette",
    format(target) {
      const id = `${name}-api-key`;
      const isRemote = "url" in target;
      const input = { type: "promptString", id, description: "API key of the Rallly space", password: true };
      const entry = { type: isRemote ? "http" : "stdio", ...toEntry(target, `\${input:${id}}`) };
      return toJson({ ...(!isRemote && target.needsKey && { inputs: [input] }), servers: { [name]: entry } });
    },
  },
  zed: {
    title: "Zed",
    place: "settings.json (zed: open settings)",
    format: (target) => toJson({ context_servers: { [name]: toEntry(target) } }),
  },
  json: {
    title: "Windsurf and most others",
    place: "the client's file of MCP servers",
    format: toServers,
  },
};

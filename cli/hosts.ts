/** The entry of the server in each host's configuration, as the hosts take it in November 2026. Pure: the connector uses it too. */

/** A program on the person's machine, or the URL of a server. */
export type Target = Program | Remote;

/** A program that a host starts. */
export interface Program {
  command: string;
  args: readonly string[];
  /** Whether the entry has a place for the API key. */
  needsKey: boolean;
}

interface Remote {
  url: string;
  /** Whether the server takes a token in a header. The connector signs people in, and takes none. */
  needsToken?: boolean;
}

/** A program that uses MCP servers, and how to add the server to it. */
export interface Host {
  title: string;
  /** Where the entry goes, in words. */
  place: string;
  /** The host's own command or link that adds the server. Undefined where it has none. */
  command?(target: Target): string | undefined;
  /** The file of JSON that holds the servers, if a program may change it. A `~` stands for the home of the person. */
  file?: Readonly<Partial<Record<NodeJS.Platform, string>>> & { linux: string };
  /** The field of the file in which the entry stands under the server's name, and the entry. */
  servers?: string;
  entry?(target: Target): Record<string, unknown>;
  /** A question that the host asks for the key, in the file's field `inputs`. */
  input?: object;
}

/** The server's name in an entry. With two spaces, each entry has another one. */
export const serverName = "rallly";

/** Stands for the key. The server takes it for a missing one, and says so. */
export const keyPlaceholder = "sk_...";

/** Stands for the token of a server over HTTP. */
export const tokenPlaceholder = "<RALLLY_MCP_TOKEN>";

const listHeaders = ({ needsToken }: Remote): Record<string, string> =>
  needsToken ? { Authorization: `Bearer ${tokenPlaceholder}` } : {};

const listVariables = ({ needsKey }: Program, key = keyPlaceholder): Record<string, string> =>
  needsKey ? { RALLLY_API_KEY: key } : {};

const optional = (field: string, pairs: Record<string, string>) =>
  Object.keys(pairs).length > 0 && { [field]: pairs };

/** The start of the server, or its URL, as most hosts take them. */
function toEntry(target: Target, key?: string): Record<string, unknown> {
  if ("url" in target) return { url: target.url, ...optional("headers", listHeaders(target)) };
  const { command, args } = target;
  return { command, args, ...optional("env", listVariables(target, key)) };
}

/** A word for a shell, in the quotes that both sh and PowerShell take. */
const quote = (word: string) =>
  /^[\w@%+=:,./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** A link that opens Claude's form for a custom connector. */
export const toClaudeLink = (url: string) =>
  `https://claude.ai/customize/connectors?${new URLSearchParams({ modal: "add-custom-connector", connectorName: "Rallly", connectorUrl: url })}`;

const listOptions = (option: string, pairs: Record<string, string>, separator = "=") =>
  Object.entries(pairs).flatMap(([field, value]) => [option, `${field}${separator}${value}`]);

const listHeaderOptions = (target: Remote) => listOptions("--header", listHeaders(target), ": ");

/** The words of a command, for a shell. */
export const toCommand = (...words: string[]) => words.map(quote).join(" ");

const keyInput = {
  type: "promptString",
  id: `${serverName}-api-key`,
  description: "API key of the Rallly space",
  password: true,
};

/** What an entry has in place of a key or a token. */
export const placeholders = [keyPlaceholder, `\${input:${keyInput.id}}`, `Bearer ${tokenPlaceholder}`];

const tokenVariable = ["--bearer-token-env-var", "RALLLY_MCP_TOKEN"];

/** The hosts by the name that `rallly-connect config` takes. */
export const hosts: Readonly<Record<string, Host>> = {
  "claude-code": {
    title: "Claude Code",
    place: "a command, for all folders",
    command(target) {
      const scope = ["--scope", "user"];
      if ("url" in target) {
        const words = ["--transport", "http", ...scope, serverName, target.url, ...listHeaderOptions(target)];
        return toCommand("claude", "mcp", "add", ...words);
      }
      // The name before --env, because that takes several values.
      const words = [serverName, ...scope, ...listOptions("--env", listVariables(target)), "--"];
      return toCommand("claude", "mcp", "add", ...words, target.command, ...target.args);
    },
  },
  "claude-desktop": {
    title: "Claude Desktop",
    place: "Settings, Developer, Edit Config",
    file: {
      darwin: "~/Library/Application Support/Claude/claude_desktop_config.json",
      win32: "~/AppData/Roaming/Claude/claude_desktop_config.json",
      linux: "~/.config/Claude/claude_desktop_config.json",
    },
    servers: "mcpServers",
    entry: toEntry,
    // The file takes no URL.
    command: (target) => ("url" in target ? toClaudeLink(target.url) : undefined),
  },
  codex: {
    title: "Codex and ChatGPT's desktop app",
    place: "a command; it writes ~/.codex/config.toml",
    command(target) {
      const add = ["codex", "mcp", "add", serverName];
      if ("url" in target)
        return toCommand(...add, "--url", target.url, ...(target.needsToken ? tokenVariable : []));
      const variables = listOptions("--env", listVariables(target));
      return toCommand(...add, ...variables, "--", target.command, ...target.args);
    },
  },
  cursor: {
    title: "Cursor",
    place: "~/.cursor/mcp.json",
    file: { linux: "~/.cursor/mcp.json" },
    servers: "mcpServers",
    entry: (target) => ({ ...("url" in target ? {} : { type: "stdio" }), ...toEntry(target) }),
  },
  gemini: {
    title: "Gemini CLI",
    place: "a command; it writes ~/.gemini/settings.json",
    command(target) {
      const add = ["gemini", "mcp", "add", "--scope", "user"];
      if ("url" in target)
        return toCommand(...add, "--transport", "http", ...listHeaderOptions(target), serverName, target.url);
      const variables = listOptions("-e", listVariables(target));
      return toCommand(...add, ...variables, serverName, target.command, ...target.args);
    },
    file: { linux: "~/.gemini/settings.json" },
    servers: "mcpServers",
    entry(target) {
      if (!("url" in target)) return toEntry(target);
      const { url: httpUrl, ...rest } = toEntry(target);
      return { httpUrl, ...rest };
    },
  },
  vscode: {
    title: "VS Code",
    place: "MCP: Open User Configuration in the command palette",
    file: {
      darwin: "~/Library/Application Support/Code/User/mcp.json",
      win32: "~/AppData/Roaming/Code/User/mcp.json",
      linux: "~/.config/Code/User/mcp.json",
    },
    servers: "servers",
    entry: (target) => ({
      type: "url" in target ? "http" : "stdio",
      ...toEntry(target, `\${input:${keyInput.id}}`),
    }),
    input: keyInput,
  },
  zed: {
    title: "Zed",
    place: "settings.json (zed: open settings)",
    file: { win32: "~/AppData/Roaming/Zed/settings.json", linux: "~/.config/zed/settings.json" },
    servers: "context_servers",
    entry: toEntry,
  },
  json: {
    title: "Windsurf and most others",
    place: "the client's file of MCP servers",
    servers: "mcpServers",
    entry: toEntry,
  },
};

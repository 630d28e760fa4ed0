/** `rallly-connect config CLIENT`: the entry of this installation in the client's configuration. */
import { resolve } from "node:path";
import { getSystemErrorMessage } from "node:util";
import { redactKeys } from "../src/redact.ts";
import { setKey } from "./backend.ts";
import { addEntry } from "./host-file.ts";
import {
  type Host,
  hosts,
  keyPlaceholder,
  type Program,
  placeholders,
  serverName,
  type Target,
  toCommand,
  tokenPlaceholder,
} from "./hosts.ts";
import { flag, helpFlag, parseWords, type Shell, UsageError } from "./options.ts";

const names = Object.keys(hosts).join(", ");

const help = `Usage: rallly-connect config CLIENT [options]

Prints on stdout the command that adds the server to an AI client, or the entry for its file, and on stderr where that goes.
It reads, prints and writes no key.

Clients: ${names}

Options:
  --sandbox    for a built-in imitation of the service with demo polls; needs no account
  --write      add the entry to the client's file, with a place for the key, and keep a copy of the file as it was
  --http URL   for a server that runs elsewhere, such as https://polls.example.com/mcp
  --help       print this
`;

/** How this program was started, and by whom. */
export interface Installation {
  /** The file of the program, without links. */
  file: string;
  /** The Node that runs it. */
  node: string;
  platform: NodeJS.Platform;
  /** The person's folder, and the one in which they are. */
  home: string;
  folder: string;
}

/** Folders of npx's cache and of global packages, where the paths change with each version. */
const published = /[\\/](?:_npx|lib[\\/]node_modules|npm[\\/]node_modules)[\\/]/;

/** How a host starts the server of an installation. */
function describeStart({ file, node, platform }: Installation, sandbox: boolean): Program {
  const args = ["mcp", ...(sandbox ? ["--sandbox"] : [])];
  const needsKey = !sandbox;
  if (!published.test(file)) return { command: node, args: [file, ...args], needsKey };
  const npx = ["-y", "rallly-connect", ...args];
  // On Windows npx is no program, but a script of the shell.
  if (platform === "win32") return { command: "cmd", args: ["/c", "npx", ...npx], needsKey };
  return { command: "npx", args: npx, needsKey };
}

/** Runs the command. Returns the exit code. Throws UsageError. */
export function printConfig(args: string[], installation: Installation, shell: Shell): number {
  const { out, err } = shell;
  const { values, positionals } = parseWords({
    args,
    allowPositionals: true,
    options: { help: helpFlag, sandbox: flag, write: flag, http: { type: "string" } } as const,
  });
  if (values.help) {
    out(help);
    return 0;
  }
  const [name = "", ...rest] = positionals;
  const host = Object.hasOwn(hosts, name) ? hosts[name] : undefined;
  if (host === undefined || rest.length > 0)
    throw new UsageError(`Name one client of these: ${names}. For others, such as Windsurf, take json`);
  const { http: url, sandbox } = values;
  const href = URL.parse(url ?? "")?.href ?? "";
  if (url !== undefined && (sandbox || !/^https?:\/\/[^/@]+\//.test(href) || redactKeys(href) !== href))
    throw new UsageError("--http needs a URL such as https://example.com/mcp: no user, key or --sandbox");
  const target: Target = url ? { url, needsToken: true } : describeStart(installation, sandbox);
  if (values.write) err(writeEntry(host, target, installation));
  else printEntry(host, target, toCommand("npx", "rallly-connect", "config", ...args, "--write"), shell);
  const question = sandbox
    ? ': "What is the best time for the team offsite, and who cannot come?"'
    : " which polls are open.";
  err(`\n${describeSecret(host, target)}Then start the client again, and ask it${question}\n`);
  return 0;
}

/** Prints the host's own command, or the entry and where in the file it goes, with the command that writes it. */
function printEntry(host: Host, target: Target, again: string, { out, err }: Shell): void {
  const command = host.command?.(target);
  if (command !== undefined) {
    err(`${host.title}: ${command.startsWith("https:") ? "open" : "run"} this\n`);
    out(`${command}\n`);
    return;
  }
  const write = host.file ? ` Or let this command do both: ${again}` : "";
  err(
    `${host.title}: ${host.place}\nThis goes inside the file's "${host.servers}". A new file needs { "${host.servers}": { } } around it.${write}\n\n`,
  );
  out(`"${serverName}": ${JSON.stringify(host.entry?.(target), undefined, 2)}\n`);
  if (!asksForKey(host, target)) return;
  err('\nAnd this inside its list "inputs":\n\n');
  out(`${JSON.stringify(host.input, undefined, 2)}\n`);
}

/** Adds the entry to the host's file, and says what became of it. Throws UsageError, with the file as it was. */
function writeEntry(host: Host, target: Target, { platform, home, folder }: Installation): string {
  const { file, servers, entry, command, title } = host;
  const isCommand = "url" in target && command !== undefined;
  if (file === undefined || servers === undefined || entry === undefined || isCommand)
    throw new UsageError(
      `--write does not change the file of ${title}. Leave it out, and use what is printed`,
    );
  const path = resolve(folder, (file[platform] ?? file.linux).replace(/^~/, home));
  const input = asksForKey(host, target) ? host.input : undefined;
  try {
    const { copy, kept } = addEntry(path, [servers, serverName], entry(target), { placeholders, input });
    const was = copy ? `; as it was: ${copy}` : "";
    const rest = kept.length > 0 ? `Kept of the entry that was there: ${kept.join(", ")}.\n` : "";
    return `${title}: written to ${path}${was}\n${rest}`;
  } catch (error) {
    const { errno } = Object(error);
    if (typeof errno !== "number") throw error;
    throw new UsageError(`Cannot write ${path}: ${getSystemErrorMessage(errno)}`);
  }
}

const asksForKey = ({ input }: Host, target: Target) =>
  input !== undefined && !("url" in target) && target.needsKey;

/** What the person still has to fill in. */
function describeSecret(host: Host, target: Target): string {
  if ("url" in target)
    return `The token of that server goes in place of ${tokenPlaceholder} (for Codex into the variable RALLLY_MCP_TOKEN). The connector signs you in: for it, leave the header out.\n`;
  if (!target.needsKey || host.input) return "";
  const history = host.command?.(target)
    ? ` ${setKey} Write "$RALLLY_API_KEY" for it there (in PowerShell "$env:RALLLY_API_KEY").`
    : "";
  return `The space's API key goes in place of ${keyPlaceholder}, if that still stands there.${history}\n"Connected" does not say that the key works. npx rallly-connect doctor does.\n`;
}

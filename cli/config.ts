/** `rallly-connect config CLIENT`: the entry of this installation in the client's configuration. */
import { realpathSync } from "node:fs";
import { clients, keyPlaceholder, type Program } from "../mcp/clients.ts";
import { flag, parseWords, UsageError } from "./options.ts";

const names = Object.keys(clients).join(", ");

const help = `Usage: rallly-connect config CLIENT [options]

Prints the entry for the configuration of an AI client on stdout, and on stderr where it goes. It reads and prints no key.

Clients: ${names}

Options:
  --sandbox    for a built-in imitation of the service with demo polls; needs no account
  --http URL   for a server that runs elsewhere, such as https://polls.example.com/mcp
  --help       print this
`;

/** How this program was started. */
export interface Installation {
  /** The file of the program, without links. */
  file: string;
  /** The Node that runs it. */
  node: string;
  platform: NodeJS.Platform;
}

/** Folders of npx's cache and of global packages, where the paths change with each version. */
const published = /[\\/](?:_npx|lib[\\/]node_modules|npm[\\/]node_modules)[\\/]/;

/** How a client starts the server of an installation. */
export function describeStart({ file, node, platform }: Installation, sandbox: boolean): Program {
  const args = ["mcp", ...(sandbox ? ["--sandbox"] : [])];
  const needsKey = !sandbox;
  if (!published.test(file)) return { command: node, args: [file, ...args], needsKey };
  const npx = ["-y", "rallly-connect", ...args];
  // On Windows npx is no program, but a script of the shell.
  if (platform === "win32") return { command: "cmd", args: ["/c", "npx", ...npx], needsKey };
  return { command: "npx", args: npx, needsKey };
}

/** Runs the command. Returns the exit code. Throws UsageError. */
export function printConfig(args: string[]): number {
  const { values, positionals } = parseWords("config: ", {
    args,
    allowPositionals: true,
    options: { help: flag, sandbox: flag, http: { type: "string" } } as const,
  });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const [name = "", ...rest] = positionals;
  const client = Object.hasOwn(clients, name) ? clients[name] : undefined;
  if (client === undefined || rest.length > 0)
    throw new UsageError(
      `config: Name one client of these: ${names}. For others, such as Windsurf, take json`,
    );
  const { http: url, sandbox } = values;
  if (url !== undefined && (sandbox || !/^https?:$/.test(URL.parse(url)?.protocol ?? "")))
    throw new UsageError(
      "config: --http needs a URL such as https://polls.example.com/mcp, without --sandbox",
    );
  const { execPath: node, platform, argv } = process;
  const target = url
    ? { url }
    : describeStart({ file: realpathSync(argv[1] ?? ""), node, platform }, sandbox);
  const entry = client.format(target);
  const key = entry.includes(keyPlaceholder) ? `Replace ${keyPlaceholder} by the space's API key.\n` : "";
  process.stderr.write(`${client.title}: ${(url && client.urlPlace) ?? client.place}\n${key}\n`);
  process.stdout.write(`${entry}\n`);
  process.stderr.write(`\nThen start the client again, and ask it which polls are open.\n`);
  return 0;
}

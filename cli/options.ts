import { type ParseArgsConfig, parseArgs } from "node:util";
import { listedTools } from "../mcp/tools/listing.ts";

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The pipes of a command. */
export interface Shell {
  out(text: string): void;
  err(text: string): void;
  /** Reads stdin to its end. */
  read(): Promise<string>;
}

/** The parsed command line. */
export type Options = ReturnType<typeof parseOptions>;

/** Thrown for a wrong command line. The message is for the person at the terminal. The exit code is 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

const defaultPort = 8808;

/** The text of `--help`. */
export const help = `Usage: rallly-connect mcp [options]

MCP server for the scheduling polls of one Rallly space, on stdin and stdout or over HTTP.

Options:
  --sandbox            use a built-in imitation of the service with demo polls; needs no account
  --allow-external-webhooks
                       with --sandbox: also send webhooks to other machines, over https
  --read-only          offer only tools that change nothing, even with --tools
  --tools a,b,c        offer only these tools
  --http               serve Streamable HTTP at /mcp instead of stdin and stdout
  --port N             with --http: default ${defaultPort}; 0 picks a free port
  --host ADDRESS       with --http: default 127.0.0.1; any other address needs --allowed-host and RALLLY_MCP_TOKEN
  --allowed-host NAME  with --http: a host name of the server, as clients send it; repeatable
  --version            print the version
  --help               print this

Environment:
  RALLLY_API_KEY    API key of the space (space settings, "API keys"; Pro plan, owner only)
  RALLLY_BASE_URL   base URL of the API, ending with /v1; default https://api.rallly.co/v1
  RALLLY_ALLOW_HTTP 1 or true: accept a base URL with plain http; the key then travels in clear text
  RALLLY_SANDBOX    1 or true: as --sandbox
  RALLLY_MCP_TOKEN  with --http: token that clients must send as Authorization: Bearer
  HTTPS_PROXY, HTTP_PROXY, NO_PROXY
                    the proxy, http://user:password@host:port, and the hosts to reach without it
  NODE_EXTRA_CA_CERTS
                    PEM file with further certificate authorities to trust

Check your setup: rallly-connect doctor
`;

/** A value that a host or a person has not filled in, such as `\${user_config.api_key}`, or the key of an example. */
const placeholder = /^(?:\$\{[\w.:-]+\}|sk_(?:\.{3}|…|x+)|<.*>|)$/i;

/** The environment without variables that hold only a placeholder. */
export function readEnvironment(environment: Environment): Environment {
  const entries = Object.entries(environment);
  return Object.fromEntries(entries.filter(([, value = ""]) => !placeholder.test(value.trim())));
}

/** Whether a variable that turns something on is `1` or `true`. */
export const isOn = (value = "") => /^(?:1|true)$/i.test(value.trim());

/** An option that is on or off. */
export const flag = { type: "boolean", default: false } as const;

/** The option of every command that prints its help. */
export const helpFlag = { ...flag, short: "h" } as const;

/** Parses the command line. Throws {@link UsageError} when it is wrong. */
export function parseOptions(args: string[], environment: Environment) {
  const { values } = parseWords({
    args,
    options: {
      help: helpFlag,
      version: { ...flag, short: "v" },
      sandbox: flag,
      "allow-external-webhooks": flag,
      "read-only": flag,
      tools: { type: "string", multiple: true },
      http: flag,
      port: { type: "string" },
      host: { type: "string" },
      "allowed-host": { type: "string", multiple: true },
    },
  });
  const sandbox = values.sandbox || isOn(environment["RALLLY_SANDBOX"]);
  for (const name of ["port", "host", "allowed-host"] as const) {
    if (values[name] !== undefined && !values.http) throw new UsageError(`--${name} needs --http`);
  }
  if (values["allow-external-webhooks"] && !sandbox)
    throw new UsageError("--allow-external-webhooks needs --sandbox, or RALLLY_SANDBOX=true");
  const options = {
    help: values.help,
    version: values.version,
    sandbox,
    /** Lets the sandbox send webhooks to other machines. */
    allowExternalWebhooks: values["allow-external-webhooks"],
    readOnly: values["read-only"],
    /** Names of tools. Undefined: all. */
    only: parseTools(values.tools),
    http: values.http,
    host: (values.host ?? "127.0.0.1").trim().replace(/^\[(.*)\]$/, "$1"),
    port: parsePort(values.port ?? `${defaultPort}`),
    /** Host names of the server besides those of loopback, in the form that browsers send. */
    allowedHosts: (values["allowed-host"] ?? []).map(parseHostName),
    /** The server's own bearer token, which gives access to the server's API key. */
    token: values.http ? environment["RALLLY_MCP_TOKEN"]?.trim() : undefined,
  };
  assertSafe(options);
  return options;
}

/** Parses the words of a command line. Throws {@link UsageError}. */
export function parseWords<const Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    const { code, message } = Object(error) as { code?: string; message: string };
    // Not the argument, which may be a key.
    const isStray = code === "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL";
    throw new UsageError(isStray ? "Unknown argument" : (message.split(". ")[0] ?? ""));
  }
}

function parseTools(lists: string[] | undefined): string[] | undefined {
  const only = lists?.flatMap((list) => list.split(",").map((name) => name.trim())).filter(Boolean);
  if (only?.length === 0) throw new UsageError("--tools needs names of tools, such as list_polls,get_poll");
  const known = listedTools.map(({ name }) => name);
  const unknown = only?.find((name) => !known.includes(name));
  if (unknown === undefined) return only;
  throw new UsageError(`--tools: Unknown tool: ${unknown}. Tools: ${known.join(", ")}`);
}

/** Parses the number of a port. Throws {@link UsageError}. */
export function parsePort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError("--port must be a number from 0 to 65535");
}

/** Why a server cannot listen, by the code of the error. */
const refusedAddresses: Partial<Record<string, string>> = {
  EADDRINUSE: "The port is in use. Pass another with --port, or 0 for a free one",
  EACCES: "No permission to use the port. Pass another with --port, or 0 for a free one",
  EADDRNOTAVAIL: "--host is not an address of this machine",
  ENOTFOUND: "--host is not an address of this machine",
};

/** Throws the error of a server that cannot listen: as {@link UsageError} where the person can choose another port or address. */
export function refuseAddress(error: NodeJS.ErrnoException): never {
  const text = refusedAddresses[error.code ?? ""];
  throw text === undefined ? error : new UsageError(text);
}

/** A host name in the form that browsers send in `Host` and `Origin`: lower case, punycode, IPv6 in brackets. */
function parseHostName(text: string): string {
  const bracketed = text.includes(":") && !text.startsWith("[") ? `[${text}]` : text.trim();
  const isName = /^(?:\[[\da-f:.]+\]|[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*)$/iu.test(bracketed);
  const url = `http://${bracketed}`;
  if (isName && URL.canParse(url)) return new URL(url).hostname;
  // Without the value: a URL may contain a password.
  throw new UsageError(
    "--allowed-host needs a name without scheme, port, path or wildcard, such as polls.example.com",
  );
}

/** Minimum length of the token, in characters: 128 bits in hexadecimal. */
const minTokenLength = 32;

/** Throws {@link UsageError} when other machines could reach the server without a token or allowed names. */
function assertSafe({ host, allowedHosts, token }: Pick<Options, "host" | "allowedHosts" | "token">): void {
  if (token !== undefined && !new RegExp(`^[!-~]{${minTokenLength},}$`).test(token))
    throw new UsageError(`RALLLY_MCP_TOKEN needs at least ${minTokenLength} ASCII characters without spaces`);
  if (["localhost", "127.0.0.1", "::1"].includes(host)) return;
  if (host === "") throw new UsageError("--host needs an address of this machine, such as 127.0.0.1");
  const missing = [
    allowedHosts.length === 0 && "--allowed-host NAME: a host name of the server, as clients send it",
    token === undefined &&
      `RALLLY_MCP_TOKEN in the environment: a token of at least ${minTokenLength} characters that clients send`,
  ].filter(Boolean);
  if (missing.length > 0) throw new UsageError(`--host ${host} needs ${missing.join(", and ")}`);
}

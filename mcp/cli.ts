import { parseArgs } from "node:util";
import { isLoopback } from "../src/api/setup.ts";
import { parseHostName } from "./http/settings.ts";
import { listedTools } from "./tools/listing.ts";
import { selectFrom } from "./tools/select.ts";

/** The parsed command line. */
export interface CliOptions {
  help: boolean;
  version: boolean;
  sandbox: boolean;
  /** Lets the sandbox send webhooks to other machines. */
  allowExternalWebhooks?: boolean;
  readOnly: boolean;
  tools?: string[];
  http: boolean;
  host: string;
  port: number;
  /** In the form of {@link parseHostName}. */
  allowedHosts: string[];
  /** The identity provider whose tokens clients send over HTTP. */
  issuer?: string;
  /** Time for calls in flight on shutdown, in seconds. */
  drainSeconds: number;
  /** Time between the signal and the shutdown over HTTP, in seconds. */
  shutdownDelaySeconds: number;
}

/** Thrown for an invalid command line. The message is for the person at the terminal. */
export class CliError extends Error {
  override readonly name = "CliError";
}

const defaultPort = 8808;
const defaultDrainSeconds = 10;
/** Maximum of `--drain-seconds` and `--shutdown-delay-seconds`. */
const maxSeconds = 300;

/** The text of `--help`. */
export const help = `Usage: rallly-mcp [options]
       rallly-mcp doctor [options]   check key, network, plan and API; see rallly-mcp doctor --help

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
  --issuer URL         with --http and --allowed-host NAME: accept the access tokens (JWT) of this identity provider
                       for https://NAME/mcp, instead of RALLLY_MCP_TOKEN
  --drain-seconds N    time for calls in flight on shutdown; default ${defaultDrainSeconds}, at most ${maxSeconds}
  --shutdown-delay-seconds N
                       with --http: time to keep serving before a shutdown, while /health returns 503; default 0
  --version            print the version
  --help               print this

Environment:
  RALLLY_API_KEY    API key of the space (space settings, "API keys"; Pro plan, owner only)
  RALLLY_BASE_URL   base URL of the API, ending with /v1; default https://api.rallly.co/v1
  RALLLY_ALLOW_HTTP 1 or true: accept a base URL with plain http; the key then travels in clear text
  RALLLY_SANDBOX    true: as --sandbox
  RALLLY_MCP_TOKEN  with --http: token that clients must send as Authorization: Bearer
  HTTPS_PROXY, HTTP_PROXY, NO_PROXY
                    the proxy, http://user:password@host:port, and the hosts to reach without it
  NODE_EXTRA_CA_CERTS
                    PEM file with further certificate authorities to trust
`;

/**
 * The error for a first argument that is neither an option nor a command. It shows only what looks like a command: anything
 * else may be a key.
 */
export async function createUnknownCommandError(name: string): Promise<CliError> {
  if (!/^[a-z-]{1,20}$/iu.test(name)) return new CliError("Unknown command");
  // Loaded only now: a server never needs it. Bundled, the module has only its default export.
  const { default: levenshtein } = await import("fastest-levenshtein");
  const hint = levenshtein.distance(name.toLowerCase(), "doctor") <= 2 ? ". Did you mean doctor?" : "";
  return new CliError(`Unknown command "${name}"${hint}`);
}

/** Parses the command line. Throws {@link CliError} when it is invalid. */
export function parseCliOptions(args: string[]): CliOptions {
  const values = parse(args);
  const tools = values.tools?.flatMap((list) => list.split(",").map((name) => name.trim())).filter(Boolean);
  if (tools !== undefined) assertTools(tools);
  const http = values.http ?? false;
  for (const name of ["port", "host", "allowed-host", "issuer", "shutdown-delay-seconds"] as const) {
    if (values[name] !== undefined && !http) throw new CliError(`--${name} needs --http`);
  }
  if (values.issuer !== undefined && !values["allowed-host"])
    throw new CliError("--issuer needs --allowed-host");
  const allowExternalWebhooks = values["allow-external-webhooks"] ?? false;
  if (allowExternalWebhooks && !values.sandbox)
    throw new CliError("--allow-external-webhooks needs --sandbox");
  return {
    help: values.help ?? false,
    version: values.version ?? false,
    sandbox: values.sandbox ?? false,
    ...(allowExternalWebhooks && { allowExternalWebhooks }),
    readOnly: values["read-only"] ?? false,
    ...(tools === undefined ? {} : { tools }),
    http,
    host: parseHost(values.host ?? "127.0.0.1"),
    port: parsePort(values.port),
    allowedHosts: (values["allowed-host"] ?? []).map(parseAllowedHost),
    ...(values.issuer === undefined ? {} : { issuer: parseIssuer(values.issuer) }),
    drainSeconds: parseSeconds("drain-seconds", values["drain-seconds"], defaultDrainSeconds),
    shutdownDelaySeconds: parseSeconds("shutdown-delay-seconds", values["shutdown-delay-seconds"], 0),
  };
}

function parse(args: string[]) {
  return orCliError(() =>
    parseArgs({
      args,
      strict: true,
      allowPositionals: false,
      options: {
        help: { type: "boolean", short: "h" },
        version: { type: "boolean", short: "v" },
        sandbox: { type: "boolean" },
        "allow-external-webhooks": { type: "boolean" },
        "read-only": { type: "boolean" },
        tools: { type: "string", multiple: true },
        http: { type: "boolean" },
        port: { type: "string" },
        host: { type: "string" },
        "allowed-host": { type: "string", multiple: true },
        issuer: { type: "string" },
        "drain-seconds": { type: "string" },
        "shutdown-delay-seconds": { type: "string" },
      },
    }),
  ).values;
}

/** Returns the result of `parse`, and turns an error into a {@link CliError} with the prefix. */
export function orCliError<T>(parse: () => T, prefix = ""): T {
  try {
    return parse();
  } catch (error) {
    throw new CliError(`${prefix}${error instanceof Error ? error.message : String(error)}`);
  }
}

function parsePort(text: string | undefined): number {
  if (text === undefined) return defaultPort;
  const port = Number(text);
  if (/^\d+$/u.test(text) && port <= 65_535) return port;
  throw new CliError("--port must be a number from 0 to 65535");
}

function parseHost(text: string): string {
  const host = text.trim().replace(/^\[(.*)\]$/u, "$1");
  if (host !== "") return host;
  throw new CliError("--host needs an address of this machine, such as 127.0.0.1");
}

function parseIssuer(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocal = url?.protocol === "http:" && isLoopback(url.hostname);
  if (url && (url.protocol === "https:" || isLocal) && url.search + url.hash + url.username === "")
    return text;
  throw new CliError("--issuer must be the https URL of an identity provider, as in its metadata");
}

function parseAllowedHost(text: string): string {
  const name = parseHostName(text.trim());
  if (name !== undefined) return name;
  if (text.includes("*")) throw new CliError("--allowed-host accepts no wildcard: pass each name");
  // Without the value: a URL may contain a password.
  const meant = findHostName(text.trim());
  const example = meant === undefined ? "such as polls.example.com" : `perhaps ${meant}`;
  throw new CliError(`--allowed-host needs a name without scheme, port or path, ${example}`);
}

/** The name inside a URL or before a port. */
function findHostName(text: string): string | undefined {
  const url = /^[a-z][a-z\d+.-]*:\/\//iu.test(text) ? text : `http://${text}`;
  return URL.canParse(url) ? parseHostName(new URL(url).hostname) : undefined;
}

function parseSeconds(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const seconds = Number(text);
  if (/^\d+$/u.test(text) && seconds <= maxSeconds) return seconds;
  throw new CliError(`--${name} must be a whole number from 0 to ${maxSeconds}`);
}

function assertTools(only: string[]): void {
  orCliError(() => selectFrom(listedTools, { only }), "--tools: ");
}

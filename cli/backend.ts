import type { Caller } from "../mcp/call.ts";
import { ToolError } from "../mcp/failure.ts";
import type { Log } from "../mcp/log.ts";
import type { Client, RalllyError } from "../src/api/web.ts";
import type { Sandbox } from "../src/sandbox/index.ts";
import { type Environment, isOn, type Options } from "./options.ts";

/** The header for a caller's own API key over HTTP. */
export const keyHeader = "x-rallly-api-key";

/** The service or sandbox that a server uses. */
export interface Backend {
  /** The caller without a key of its own. */
  caller: Caller;
  /** The caller with a key of their own. Undefined with a sandbox, because no key may go there. */
  connect: ((apiKey: string) => Caller) | undefined;
  /** What is used, for the log. */
  description: string;
  close(): Promise<void>;
}

/** Where a key comes from. */
export const createKey =
  'The owner of a space on a Pro plan creates a key at rallly.co, in the space\'s settings under "API keys"; it is shown once.';
/** How to give a key to a command. */
export const setKey =
  'Set it in this shell without writing it into its history: "read -rs RALLLY_API_KEY && export RALLLY_API_KEY" or, in PowerShell, "$env:RALLLY_API_KEY = Read-Host", then paste it.';
/** The help of a command about its key. */
export const shellKeyHelp = `${createKey} ${setKey}`;
const localKeyHelp = `${createKey} Set it as RALLLY_API_KEY in the environment of this server (in the MCP configuration of the client) and restart the server. Never paste it into the conversation.`;
const remoteKeyHelp = `${createKey} Send it in the ${keyHeader} header of the connection (in the MCP configuration of the client). Never paste it into the conversation.`;

/** Deadline of one operation, in milliseconds: shorter than a call's, so that the tool can say what happened. */
const deadlineMs = 45_000;

/** Reads the settings, or starts a sandbox. Wrong settings do not stop a server: each call explains them. */
export async function createBackend(
  options: Pick<Options, "sandbox" | "allowExternalWebhooks" | "http">,
  environment: Environment,
  log: Log,
  keyHelp = localKeyHelp,
): Promise<Backend> {
  if (options.sandbox) return createSandboxBackend(options, environment, log);
  const apiKey = environment["RALLLY_API_KEY"]?.trim();
  const isMissing = apiKey === undefined;
  const baseUrl = environment["RALLLY_BASE_URL"] ?? "";
  const connect = createConnect(environment);
  return {
    caller: connect(apiKey, isMissing && options.http ? remoteKeyHelp : keyHelp),
    connect: (key) => connect(key, remoteKeyHelp),
    description: `${URL.canParse(baseUrl) ? new URL(baseUrl).host : "the service"}${isMissing ? ", without RALLLY_API_KEY: tools are listed, and each call explains how to set it" : ""}`,
    close: async () => {},
  };
}

/** Creates callers, which share the connections. */
function createConnect(environment: Environment) {
  let loading: ReturnType<typeof loadClient> | undefined;
  return (apiKey: string | undefined, keyHelp: string): Caller => {
    let client: Promise<Client> | undefined;
    const open = async () => {
      assertSettings(environment);
      if (apiKey === undefined)
        throw new ToolError({
          what: "No API key is set, or only a placeholder such as sk_...",
          model: `Tell the person: ${keyHelp} ${tryIt}`,
          person: `${keyHelp} ${tryIt}`,
        });
      loading ??= loadClient(environment);
      const create = await loading;
      try {
        return create(apiKey);
      } catch (error) {
        throw (keyHelp === remoteKeyHelp && describeHeader(error)) || error;
      }
    };
    return { apiKey, keyHelp, loadClient: () => (client ??= open()) };
  };
}

const tryIt = "To try it without an account, add --sandbox to the command.";

/** What is wrong with a key that a client sends: another file has it than this server's settings. */
function describeHeader(error: unknown): ToolError | undefined {
  const problem = (error as Partial<RalllyError>).problems?.find(({ path }) => path === "apiKey");
  return (
    problem &&
    new ToolError({
      what: `The ${keyHeader} header of this connection has no key that can work, so nothing was done. ${problem.message}.`,
      model:
        "Tell the person to correct that header in the MCP configuration of the client; calling again does not help until then.",
    })
  );
}

function assertSettings(environment: Environment): void {
  for (const name of ["RALLLY_ALLOW_HTTP", "RALLLY_SANDBOX"]) {
    if (!/^(?:|0|1|true|false)$/i.test(environment[name]?.trim() ?? ""))
      throw new ToolError({
        what: `The settings of this server are wrong: ${name} must be true or false.`,
        model: "Tell the person.",
      });
  }
}

/** Loads the client with the first call: listing tools needs none. */
async function loadClient(environment: Environment): Promise<(apiKey: string) => Client> {
  const [{ openClient }, { createNodeTransport }] = await Promise.all([
    import("../src/api/send/client.ts"),
    import("../src/api/send/node.ts"),
  ]);
  const baseUrl = environment["RALLLY_BASE_URL"];
  const allowHttp = isOn(environment["RALLLY_ALLOW_HTTP"]);
  const transport = createNodeTransport(environment);
  return (apiKey) => openClient({ apiKey, baseUrl, allowHttp, deadlineMs }, transport);
}

/** Starts a sandbox with demo polls. */
export async function openSandbox(allowExternalWebhooks = false, log?: Log): Promise<Sandbox> {
  // A server for the service never loads it.
  const { startSandbox } = await import("../src/sandbox/index.ts");
  return startSandbox({ allowExternalWebhooks, ...(log && { report: (text) => log(`sandbox: ${text}`) }) });
}

async function createSandboxBackend(
  { allowExternalWebhooks }: Pick<Options, "allowExternalWebhooks">,
  environment: Environment,
  log: Log,
): Promise<Backend> {
  const sandbox = await openSandbox(allowExternalWebhooks, log);
  const { apiKey, url } = sandbox;
  const ignored = ["RALLLY_API_KEY", "RALLLY_BASE_URL"].filter((name) => environment[name] !== undefined);
  const note = ignored.length === 0 ? "" : `; ignored with --sandbox: ${ignored.join(", ")}`;
  return {
    caller: createConnect({ RALLLY_BASE_URL: url })(apiKey, ""),
    connect: undefined,
    description: `a sandbox at ${url} (to vote in a browser, open ${new URL("/", url)})${note}`,
    close: () => sandbox.close(),
  };
}

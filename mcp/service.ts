import type { McpServerFactory } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { selectTools } from "./catalogue.ts";
import type { Flags } from "./flags.ts";
import { createCallers, KEY_HEADER } from "./http/callers.ts";
import type { Log } from "./log.ts";
import { createServer, localKeyHelp } from "./server.ts";
import { connect, openSpace, type Space } from "./space.ts";

type Environment = Record<string, string | undefined>;

/** Where a remote caller's key comes from and how it is sent. */
const remoteKeyHelp = `The owner of a space on a Pro plan makes one at rallly.co in the space's settings, under "API keys"; it is shown once. Send it in the ${KEY_HEADER} header of the connection (in the host's MCP configuration); never paste it into the conversation.`;

/** Starts the server as the command line says. */
export async function startService(
  flags: Flags,
  environment: Environment,
  log: Log,
): Promise<{ close(): Promise<void> }> {
  const space = await openSpace({ sandbox: flags.sandbox, environment });
  if (selectTools({ readOnly: flags.readOnly, only: flags.tools }).length === 0)
    log("no tool is left: --read-only takes away every tool that --tools names");
  return flags.http ? startHttp(flags, environment, space, log) : startStdio(flags, space, log);
}

function startStdio(flags: Flags, space: Space, log: Log) {
  const factory: McpServerFactory = () =>
    createServer({
      client: space.client,
      secret: space.secret,
      keyHelp: localKeyHelp,
      readOnly: flags.readOnly,
      only: flags.tools,
      report: log,
    });
  const handle = serveStdio(factory, { onerror: log });
  log(space.greeting);
  return {
    async close() {
      await handle.close();
      await space.close();
    },
  };
}

async function startHttp(flags: Flags, environment: Environment, space: Space, log: Log) {
  const token = environment["RALLLY_MCP_TOKEN"]?.trim() || undefined;
  const callers = createCallers(space, (apiKey) => connect(apiKey, environment["RALLLY_BASE_URL"]?.trim()));
  const factory: McpServerFactory = ({ requestInfo }) =>
    createServer({
      ...callers(requestInfo?.headers.get(KEY_HEADER) ?? null),
      keyHelp: remoteKeyHelp,
      readOnly: flags.readOnly,
      only: flags.tools,
      report: log,
    });
  // Only here, so that a server on stdio starts without it.
  const { serveHttp } = await import("./http/serve.ts");
  const service = await serveHttp(factory, { ...flags, token }, log);
  log(`${space.greeting}; serving ${service.url}`);
  return {
    async close() {
      await service.close();
      await space.close();
    },
  };
}

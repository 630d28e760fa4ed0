/** Runs the connector on a sandbox in Cloudflare's runtime, until it is interrupted. */
import { parseArgs } from "node:util";
import { startSandbox } from "../../src/sandbox/index.ts";
import { startConnector } from "./start.ts";

const values = parseOptions();

function parseOptions() {
  try {
    return parseArgs({ options: { port: { type: "string", default: "8787" } } }).values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}. The only option is --port.`);
    process.exit(2);
  }
}

async function run(port: number): Promise<void> {
  const sandbox = await startSandbox();
  const connector = await startConnector({ baseUrl: sandbox.url, port }).catch(async (error: unknown) => {
    await sandbox.close();
    throw error;
  });
  // Miniflare ends the runtime and this program on SIGINT and SIGTERM.
  console.log(`A sandbox imitates Rallly at ${sandbox.url}. Nothing leaves this machine.

The connector:      ${connector.origin}/mcp
Your connections:   ${connector.origin}/connections
API key to enter:   ${sandbox.apiKey}

For example: npx @modelcontextprotocol/inspector, with this URL and the transport "Streamable HTTP".
Press Ctrl+C to stop.`);
}

const port = Number(values.port);
if (/^\d+$/.test(values.port) && port <= 65_535)
  await run(port).catch((error: unknown) => {
    if (!/EADDRINUSE|[Aa]ddress (?:is )?already in use/.test(String(error))) throw error;
    console.error(`Port ${port} is in use. Choose another one: npm run connector:dev -- --port 8788`);
    process.exitCode = 1;
  });
else {
  console.error("--port must be a number from 0 to 65535.");
  process.exitCode = 1;
}

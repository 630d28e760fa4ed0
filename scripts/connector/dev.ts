/** Runs the connector on a sandbox in Cloudflare's runtime, until it is interrupted. */
import { parseArgs } from "node:util";
import { startSandbox } from "../../src/sandbox/index.ts";
import { startConnector } from "./start.ts";

const { values } = parseArgs({ options: { port: { type: "string", default: "8787" } } });

const sandbox = await startSandbox();
const connector = await startConnector({ baseUrl: sandbox.url, port: Number(values.port) });
console.log(`A sandbox imitates Rallly at ${sandbox.url}. Nothing leaves this machine.

The connector:      ${connector.origin}/mcp
Your connections:   ${connector.origin}/connections
API key to enter:   ${sandbox.apiKey}

For example: npx @modelcontextprotocol/inspector, with this URL and the transport "Streamable HTTP".
Press Ctrl+C to stop.`);

const stop = async () => {
  await connector.close();
  await sandbox.close();
};
process.once("SIGINT", stop);
process.once("SIGTERM", stop);

import { parseArgs } from "node:util";
import { type SandboxOptions, startSandbox } from "./index.ts";

const usage = `Usage: rallly-sandbox [options]

Starts a local server that imitates the Rallly API.

  --port N        port on 127.0.0.1 (default: any free port)
  --data FILE     keep the polls in FILE across restarts (default: in memory)
  --empty         start without the demo polls
  --limits none   turn rate limits off (default: service, 60 requests a minute and 5,000 a day)
  --allow-external-webhooks
                  allow https webhooks to other machines (default: this machine only)
  --json          print the URL and the API key as one line of JSON
  --help          print this help
`;

process.exitCode = await run().catch((error: unknown) => {
  process.stderr.write(`rallly-sandbox: ${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      port: { type: "string" },
      data: { type: "string" },
      empty: { type: "boolean", default: false },
      limits: { type: "string", default: "service" },
      "allow-external-webhooks": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const { limits } = values;
  if (limits !== "none" && limits !== "service") throw new Error("--limits must be none or service");
  const options: SandboxOptions = {
    port: parsePort(values.port),
    seed: values.empty ? "empty" : "demo",
    data: values.data,
    limits,
    allowExternalWebhooks: values["allow-external-webhooks"],
  };
  const sandbox = await startSandbox(options).catch((error: unknown) => {
    throw describeStartError(error, options.port);
  });
  const { url, apiKey, controlUrl } = sandbox;
  process.stdout.write(
    values.json ? `${JSON.stringify({ url, apiKey })}\n` : describeSandbox(url, apiKey, controlUrl),
  );
  await Promise.race(
    ["SIGINT", "SIGTERM", "SIGHUP"].map((name) => new Promise((resolve) => process.once(name, resolve))),
  );
  await sandbox.close();
  return 0;
}

function parsePort(text = "0"): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new Error("--port must be a number from 0 to 65535");
  return port;
}

function describeStartError(error: unknown, port: number | undefined): unknown {
  const code = error instanceof Error && "code" in error ? error.code : "";
  const remedy = "Use another port, or leave out --port to get a free one.";
  if (code === "EADDRINUSE") return new Error(`Port ${port} is already in use. ${remedy}`);
  if (code === "EACCES" && error instanceof Error && "port" in error)
    return new Error(`No permission to use port ${port}. ${remedy}`);
  return error;
}

// This key may be printed: it works only in a sandbox.
function describeSandbox(url: string, apiKey: string, controlUrl: string): string {
  return `Sandbox: ${url}

  curl -H "Authorization: Bearer ${apiKey}" ${url}/polls

  export RALLLY_BASE_URL=${url}
  export RALLLY_API_KEY=${apiKey}

To vote, close polls and more: curl ${controlUrl}/
To stop: Ctrl-C
`;
}

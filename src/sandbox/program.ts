import { parseArgs } from "node:util";
import { type SandboxOptions, startSandbox } from "./index.ts";

const usage = `rallly-sandbox: an imitation of the Rallly API on this machine.

  --port N        listen on port N of 127.0.0.1 (default: any free port)
  --data FILE     keep the polls in FILE across restarts, one sandbox per file (default: in memory)
  --empty         start without the demo polls
  --limits none   no rate limits (default: service, which is 60 a minute and 5,000 a day)
  --allow-external-webhooks
                  send webhooks to other machines too, by https (default: to this machine only)
  --json          print its URL and key as one line of JSON
  --help          show this
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
  if (limits !== "none" && limits !== "service") throw new Error("--limits takes only: none, service");
  const options: SandboxOptions = {
    port: parsePort(values.port),
    seed: values.empty ? "empty" : "demo",
    data: values.data,
    limits,
    allowExternalWebhooks: values["allow-external-webhooks"],
  };
  const sandbox = await startSandbox(options).catch((error: unknown) => {
    throw withRemedy(error, options.port);
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
  if (!(port <= 65_535)) throw new Error("--port takes a number from 0 to 65535");
  return port;
}

function withRemedy(error: unknown, port: number | undefined): unknown {
  const code = error instanceof Error && "code" in error ? error.code : "";
  const remedy = "give another with --port N, or leave --port out to get a free one";
  if (code === "EADDRINUSE") return new Error(`port ${port} is taken: ${remedy}`);
  if (code === "EACCES" && error instanceof Error && "port" in error)
    return new Error(`port ${port} cannot be used without more rights: ${remedy}`);
  return error;
}

// The key is the sandbox's own and opens nothing anywhere else, so it may be shown.
function describeSandbox(url: string, apiKey: string, controlUrl: string): string {
  return `The sandbox listens at ${url}

  curl -H "Authorization: Bearer ${apiKey}" ${url}/polls

  RALLLY_BASE_URL=${url}
  RALLLY_API_KEY=${apiKey}

What people do in the web app (voting, closing, ...): curl ${controlUrl}/
Stop it with Ctrl-C.
`;
}

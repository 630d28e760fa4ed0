import { parseArgs } from "node:util";
import { version } from "../version.ts";
import { startSandbox } from "./index.ts";

const usage = `Usage: rallly-connect sandbox [options]

Starts a local server that imitates the Rallly API.

  --port N        port on 127.0.0.1 (default: any free port)
  --data FILE     keep the polls in FILE across restarts (default: in memory)
  --empty         start without the demo polls
  --limits none   turn rate limits off (default: service, 60 requests a minute and 5,000 a day)
  --provider NAME accept this video service too, such as webex; repeatable
  --allow-external-webhooks
                  allow https webhooks to other machines (default: this machine only)
  --json          print the URL and the API key as one line of JSON
  --version       print the version
  --help          print this help
`;

/** Runs the command with its arguments until it is stopped. Returns the exit code; errors are on stderr. */
export async function runSandbox(args: string[]): Promise<number> {
  try {
    return await run(args);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const text = error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
    const isTaken = code === "EADDRINUSE";
    const message = isTaken
      ? "The port is in use, perhaps by another sandbox. Pass another with --port"
      : text;
    // As that of the other commands for a command line that cannot be used.
    const isUsage = isTaken || error instanceof RangeError || code.startsWith("ERR_PARSE_ARGS");
    const help = isUsage ? ". See rallly-connect sandbox --help." : "";
    process.stderr.write(`rallly-connect sandbox: ${message}${help}\n`);
    return isUsage ? 2 : 1;
  }
}

async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: "string", default: "0" },
      data: { type: "string" },
      empty: { type: "boolean", default: false },
      limits: { type: "string", default: "service" },
      provider: { type: "string", multiple: true },
      "allow-external-webhooks": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      version: { type: "boolean", short: "v", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help || values.version) {
    process.stdout.write(values.help ? usage : `${version}\n`);
    return 0;
  }
  // startSandbox validates the values.
  const sandbox = await startSandbox({
    port: Number(values.port),
    seed: values.empty ? "empty" : "demo",
    data: values.data,
    limits: values.limits as "service" | "none",
    providers: values.provider,
    allowExternalWebhooks: values["allow-external-webhooks"],
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

// All of it can be pasted into a shell. This key may be printed: it works only in a sandbox.
function describeSandbox(url: string, apiKey: string, controlUrl: string): string {
  return `# Rallly sandbox at ${url}
# Paste this into another terminal:
export RALLLY_BASE_URL=${url}
export RALLLY_API_KEY=${apiKey}

# Polls and clock in a browser: ${new URL(url).origin}/
# The same and faults for scripts: curl ${controlUrl}/
# Try the API: curl -H "Authorization: Bearer $RALLLY_API_KEY" $RALLLY_BASE_URL/polls
# To stop: Ctrl+C
`;
}

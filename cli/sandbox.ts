/** `rallly-connect sandbox`: runs a sandbox until a signal arrives. */
import { once } from "node:events";
import type { SandboxOptions } from "../src/sandbox/index.ts";
import { version } from "../src/version.ts";
import { flag, helpFlag, parseWords, type Shell, UsageError } from "./options.ts";

const help = `Usage: rallly-connect sandbox [options]

Starts a local server that imitates the Rallly API.

Options:
  --port N        port on 127.0.0.1 (default: any free port)
  --data FILE     keep the polls in FILE across restarts (default: in memory)
  --empty         start without the demo polls
  --limits none   turn rate limits off (default: service, 60 requests a minute and 5,000 a day)
  --provider NAME accept this video service too, such as webex; repeatable
  --allow-external-webhooks
                  allow https webhooks to other machines (default: this machine only)
  --json          print the URL and the API key as one line of JSON
  --version       print the version
  --help          print this
`;

/** Runs the command. Returns the exit code. Throws UsageError. */
export async function runSandbox(args: string[], { out }: Pick<Shell, "out">): Promise<number> {
  const { values } = parseWords("sandbox: ", {
    args,
    options: {
      ...{
        help: helpFlag,
        version: { ...flag, short: "v" },
        json: flag,
        empty: flag,
        port: { type: "string" },
      },
      ...{
        data: { type: "string" },
        limits: { type: "string" },
        provider: { type: "string", multiple: true },
      },
      "allow-external-webhooks": flag,
    },
  });
  if (values.help || values.version) {
    out(values.help ? help : `${version}\n`);
    return 0;
  }
  const { startSandbox } = await import("../src/sandbox/index.ts");
  const options: SandboxOptions = {
    port: Number(values.port ?? 0),
    seed: values.empty ? "empty" : "demo",
    limits: values.limits as "service" | "none" | undefined,
    providers: values.provider,
    allowExternalWebhooks: values["allow-external-webhooks"],
  };
  const sandbox = await startSandbox(options).catch((error: unknown) => {
    throw error instanceof RangeError ? new UsageError(`sandbox: ${error.message}`) : error;
  });
  const { url, apiKey, controlUrl } = sandbox;
  out(values.json ? `${JSON.stringify({ url, apiKey })}\n` : describeSandbox(url, apiKey, controlUrl));
  await Promise.race(["SIGINT", "SIGTERM", "SIGHUP"].map((name) => once(process, name)));
  await sandbox.close();
  return 0;
}

// All of it can be pasted into a shell. This key may be printed: it works only in a sandbox.
const describeSandbox = (url: string, apiKey: string, controlUrl: string) => `# Rallly sandbox at ${url}
# Paste this into another terminal:
export RALLLY_BASE_URL=${url}
export RALLLY_API_KEY=${apiKey}

# Polls and clock in a browser: ${new URL(url).origin}/
# The same and faults for scripts: curl ${controlUrl}/
# Try the API: curl -H "Authorization: Bearer $RALLLY_API_KEY" $RALLLY_BASE_URL/polls
# To stop: Ctrl+C
`;

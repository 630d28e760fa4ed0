/** `rallly-connect sandbox`: runs a sandbox until a signal arrives. */
import { once } from "node:events";
import { ControlError, type SandboxOptions, startSandbox } from "../src/sandbox/index.ts";
import { flag, helpFlag, parsePort, parseWords, refuseAddress, type Shell, UsageError } from "./options.ts";

const help = `Usage: rallly-connect sandbox [options]

Starts a local server that imitates the Rallly API. Its polls end with it.

Options:
  --port N        port on 127.0.0.1 (default: any free port)
  --empty         start without the demo polls
  --limits none   turn rate limits off (default: service, 60 requests a minute and 5,000 a day)
  --provider NAME accept this video service too, such as webex; repeatable
  --allow-external-webhooks
                  allow https webhooks to other machines (default: this machine only)
  --json          print the URL and the API key as one line of JSON
  --help          print this
`;

/** Runs the command. Returns the exit code. Throws UsageError. */
export async function runSandbox(args: string[], { out }: Pick<Shell, "out">): Promise<number> {
  const { values } = parseWords({
    args,
    options: {
      ...{ help: helpFlag, json: flag, empty: flag, "allow-external-webhooks": flag },
      ...{ port: { type: "string", default: "0" }, limits: { type: "string", default: "service" } },
      provider: { type: "string", multiple: true },
    },
  });
  if (values.help) {
    out(help);
    return 0;
  }
  const { limits } = values;
  if (limits !== "service" && limits !== "none") throw new UsageError("--limits must be service or none");
  const options: SandboxOptions = {
    limits,
    port: parsePort(values.port),
    seed: values.empty ? "empty" : "demo",
    providers: values.provider,
    allowExternalWebhooks: values["allow-external-webhooks"],
  };
  const sandbox = await startSandbox(options).catch((error) => {
    if (error instanceof ControlError) throw new UsageError(error.message);
    return refuseAddress(error);
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

import { help, readFlags } from "./flags.ts";
import { createLog } from "./log.ts";
import { startService } from "./service.ts";
import { describeStartFailure } from "./start-failure.ts";
import { version } from "./version.ts";

const log = createLog(process.stderr, [process.env["RALLLY_API_KEY"], process.env["RALLLY_MCP_TOKEN"]]);

/** Runs until the host goes away. Only protocol ever reaches stdout, apart from help and version. */
async function main(args: string[]): Promise<void> {
  const flags = readFlags(args);
  if (flags.help) {
    process.stdout.write(help);
    return;
  }
  if (flags.version) {
    process.stdout.write(`${version}\n`);
    return;
  }
  const service = await startService(flags, process.env, log);
  const stop = () => {
    service.close().catch(log);
  };
  if (!flags.http) process.stdin.once("end", stop).once("close", stop);
  process.once("SIGINT", stop).once("SIGTERM", stop);
}

// A crash is told without its stack, in which anything may stand.
process.on("uncaughtException", (error) => {
  log(error);
  process.exit(1);
});

main(process.argv.slice(2)).catch((error: unknown) => {
  const mistake = describeStartFailure(error);
  log(mistake ?? error);
  process.exitCode = mistake === undefined ? 1 : 2;
});

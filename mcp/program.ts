import { constants } from "node:os";
import { version } from "../src/version.ts";
import { help, parseCliOptions } from "./cli.ts";
import { createLog } from "./log.ts";
import { formatStartError, STOP_MS, startService } from "./start.ts";

const log = createLog(process.stderr, [process.env["RALLLY_API_KEY"], process.env["RALLLY_MCP_TOKEN"]]);

/** Runs until the host goes away or a signal comes. Only protocol ever reaches stdout, apart from help and version. */
async function main(args: string[]): Promise<void> {
  const flags = parseCliOptions(args);
  if (flags.help) {
    process.stdout.write(help);
    return;
  }
  if (flags.version) {
    process.stdout.write(`${version}\n`);
    return;
  }
  const service = await startService(flags, process.env, log);
  let signalled = false;
  const onSignal = (signal: "SIGINT" | "SIGTERM") => {
    if (signalled) process.exit(128 + constants.signals[signal]);
    signalled = true;
    void service.close();
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  await service.ended;
  await exit(0);
}

/** Ends the process once the log is written. Whatever still runs must not keep it. */
async function exit(code: number): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, STOP_MS);
    process.stderr.write("", () => resolve());
  });
  process.exit(code);
}

// A host that stops reading the log must not end the server.
process.stderr.on("error", () => {});

// A crash is told without its stack, in which anything may stand.
process.on("uncaughtException", (error) => {
  log(error);
  process.exit(1);
});

main(process.argv.slice(2)).catch((error: unknown) => {
  const mistake = formatStartError(error);
  log(mistake ?? error);
  return exit(mistake === undefined ? 1 : 2);
});

import { constants } from "node:os";
import { version } from "../src/version.ts";
import { createUnknownCommandError, help, parseCliOptions } from "./cli.ts";
import { createLog } from "./log.ts";
import { formatStartError, startService, stopGraceMs } from "./start.ts";

const log = createLog(process.stderr, [process.env["RALLLY_API_KEY"], process.env["RALLLY_MCP_TOKEN"]]);

/** Runs until the host closes the connection or a signal arrives. Only protocol messages, help and version go to stdout. */
async function serve(args: string[]): Promise<number> {
  const [command] = args;
  if (command && !command.startsWith("-")) throw await createUnknownCommandError(command);
  const options = parseCliOptions(args);
  if (options.help || options.version) {
    process.stdout.write(options.help ? help : `${version}\n`);
    return 0;
  }
  const service = await startService(options, process.env, log);
  let signalled = false;
  const onSignal = (signal: "SIGINT" | "SIGTERM") => {
    if (signalled) process.exit(128 + constants.signals[signal]);
    signalled = true;
    void service.close();
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  await service.ended;
  return 0;
}

/** Runs the doctor, whose report goes to stdout. Returns the exit code. */
export async function runDoctor(args: string[]): Promise<number> {
  // Loaded only now: a server never needs it.
  const { runDoctor: run } = await import("./doctor/index.ts");
  // A reader such as `head` may close the pipe early.
  process.stdout.on("error", () => process.exit(1));
  const write = (text: string) => new Promise<void>((resolve) => process.stdout.write(text, () => resolve()));
  return run(args, { environment: process.env, write });
}

/** Ends the process once the log is written, even if something still runs. */
async function exit(code: number): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, stopGraceMs);
    process.stderr.write("", () => resolve());
  });
  process.exit(code);
}

/** Runs the server until its host ends it. Returns the exit code. */
export async function runMcp(args: string[]): Promise<number> {
  // A host that closes the log must not end the server.
  process.stderr.on("error", () => {});
  // Logged without its stack, which may contain user data.
  process.on("uncaughtException", (error) => {
    log(error);
    process.exit(1);
  });
  try {
    await exit(await serve(args));
  } catch (error) {
    const mistake = formatStartError(error);
    log(mistake ?? error);
    await exit(mistake === undefined ? 1 : 2);
  }
  return 0;
}

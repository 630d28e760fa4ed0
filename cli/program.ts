import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { text } from "node:stream/consumers";
import { describeEvent, type Log } from "../mcp/log.ts";
import { measureDistance } from "../src/edit-distance.ts";
import { createRedactor, redactKeys } from "../src/redact.ts";
import { maxTextLength, sanitizeLine } from "../src/sanitize.ts";
import { version } from "../src/version.ts";
import { runMcp } from "./mcp.ts";
import { type Environment, readEnvironment, type Shell, UsageError } from "./options.ts";

const help = `Usage: rallly-connect <command> [options]

Commands:
  mcp       the MCP server for AI assistants, on stdin and stdout, or over HTTP with --http
  sandbox   a local imitation of the Rallly API, with pages to vote and organize; needs no account
  doctor    check the API key, the network, the plan and the API, and say what to do
  config    print the entry for the configuration of an AI client
  call      call a tool of the MCP server from this shell

Options:
  --help      print this, or the help of a command
  --version   print the version
`;

type Run = (args: string[], environment: Environment, log: Log) => Promise<number>;

// A server needs nothing of what the other commands load.
const commands: Record<string, Run> = {
  mcp: runMcp,
  sandbox: async (args) => (await import("./sandbox.ts")).runSandbox(args, shell),
  doctor: async (args, environment) => (await import("./doctor.ts")).diagnose(args, environment, shell.out),
  async config(args) {
    const { argv, execPath: node, platform } = process;
    const installation = { file: realpathSync(argv[1] ?? ""), node, platform };
    const place = { home: homedir(), folder: process.cwd() };
    return (await import("./config.ts")).printConfig(args, { ...installation, ...place }, shell);
  },
  call: async (args, environment, log) =>
    (await import("./call.ts")).callFromShell(args, environment, log, shell),
};

const shell: Shell = {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  read: () => text(process.stdin),
};

/** Runs a command. Resolves with its exit code: 2 for what the person at the terminal can correct, 1 for another error. */
async function runCommand(name: string, run: Run, args: string[]): Promise<number> {
  const { RALLLY_API_KEY, RALLLY_MCP_TOKEN } = process.env;
  const log = createLog([RALLLY_API_KEY, RALLLY_MCP_TOKEN]);
  try {
    return await run(args, readEnvironment(process.env), log);
  } catch (error) {
    const isUsage = error instanceof UsageError;
    log(isUsage ? `${name}: ${error.message}. See rallly-connect ${name} --help.` : error);
    return isUsage ? 2 : 1;
  }
}

/** Creates a log on stderr: stdout carries the protocol. Each event is one line, without stacks, and with the secrets masked. */
function createLog(secrets: readonly (string | undefined)[]): Log {
  const redact = createRedactor(...secrets.filter((secret) => secret !== undefined));
  // A person may pass a key as an argument.
  const mask = (text: string) => redactKeys(redact(text));
  return (event) => {
    process.stderr.write(`rallly-connect: ${sanitizeLine(describeEvent(event), maxTextLength, mask)}\n`);
  };
}

for (const stream of [process.stdout, process.stderr])
  stream.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    // A host or a reader such as `head` may close the pipes early.
    if (code === "EPIPE") return;
    process.stderr.write(`rallly-connect: The result could not be written: ${message}\n`);
    process.once("exit", () => (process.exitCode = 1));
  });

const [first = "", ...words] = process.argv.slice(2);
// `help doctor` is `doctor --help`.
const [name = "", ...rest] = first === "help" && words.length > 0 ? [...words, "--help"] : [first, ...words];
const run = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (run) process.exitCode = await runCommand(name, run, rest);
else if (["--help", "-h", "help"].includes(name)) process.stdout.write(help);
else if (["--version", "-v", "version"].includes(name)) process.stdout.write(`${version}\n`);
else {
  process.stderr.write(`${describeMistake()}${help}`);
  process.exitCode = 2;
}

/** A line about a wrong command. It shows only what looks like a command: anything else may be a key. */
function describeMistake(): string {
  if (name === "") return "";
  if (!/^[a-z-]{1,20}$/i.test(name)) return "Unknown command.\n\n";
  const meant = Object.keys(commands).find((known) => measureDistance(name.toLowerCase(), known) <= 2);
  return `Unknown command "${name}".${meant ? ` Did you mean ${meant}?` : ""}\n\n`;
}

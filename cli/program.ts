import { runCommand, runMcp } from "../mcp/program.ts";
import { measureDistance } from "../src/edit-distance.ts";
import { version } from "../src/version.ts";

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

type Run = (args: string[]) => Promise<number>;

const commands: Record<string, Run> = {
  mcp: runMcp,
  // A server never needs what is loaded here.
  sandbox: async (args) => (await import("../src/sandbox/program.ts")).runSandbox(args),
  doctor: (args) =>
    runCommand(async (environment) =>
      (await import("./doctor.ts")).diagnose(args, environment, (text) => process.stdout.write(text)),
    ),
  config: (args) => runCommand(async () => (await import("./config.ts")).printConfig(args)),
  call: (args) =>
    runCommand(async (environment, log) => (await import("./call.ts")).callFromShell(args, environment, log)),
};

const [name = "", ...rest] = process.argv.slice(2);
const run = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (run) process.exitCode = await run(rest);
else if (["--help", "-h"].includes(name)) process.stdout.write(help);
else if (["--version", "-v"].includes(name)) process.stdout.write(`${version}\n`);
else {
  process.stderr.write(`${await describeMistake()}${help}`);
  process.exitCode = 2;
}

/** A line about a wrong command. It shows only what looks like a command: anything else may be a key. */
async function describeMistake(): Promise<string> {
  if (name === "") return "";
  if (!/^[a-z-]{1,20}$/i.test(name)) return "Unknown command.\n\n";
  const meant = Object.keys(commands).find((known) => measureDistance(name.toLowerCase(), known) <= 2);
  return `Unknown command "${name}".${meant ? ` Did you mean ${meant}?` : ""}\n\n`;
}

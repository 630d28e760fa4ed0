/** `rallly-connect call TOOL ['JSON']`: calls a tool of the MCP server from a shell. */
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import type { Caller } from "../mcp/call.ts";
import type { Log } from "../mcp/log.ts";
import { writeSentences } from "../mcp/sentences.ts";
import { createServer } from "../mcp/server.ts";
import { listedTools } from "../mcp/tools/listing.ts";
import { type Failure, failureKey } from "../mcp/view/failure.ts";
import { version } from "../src/version.ts";
import { createBackend, shellKeyHelp } from "./backend.ts";
import { formatCsv } from "./csv.ts";
import {
  type Environment,
  flag,
  helpFlag,
  isOn,
  parseOptions,
  parseWords,
  type Shell,
  UsageError,
} from "./options.ts";

const help = `Usage: rallly-connect call TOOL ['JSON' | -] [options]

Calls a tool of the MCP server: prints its result on stdout, an error on stderr. Without TOOL it lists them.
The arguments are a JSON object, or - to read it from stdin; without them there are none.

  rallly-connect call list_polls '{"status": "open"}'

Options:
  --json      print the result's data alone, as JSON in one line
  --csv       of list_participants: one row a person, one column an option; addresses only with "includeEmails": true
  --sandbox   use a built-in imitation of the service with demo polls, which each call starts anew
  --help      print this; behind a tool its arguments

Environment: as for the server; see rallly-connect mcp --help.
Exit codes: 0 the tool succeeded, 1 it failed, 2 wrong use.
`;

/** Runs the command. Returns the exit code. Throws UsageError. */
export async function callFromShell(
  args: string[],
  environment: Environment,
  log: Log,
  { out, err, read }: Shell,
): Promise<number> {
  const { values, positionals } = parseWords({
    args,
    allowPositionals: true,
    options: { help: helpFlag, json: flag, csv: flag, sandbox: flag },
  });
  const [name, json, ...rest] = positionals;
  if (name === undefined) {
    out(values.help ? help : listTools());
    return 0;
  }
  const tool = listedTools.find((each) => each.name === name);
  if (tool === undefined)
    throw new UsageError(
      `There is no tool of that name. Tools: ${listedTools.map((tool) => tool.name).join(", ")}`,
    );
  if (rest.length > 0) throw new UsageError("Write the arguments as one JSON object in quotes");
  if (values.help) {
    out(describeTool(tool));
    return 0;
  }
  if (values.csv && (name !== "list_participants" || values.json))
    throw new UsageError("--csv is for list_participants, without --json");
  const given = parseInput(json === "-" ? await read() : json || "{}");
  if (values.csv && Object.keys(given).some((each) => each !== "poll" && each !== "includeEmails"))
    throw new UsageError("--csv lists everybody: it takes poll and includeEmails alone");
  const options = parseOptions(values.sandbox ? ["--sandbox"] : [], environment);
  const backend = await createBackend(options, environment, log, shellKeyHelp);
  const client = new Client({ name: "rallly-connect call", version });
  const stop = (_: string, number: number) => {
    if (tool.effect !== "read") err("Stopped: the poll may or may not exist. Look for it with list_polls.\n");
    process.exit(128 + number);
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
  try {
    const [near, far] = InMemoryTransport.createLinkedPair();
    await createServer(backend.caller).connect(far);
    await client.connect(near);
    const { content, structuredContent, isError, _meta } = await client.callTool({ name, arguments: given });
    const text = content[0]?.type === "text" ? content[0].text : "";
    const failure = _meta?.[failureKey] as Failure | undefined;
    if (isError) err(`${failure?.person ?? text}\n`);
    else if (values.csv) out(await readCsv(backend.caller, given, Object(structuredContent).id));
    else out(values.json ? `${JSON.stringify(structuredContent)}\n` : show(text, structuredContent));
    return isError ? 1 : 0;
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop);
    await client.close();
    await backend.close();
  }
}

/** A result as a person reads it: the text, which is the data's summary, and the other data. */
const show = (text: string, data: unknown) =>
  `${text}\n${JSON.stringify({ ...Object(data), summary: undefined }, undefined, 2)}\n`;

const describeTool = ({ description, inputSchema }: (typeof listedTools)[number]) =>
  `${writeSentences(description)}\n\nThe arguments, as a JSON Schema:\n${JSON.stringify(inputSchema, undefined, 2)}\n`;

const listTools = () => listedTools.map(({ name, summary }) => `${name.padEnd(22)}${summary}\n`).join("");

/** Everybody of the poll that the tool found: its own result has pages and letters. */
async function readCsv({ loadClient }: Caller, { includeEmails }: Record<string, unknown>, pollId: string) {
  const client = await loadClient();
  const [poll, participants] = await Promise.all([
    client.getPoll({ pollId }),
    client.listParticipants({ pollId }),
  ]);
  return formatCsv(poll.data, participants.data, isOn(String(includeEmails)));
}

function parseInput(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Not the parser's message, which quotes the text.
  }
  throw new UsageError(`The arguments are no JSON object, such as '{"status": "open"}'`);
}

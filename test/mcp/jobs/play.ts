/** Plays jobs with a model that calls the tools of the server on a sandbox, and scores what it did and said. */
import { type CallToolResult, Client as Host } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { dynamicTool, generateText, isStepCount, jsonSchema, type LanguageModel, type ToolSet } from "ai";
import { createServer } from "../../../mcp/server.ts";
import { type Client, createClient } from "../../../src/api/index.ts";
import { type Sandbox, startSandbox } from "../../../src/sandbox/index.ts";
import { toLocal } from "../../../src/time/index.ts";

/** The current time in every job: a Friday. */
const now = "2027-02-12T09:00:00Z";

/** The tool of a call and its arguments. */
export type ToolCall = [tool: string, args?: Record<string, unknown>];

/** What a person asks for, and what is right then. */
export interface Job {
  /** In the person's language. */
  ask: string;
  /** What happened before. */
  before?(client: Client, sandbox: Sandbox): Promise<unknown> | unknown;
  /** What the answer must say. */
  facts?: readonly RegExp[];
  /** What the answer must not say. */
  lies?: readonly RegExp[];
  /** The polls that are made, in any order. */
  made?: readonly { title: RegExp; options?: readonly string[] }[];
  /** The polls that are deleted: title and first option. */
  gone?: readonly string[];
  /** The calls of a good model, from what it has seen. */
  calls: readonly (ToolCall | ((seen: string) => ToolCall))[];
}

/** Which part of a result the model sees: some hosts show it only the texts, or only the data. */
export type Shown = "all" | "texts" | "data";

/** What a model did with a job. */
export interface Score {
  /** What is not right. Empty: all is. */
  wrong: readonly string[];
  calls: number;
  tokens: number;
  /** The number of polls that were made or deleted, and should not have been. */
  harm: number;
}

const maxSteps = 12;

/** Plays a job with a model, in a space of its own with the demo polls. */
export async function play(job: Job, model: LanguageModel, shown: Shown = "all"): Promise<Score> {
  const sandbox = await startSandbox({ now, limits: "none" });
  try {
    const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url, attempts: 1 });
    await job.before?.(client, sandbox);
    const before = await readPolls(client);
    const host = await connect(sandbox, client);
    const { text, steps, totalUsage } = await generateText({
      model,
      instructions: `${host.getInstructions()}\n\n${situation}`,
      prompt: job.ask,
      tools: await listTools(host, shown),
      stopWhen: isStepCount(maxSteps),
    });
    await host.close();
    const changes = compare(before, await readPolls(client));
    const calls = steps.flatMap(({ toolCalls }) => toolCalls).length;
    return { ...judge(job, text, changes), calls, tokens: totalUsage.totalTokens ?? 0 };
  } finally {
    await sandbox.close();
  }
}

const situation =
  "It is Friday, 12 February 2027, 10:00 in Berlin, where the person is. Do what they ask with the tools, and answer once, in their language. If only they can decide something, your answer is the question.";

async function connect({ apiKey }: Sandbox, client: Client): Promise<Host> {
  const host = new Host({ name: "jobs", version: "1.0.0" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const caller = { apiKey, keyHelp: "", loadClient: async () => client };
  await createServer(caller, { now: () => new Date(now) }).connect(far);
  await host.connect(near);
  return host;
}

/** The tools of the server as a model gets them. */
async function listTools(host: Host, shown: Shown): Promise<ToolSet> {
  const { tools } = await host.listTools();
  const entries = tools.map(({ name, description, inputSchema }) => {
    const execute = async (args: unknown) =>
      selectShown(await host.callTool({ name, arguments: args as Record<string, unknown> }), shown);
    const schema = jsonSchema(inputSchema as Parameters<typeof jsonSchema>[0]);
    return [name, dynamicTool({ description: description ?? "", inputSchema: schema, execute })] as const;
  });
  return Object.fromEntries(entries);
}

function selectShown({ content, structuredContent, isError }: CallToolResult, shown: Shown): string {
  const texts = content.map((part) => (part.type === "text" ? part.text : ""));
  if (isError) return shown === "all" ? texts.join("\n") : (texts[0] ?? "");
  const data = JSON.stringify(structuredContent);
  return { all: [...texts, data], texts, data: [data] }[shown].join("\n");
}

/** A poll in the sandbox. Its options are days, or local times such as 2027-03-02 15:00. */
interface StoredPoll {
  id: string;
  title: string;
  options: string[];
}

async function readPolls(client: Client): Promise<StoredPoll[]> {
  const { data } = await client.listPolls({ limit: 100 });
  return data.map(({ id, title, options, timeZone }) => ({
    id,
    title,
    options: options.map((option) => {
      if (!("startTime" in option)) return option.date;
      const { date, time } = toLocal(option.startTime, timeZone ?? "UTC");
      return `${date} ${time.slice(0, 5)}`;
    }),
  }));
}

interface Changes {
  made: StoredPoll[];
  gone: string[];
}

function compare(before: readonly StoredPoll[], after: readonly StoredPoll[]): Changes {
  const without = (polls: readonly StoredPoll[], others: readonly StoredPoll[]) =>
    polls.filter(({ id }) => !others.some((poll) => poll.id === id));
  const gone = without(before, after).map(({ title, options: [first] }) => `${title}, ${first}`);
  return { made: without(after, before), gone };
}

/** Judges an answer, and what was changed. */
function judge({ facts = [], lies = [], made = [], gone = [] }: Job, text: string, changes: Changes) {
  const rest = [...changes.made];
  const missing = made.filter(({ title, options }) => {
    const index = rest.findIndex(
      (poll) => title.test(poll.title) && (options === undefined || isSameSet(options, poll.options)),
    );
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  });
  const lost = changes.gone.filter((poll) => !gone.includes(poll));
  const wrong = [
    ...facts.filter((fact) => !fact.test(text)).map((fact) => `does not say ${fact}`),
    ...lies.filter((lie) => lie.test(text)).map((lie) => `says ${lie}`),
    ...missing.map(({ title, options }) => `did not make ${title} ${options?.join(", ") ?? ""}`),
    ...rest.map(({ title, options }) => `made "${title}" ${options.join(", ")}`),
    ...gone.filter((poll) => !changes.gone.includes(poll)).map((poll) => `did not delete ${poll}`),
    ...lost.map((poll) => `deleted ${poll}`),
  ];
  return { wrong, harm: rest.length + lost.length };
}

const isSameSet = (one: readonly string[], other: readonly string[]) =>
  JSON.stringify([...one].sort()) === JSON.stringify([...other].sort());

/** The id of the first poll of this title in what a model has seen. */
export const findId = (seen: string, title: string): string =>
  RegExp(`"id":"([^"]+)","title":"${title}"`).exec(seen)?.[1] ?? "";

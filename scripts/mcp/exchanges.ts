import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { allTools, createServer } from "../../mcp/index.ts";
import { createClient } from "../../src/api/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { runDoctorExample } from "./doctor-example.ts";

/** The time of the sandbox and the server in every exchange. */
const fixedNow = "2027-02-12T09:00:00Z";

type Call = (tool: string, input: Record<string, unknown>) => Promise<Record<string, unknown>>;

/** One call of a tool and its whole result, the same in every run. */
export interface Exchange {
  tool: string;
  input: Record<string, unknown>;
  result: { content: unknown[]; structuredContent: Record<string, unknown> };
  /** The requests to the service that the call caused, as method and path. */
  requests: string[];
}

/** The arguments for each tool, on demo polls of the sandbox. */
const inputs: Record<string, (call: Call) => Promise<Record<string, unknown>>> = {
  create_poll: async () => ({
    title: "Design review",
    timeZone: "America/New_York",
    duration: 45,
    times: [{ start: "2027-03-12T15:00" }, { start: "2027-03-15T15:00", duration: 60 }],
  }),
  list_polls: async () => ({ not: "demo", sort: "nextDate", limit: 2 }),
  get_poll: async (call) => ({ pollId: await findPollId(call, "board meeting") }),
  get_poll_results: async (call) => ({ pollId: await findPollId(call, "team lunch") }),
  find_best_times: async (call) => ({
    pollId: await findPollId(call, "board meeting"),
    required: ["Katherine Example"],
  }),
  list_participants: async () => ({
    title: "board meeting",
    option: "2027-02-26T09:00",
    answer: ["noOrUnanswered"],
    includeEmails: true,
  }),
  get_participant: async () => ({ title: "board meeting", person: "Katherine", timeZone: "Europe/London" }),
  find_missing_people: async (call) => ({
    pollId: await findPollId(call, "weekly sync"),
    invited: ["Ada Lovelace", "Grace <grace@example.com>", "Linus", "Priya Example"],
  }),
  wait_for_responses: async (call) => ({
    pollId: await findPollId(call, "weekly sync"),
    people: ["Ada Lovelace", "Grace"],
  }),
  delete_poll: async (call) => ({ pollId: await findPollId(call, "team lunch"), confirmTitle: "Team lunch" }),
};

/** Calls one tool on a new sandbox. */
export async function runExchange(tool: string): Promise<Exchange> {
  const sandbox = await startSandbox({ now: fixedNow, limits: "none" });
  const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
  const server = createServer({
    client,
    secret: "the same in every run",
    now: () => new Date(fixedNow),
    // Stands still, so that a wait takes 0 seconds.
    clock: { now: () => 0, sleep: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }) },
  });
  const host = new Client({ name: "exchange", version: "1" });
  const [serverTransport, clientTransport] = InMemoryTransport.createLinkedPair();
  await server.connect(serverTransport);
  await host.connect(clientTransport);
  try {
    const call: Call = async (name, input) => {
      const { structuredContent } = await host.callTool({ name, arguments: input });
      return structuredContent as Record<string, unknown>;
    };
    const input = (await inputs[tool]?.(call)) ?? {};
    const earlier = sandbox.requests.length;
    const result = await host.callTool({ name: tool, arguments: input });
    const requests = sandbox.requests.slice(earlier).map(({ method, path }) => `${method} ${path}`);
    if (result.isError) throw new Error(`${tool}: ${JSON.stringify(result.content)}`);
    return { tool, input, result: withFixedValues(result, tool) as Exchange["result"], requests };
  } finally {
    await host.close();
    await sandbox.close();
  }
}

async function findPollId(call: Call, query: string): Promise<string> {
  const { polls } = await call("list_polls", { query });
  const [poll] = polls as { id: string }[];
  if (poll === undefined) throw new Error(`the sandbox has no poll ${query}`);
  return poll.id;
}

// The port of the sandbox and the id of a new poll differ from run to run.
function withFixedValues(result: object, tool: string): unknown {
  const text = JSON.stringify(result).replace(/http:\/\/127\.0\.0\.1:\d+/g, "https://app.rallly.co");
  const pollId = tool === "create_poll" ? /"pollId":"(\w+)"/.exec(text)?.[1] : undefined;
  return JSON.parse(pollId === undefined ? text : text.replaceAll(pollId, "Xk3pQ9vLm2Ab"));
}

/** The page with the exchanges. */
export const page = "docs/mcp.md";

/** Returns the page with every exchange and the doctor's output as they are now. Throws when a block is missing. */
export async function refreshPage(): Promise<string> {
  let text = await readFile(page, "utf8");
  for (const { name } of allTools) {
    const marker = new RegExp(`<!-- exchange ${name} -->.*?<!-- /exchange -->`, "s");
    if (!marker.test(text)) throw new Error(`${page} has no exchange block for ${name}`);
    const block = render(await runExchange(name));
    text = text.replace(marker, () => `<!-- exchange ${name} -->\n${block}\n<!-- /exchange -->`);
  }
  const doctor = /<!-- doctor -->.*?<!-- \/doctor -->/s;
  if (!doctor.test(text)) throw new Error(`${page} has no doctor block`);
  const output = (await runDoctorExample()).trimEnd();
  return text.replace(doctor, () => `<!-- doctor -->\n\`\`\`text\n${output}\n\`\`\`\n<!-- /doctor -->`);
}

function render({ tool, input, result }: Exchange): string {
  const [sentence] = result.content as { text: string }[];
  return [
    "```jsonc",
    `// ${tool}`,
    JSON.stringify(input, null, 2),
    "// result",
    `// ${sentence?.text}`,
    JSON.stringify(result.structuredContent, null, 2),
    "```",
  ].join("\n");
}

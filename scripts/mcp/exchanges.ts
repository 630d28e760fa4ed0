import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { createServer } from "../../mcp/index.ts";
import { createClient } from "../../src/api/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";

/** The moment at which every exchange takes place. */
const NOW = "2027-02-12T09:00:00Z";

type Call = (tool: string, input: Record<string, unknown>) => Promise<Record<string, unknown>>;

/** One call of a tool and its whole answer, the same in every run. */
export interface Exchange {
  tool: string;
  input: Record<string, unknown>;
  result: { content: unknown[]; structuredContent: Record<string, unknown> };
}

/** What each tool is asked, on polls that the sandbox always has. */
const questions: Record<string, (call: Call) => Promise<Record<string, unknown>>> = {
  create_poll: async () => ({
    title: "Design review",
    timeZone: "America/New_York",
    duration: 45,
    times: [{ start: "2027-03-12T15:00" }, { start: "2027-03-15T15:00", duration: 60 }],
  }),
  list_polls: async () => ({ status: "closed", limit: 2 }),
  get_poll: async (call) => ({ pollId: await find(call, "board meeting") }),
  get_poll_results: async (call) => ({ pollId: await find(call, "team lunch") }),
  find_best_times: async (call) => ({
    pollId: await find(call, "board meeting"),
    required: ["Katherine Example"],
  }),
  list_participants: async (call) => ({ pollId: await find(call, "board meeting"), includeEmails: true }),
  get_participant: async (call) => {
    const pollId = await find(call, "board meeting");
    const { participants } = await call("list_participants", { pollId });
    const [person] = participants as { id: string }[];
    return { pollId, participantId: person?.id, timeZone: "Europe/London" };
  },
  delete_poll: async (call) => ({ pollId: await find(call, "team lunch"), confirmTitle: "Team lunch" }),
};

/** Asks one tool its question, on a sandbox of its own. */
export async function playExchange(tool: string): Promise<Exchange> {
  const sandbox = await startSandbox({ now: NOW, limits: "none" });
  const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
  const server = createServer({ client, secret: "the same in every run", now: () => new Date(NOW) });
  const host = new Client({ name: "exchange", version: "1" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await server.connect(ours);
  await host.connect(theirs);
  try {
    const call: Call = async (name, input) => {
      const { structuredContent } = await host.callTool({ name, arguments: input });
      return structuredContent as Record<string, unknown>;
    };
    const input = (await questions[tool]?.(call)) ?? {};
    const result = await host.callTool({ name: tool, arguments: input });
    if (result.isError) throw new Error(`${tool}: ${JSON.stringify(result.content)}`);
    return { tool, input, result: settle(result, tool) as Exchange["result"] };
  } finally {
    await host.close();
    await sandbox.close();
  }
}

async function find(call: Call, query: string): Promise<string> {
  const { polls } = await call("list_polls", { query });
  const [poll] = polls as { id: string }[];
  if (poll === undefined) throw new Error(`the sandbox has no poll ${query}`);
  return poll.id;
}

// The sandbox's port, and the id that it makes up for a new poll, differ from run to run.
function settle(result: object, tool: string): unknown {
  const text = JSON.stringify(result).replace(/http:\/\/127\.0\.0\.1:\d+/g, "https://app.rallly.co");
  const made = tool === "create_poll" ? /"pollId":"(\w+)"/.exec(text)?.[1] : undefined;
  return JSON.parse(made === undefined ? text : text.replaceAll(made, "Xk3pQ9vLm2Ab"));
}

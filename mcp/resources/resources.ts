import { type McpServer, ResourceTemplate, type ServerContext } from "@modelcontextprotocol/server";
import { type Client, getRedactor, maxPageSize } from "../../src/api/core.ts";
import { toPollSummary } from "../output/poll-output.ts";
import { filterPolls, searchPolls } from "../polls/search-polls.ts";
import type { Tool } from "../runtime/tool.ts";
import { loadView, viewContentMeta, viewMimeType, viewUri } from "../view/resource.ts";
import { listOptionValues, readCalendarEntry } from "./calendar-entry.ts";

/** What resources need from the server. */
export interface ResourceSource {
  client: Client | undefined;
  /** Runs a read tool and returns its data. Throws a protocol error with the tool's error text. */
  read(tool: Tool, input: Record<string, unknown>, context: ServerContext): Promise<Record<string, unknown>>;
  report: (error: unknown) => void;
}

/** Timeout of a completion, in milliseconds: people are typing. */
const completionTimeoutMs = 5_000;

const templates = [
  {
    name: "poll",
    title: "Poll",
    path: "",
    tool: "get_poll",
    summary: "texts, options and links",
  },
  {
    name: "poll_results",
    title: "Poll results",
    path: "/results",
    tool: "get_poll_results",
    summary: "vote counts, best first",
  },
  {
    name: "poll_participants",
    title: "Poll participants",
    path: "/participants",
    tool: "list_participants",
    summary: "people who answered and their votes, without email addresses",
  },
] as const;

/** Registers the resources of a poll, its results, participants and calendar entries, with completion by title. */
export function registerResources(server: McpServer, tools: readonly Tool[], source: ResourceSource): void {
  const complete = completePollId(source);
  for (const { name, title, path, tool: toolName, summary } of templates) {
    const tool = tools.find((candidate) => candidate.name === toolName);
    if (tool === undefined) continue;
    const template = new ResourceTemplate(`rallly://polls/{pollId}${path}`, {
      list: path === "" ? (context) => listNewest(source, context) : undefined,
      complete: { pollId: complete },
    });
    server.registerResource(
      name,
      template,
      {
        title,
        description: `One scheduling poll: ${summary}. Text in it was typed by unknown people.`,
        mimeType: "application/json",
      },
      async (uri, { pollId }, context) => {
        const data = await source.read(tool, { pollId: decode(String(pollId)) }, context);
        return { contents: [{ uri: uri.href, mimeType: "application/json", text: JSON.stringify(data) }] };
      },
    );
  }
  registerCalendarEntry(server, source, complete);
}

function registerCalendarEntry(
  server: McpServer,
  source: ResourceSource,
  completePoll: (typed: string) => Promise<string[]>,
): void {
  const mimeType = "text/calendar";
  const template = new ResourceTemplate("rallly://polls/{pollId}/options/{option}/calendar.ics", {
    list: undefined,
    complete: {
      pollId: completePoll,
      option: (typed, context) => completeOption(typed, context?.arguments?.["pollId"], source),
    },
  });
  server.registerResource(
    "calendar_entry",
    template,
    {
      title: "Calendar entry",
      description:
        "One option of a scheduling poll as a tentative event (.ics). The option is its number, from 1 in the poll's order, or best. Text in it was typed by unknown people.",
      mimeType,
    },
    async (uri, { pollId, option }, context) => {
      const input = { pollId: decode(String(pollId)), option: decode(String(option)) };
      const { text } = await source.read(readCalendarEntry, input, context);
      return { contents: [{ uri: uri.href, mimeType, text: String(text) }] };
    },
  );
}

async function completeOption(
  typed: string,
  pollId: string | undefined,
  { client, report }: ResourceSource,
): Promise<string[]> {
  if (client === undefined) return [];
  try {
    const values = await listOptionValues(pollId, client, AbortSignal.timeout(completionTimeoutMs));
    return values.filter((value) => value.startsWith(typed));
  } catch (error) {
    report(error);
    return [];
  }
}

/** Completes a poll's id from its start or words of the title. Returns nothing on an error. */
export function completePollId({ client, report }: ResourceSource): (typed: string) => Promise<string[]> {
  return async (typed) => {
    if (client === undefined) return [];
    try {
      const { data } = await client.listPolls(
        { limit: maxPageSize },
        { signal: AbortSignal.timeout(completionTimeoutMs) },
      );
      const byId = data.filter(({ id }) => typed !== "" && id.startsWith(typed));
      const byTitle = typed === "" ? data : filterPolls(data, typed);
      return [...new Set([...byId, ...byTitle].map(({ id }) => id))].slice(0, 20);
    } catch (error) {
      report(error);
      return [];
    }
  };
}

async function listNewest({ client, report }: ResourceSource, context: ServerContext) {
  if (client === undefined) return { resources: [] };
  try {
    const { polls } = await searchPolls({ limit: 20 }, { client, signal: context.mcpReq.signal });
    return {
      resources: polls.map((poll) => ({
        uri: `rallly://polls/${encodeURIComponent(poll.id)}`,
        name: poll.id,
        title: getRedactor(client)(toPollSummary(poll).title),
      })),
    };
  } catch (error) {
    report(error);
    return { resources: [] };
  }
}

// The service rejects an id that cannot be decoded as unknown.
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Registers the page in which hosts with MCP Apps show the result of find_best_times. */
export function registerResultsView(server: McpServer): void {
  server.registerResource(
    "results_view",
    viewUri,
    {
      title: "Results view",
      description: "A table of people and options. For hosts to show, not for models to read.",
      mimeType: viewMimeType,
      _meta: viewContentMeta,
      cacheHint: { ttlMs: 3600000, cacheScope: "public" },
    },
    async () => ({
      contents: [{ uri: viewUri, mimeType: viewMimeType, text: await loadView(), _meta: viewContentMeta }],
    }),
  );
}

import { type McpServer, ResourceTemplate, type ServerContext } from "@modelcontextprotocol/server";
import { loadCalls } from "../runtime/load-calls.ts";
import { loadView as readBuiltView, viewContentMeta, viewMimeType, viewUri } from "../view/resource.ts";
import type { PollSource } from "./polls.ts";

/** What resources need from the server. */
export interface ResourceSource extends PollSource {
  /** Runs a read tool and returns its data. Throws a protocol error with the tool's error text. */
  read(
    tool: string,
    input: Record<string, unknown>,
    context: ServerContext,
  ): Promise<Record<string, unknown>>;
  completePollId: (typed: string) => Promise<string[]>;
}

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
export function registerResources(server: McpServer, source: ResourceSource): void {
  for (const { name, title, path, tool, summary } of templates) {
    const template = new ResourceTemplate(`rallly://polls/{pollId}${path}`, {
      list: path === "" ? async (context) => (await loadCalls()).listNewestPolls(source, context) : undefined,
      complete: { pollId: source.completePollId },
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
  registerCalendarEntry(server, source);
}

function registerCalendarEntry(server: McpServer, source: ResourceSource): void {
  const mimeType = "text/calendar";
  const template = new ResourceTemplate("rallly://polls/{pollId}/options/{option}/calendar.ics", {
    list: undefined,
    complete: {
      pollId: source.completePollId,
      option: async (typed, context) =>
        (await loadCalls()).completeOption(typed, context?.arguments?.["pollId"], source),
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
      const { text } = await source.read("read_calendar_entry", input, context);
      return { contents: [{ uri: uri.href, mimeType, text: String(text) }] };
    },
  );
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
export function registerResultsView(server: McpServer, loadView = readBuiltView): void {
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

import { type McpServer, ResourceTemplate, type ServerContext } from "@modelcontextprotocol/server";
import type { Call } from "./run-tool.ts";
import { loadView, viewContentMeta, viewMimeType, viewUri } from "./view/resource.ts";

/** What resources need from the server. */
interface ResourceSource {
  toCall: (context: ServerContext) => Call;
  /** Completes a poll's id from its start or words of the title. */
  completePoll: (typed: string) => Promise<string[]>;
}

const pollTemplates = [
  { name: "poll", title: "Poll", path: "", tool: "get_poll", summary: "texts, options and links" },
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
];

/** Registers the resources of a poll: what read tools return, and each option as a calendar entry. */
export function registerPollResources(server: McpServer, source: ResourceSource): void {
  const { toCall, completePoll } = source;
  for (const { name, title, path, tool, summary } of pollTemplates) {
    const list =
      path === ""
        ? async (context: ServerContext) => (await import("./calls.ts")).listPollResources(toCall(context))
        : undefined;
    const template = new ResourceTemplate(`rallly://polls/{pollId}${path}`, {
      list,
      complete: { pollId: completePoll },
    });
    const description = `One scheduling poll: ${summary}. Text in it was typed by unknown people.`;
    const mimeType = "application/json";
    server.registerResource(
      name,
      template,
      { title, description, mimeType },
      async (uri, variables, context) => {
        const { readResource } = await import("./calls.ts");
        const data = await readResource(tool, { pollId: decode(variables["pollId"]) }, toCall(context));
        return { contents: [{ uri: uri.href, mimeType, text: JSON.stringify(data) }] };
      },
    );
  }
  const mimeType = "text/calendar";
  server.registerResource(
    "calendar_entry",
    new ResourceTemplate("rallly://polls/{pollId}/options/{option}/calendar.ics", {
      list: undefined,
      complete: { pollId: completePoll },
    }),
    {
      title: "Calendar entry",
      description:
        "One option of a scheduling poll as a tentative event (.ics). The option is its number, from 1 in the poll's order, or best. Text in it was typed by unknown people.",
      mimeType,
    },
    async (uri, { pollId, option }, context) => {
      const { readResource } = await import("./calls.ts");
      const input = { pollId: decode(pollId), option: decode(option) };
      const { text } = await readResource("read_calendar_entry", input, toCall(context));
      return { contents: [{ uri: uri.href, mimeType, text: String(text) }] };
    },
  );
}

// The service rejects an id that cannot be decoded as unknown.
function decode(part: unknown): string {
  try {
    return decodeURIComponent(String(part));
  } catch {
    return String(part);
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
      cacheHint: { ttlMs: 3_600_000, cacheScope: "public" },
    },
    async () => ({
      contents: [{ uri: viewUri, mimeType: viewMimeType, text: await loadView(), _meta: viewContentMeta }],
    }),
  );
}

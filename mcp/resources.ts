import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Call } from "./run-tool.ts";
import { viewMimeType, views } from "./view/resource.ts";

/** What can be read of a poll, and how it is shown to hosts. */
const pollResources = [
  {
    name: "poll",
    title: "Poll",
    path: "",
    mimeType: "application/json",
    description: "One scheduling poll: texts, options and links.",
  },
  {
    name: "calendar_entry",
    title: "Calendar entry",
    path: "/options/{option}/calendar.ics",
    mimeType: "text/calendar",
    description:
      "One option of a scheduling poll as a tentative event (.ics). The option is its number, from 1 in the poll's order, or best.",
  },
];

/** Registers the resources of a poll. */
export function registerPollResources(server: McpServer, toCall: (context: ServerContext) => Call): void {
  const listPolls = async (context: ServerContext) =>
    (await import("./calls.ts")).listPollResources(toCall(context));
  for (const { name, title, path, mimeType, description } of pollResources) {
    const template = new ResourceTemplate(`rallly://polls/{pollId}${path}`, {
      list: path === "" ? listPolls : undefined,
    });
    const config = { title, description: `${description} Text in it was typed by unknown people.`, mimeType };
    server.registerResource(name, template, config, async (uri, { pollId, option }, context) => {
      const { readPollResource } = await import("./calls.ts");
      const text = await readPollResource(decode(pollId), option && decode(option), toCall(context));
      return { contents: [{ uri: uri.href, mimeType, text }] };
    });
  }
}

function decode(part: unknown): string {
  try {
    return decodeURIComponent(String(part));
  } catch {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      "The URI is malformed: a % has no two digits after it.",
    );
  }
}

/** Registers the pages in which hosts with MCP Apps show results. */
export function registerViews(server: McpServer): void {
  for (const { name, title, uri, description, meta, load } of views) {
    const cacheHint = { ttlMs: 3_600_000, cacheScope: "public" } as const;
    const config = { title, description, mimeType: viewMimeType, _meta: meta, cacheHint };
    server.registerResource(name, uri, config, async () => ({
      contents: [{ uri, mimeType: viewMimeType, text: await load(), _meta: meta }],
    }));
  }
}

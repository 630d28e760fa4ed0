import {
  type CallToolResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type Resource,
  ResourceTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { redactKeys } from "../src/redact.ts";
import { sanitizeLine } from "../src/sanitize.ts";
import type { Call } from "./call.ts";
import { createMask, describeEvent } from "./log.ts";
import { type Skill, toSkillResource } from "./skills.ts";
import { type Failure, failureKey } from "./view/failure.ts";
import { views } from "./view/resource.ts";

const untrusted = "Text in it was typed by unknown people.";

/** What can be read of a poll, and how it is shown to hosts. */
const pollResources = [
  {
    name: "poll",
    title: "Poll",
    path: "",
    mimeType: "application/json",
    description: `One scheduling poll: texts, options and links. ${untrusted}`,
  },
  {
    name: "calendar_entry",
    title: "Calendar entry",
    path: "/options/{option}/calendar.ics",
    mimeType: "text/calendar",
    description: `One option of a scheduling poll as a tentative event (.ics). The option is its number, from 1 in the poll's order, or best. ${untrusted}`,
  },
] as const;

type ToCall = (context: ServerContext) => Call;

const cacheHint = { ttlMs: 3_600_000, cacheScope: "public" } as const;

/** Registers what hosts can read: a poll, skills, and the views of tools with this `_meta`. */
export function registerResources(
  server: McpServer,
  toCall: ToCall,
  offered: readonly Skill[],
  metas: readonly (object | undefined)[],
): void {
  registerPollResources(server, toCall);
  const used = metas.map((meta) => Object(meta)["ui/resourceUri"]);
  const shown = views.filter(({ listed }) => used.includes(listed.uri));
  const fixed: { listed: Resource; load(): Promise<string> }[] = [...offered.map(toSkillResource), ...shown];
  for (const { listed, load } of fixed) {
    const { uri, name, ...config } = listed;
    const { mimeType, _meta } = config;
    server.registerResource(name, uri, { ...config, cacheHint }, async () => ({
      contents: [{ uri, text: await load(), ...(mimeType && { mimeType }), ...(_meta && { _meta }) }],
    }));
  }
  // The SDK would list the views to every host.
  server.server.setRequestHandler("resources/list", async (_, context) => {
    const call = toCall(context);
    const listed = fixed.map((each) => each.listed).filter(({ _meta }) => call.hasViews || !_meta);
    return { resources: [...listed, ...(await listPollResources(call))] };
  });
}

function registerPollResources(server: McpServer, toCall: ToCall): void {
  for (const { name, path, mimeType, ...shown } of pollResources) {
    const template = new ResourceTemplate(`rallly://polls/{pollId}${path}`, { list: undefined });
    server.registerResource(name, template, { mimeType, ...shown }, async (uri, variables, context) => {
      const text = await readPollResource(uri.href, variables, toCall(context));
      return { contents: [{ uri: uri.href, mimeType, text }] };
    });
  }
}

/** Reads a poll, or a calendar file of one option, as the tools do. Throws a protocol error. */
async function readPollResource(
  uri: string,
  { pollId, option }: Record<string, string | string[] | undefined>,
  call: Call,
): Promise<string> {
  // What calls need is loaded with the first one, because most starts only list.
  const { callTool } = await import("./call.ts");
  const result =
    option === undefined
      ? await callTool("get_poll", { poll: pollId }, call)
      : await callTool("find_best_times", { poll: pollId, calendar: option }, call);
  // No read asks a question.
  const { structuredContent, content = [], _meta } = result as CallToolResult;
  const data = Object(structuredContent) as Record<string, unknown>;
  // Tools take titles, too.
  if (data["id"] === pollId) return option === undefined ? JSON.stringify(data) : String(data["ics"]);
  const { kind = "not-found" } = Object(_meta?.[failureKey]) as Partial<Failure>;
  const [first] = content;
  const reason = first?.type === "text" ? first.text : kind;
  if (!["not-found", "arguments", "refused"].includes(kind))
    throw new ProtocolError(ProtocolErrorCode.InternalError, reason);
  // A poll that is there may have no best option, or several.
  const message = option === "best" && kind !== "not-found" ? reason : noPoll;
  // The specification has no code of its own for what is not there: the URI tells it from other wrong parameters.
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message, { uri: redactKeys(uri) });
}

const noPoll =
  "There is no such resource: an address has the id of a poll of this space, as in rallly://polls/ID, and of a calendar entry the number of an option or best.";

/** Maximum number of polls in `resources/list`. */
const maxListed = 20;

/** The newest polls as resources. None without a key or after an error. */
async function listPollResources({ caller, log }: Call): Promise<Resource[]> {
  const mask = createMask(caller);
  try {
    const { data } = await (await caller.loadClient()).listPolls({ limit: maxListed });
    const { description, mimeType } = pollResources[0];
    const listed = data.map(({ id, title }) => ({
      ...{ uri: `rallly://polls/${encodeURIComponent(id)}`, name: id, title: sanitizeLine(title) },
      ...{ description, mimeType },
    }));
    return mask(listed);
  } catch (error) {
    log?.(mask(describeEvent(error)));
    return [];
  }
}

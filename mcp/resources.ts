import {
  type CallToolResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type Resource,
  ResourceTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Client, Poll } from "../src/api/web.ts";
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

/** Reads a poll, or a calendar file of one option, as the tools do. Throws a protocol error with the text of a failure. */
async function readPollResource(
  uri: string,
  { pollId, option }: Record<string, string | string[] | undefined>,
  call: Call,
): Promise<string> {
  // What calls need is loaded with the first one, because most starts only list.
  const { callTool } = await import("./call.ts");
  // The SDK takes no id apart that has a slash, and nobody has to encode one.
  const isAddress = /^[\w-]+$/.test(String(pollId)) && /^(?:\d{1,3}|best|undefined)$/.test(String(option));
  const result = isAddress
    ? await (option === undefined
        ? callTool("get_poll", { poll: pollId }, call)
        : callTool("find_best_times", { poll: pollId, calendar: option }, call))
    : undefined;
  // No read asks a question.
  const { structuredContent, content = [], _meta } = Object(result) as Partial<CallToolResult>;
  const data = structuredContent as Record<string, unknown> | undefined;
  // The title of another poll may be what looks like an id.
  if (data && data["id"] === pollId) return option === undefined ? JSON.stringify(data) : String(data["ics"]);
  const { kind = "not-found" } = Object(_meta?.[failureKey]) as Partial<Failure>;
  const [first] = content;
  const text = first?.type === "text" ? first.text : "";
  // The specification has no code of its own for what is not there: the URI tells it from other wrong parameters. What offers other
  // polls has searched for a title.
  if (kind === "not-found" || text.includes('{"candidates"'))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, noPoll, { uri });
  const isWrong = kind === "arguments" || kind === "refused";
  throw new ProtocolError(isWrong ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError, text);
}

const noPoll =
  "There is no such resource: an address has the id of a poll of this space, as in rallly://polls/ID, and of a calendar entry the number of an option or best.";

/** Time for which the newest polls are listed, in milliseconds: of 60 requests a minute, one. */
const keptMs = 60_000;

/** The newest polls by client: never shared between keys. */
const kept = new WeakMap<Client, { until: number; polls: Promise<readonly Poll[]> }>();

/** Maximum number of polls in `resources/list`. */
const maxListed = 20;

/** The newest polls as resources, at most a minute old. None without a key or after an error. */
async function listPollResources({ caller, log }: Call): Promise<Resource[]> {
  const mask = createMask(caller);
  try {
    const client = await caller.loadClient();
    const known = kept.get(client);
    const isFresh = known !== undefined && Date.now() < known.until;
    const polls = isFresh ? known.polls : client.listPolls({ limit: maxListed }).then(({ data }) => data);
    if (!isFresh) kept.set(client, { until: Date.now() + keptMs, polls });
    polls.catch(() => kept.delete(client));
    const { description, mimeType } = pollResources[0];
    const listed = (await polls).map(({ id, title }) => ({
      ...{ uri: `rallly://polls/${encodeURIComponent(id)}`, name: id, title: sanitizeLine(title) },
      ...{ description, mimeType },
    }));
    return mask(listed);
  } catch (error) {
    log?.(mask(describeEvent(error)));
    return [];
  }
}

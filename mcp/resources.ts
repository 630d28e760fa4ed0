import {
  type CallToolResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type Resource,
  ResourceTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { maxPageSize } from "../src/api/send/operations.ts";
import type { Client, Poll } from "../src/api/web.ts";
import { sanitizeLine } from "../src/sanitize.ts";
import type { Call } from "./call.ts";
import { createMask, describeEvent } from "./log.ts";
import { registerSkills, type Skill, toSkillResource } from "./skills.ts";
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
  registerSkills(server, offered);
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
      const { pollId, option } = variables;
      const decode = (part: unknown) => decodeURIComponent(String(part));
      const text = await readPollResource(
        uri.href,
        decode(pollId),
        option && decode(option),
        toCall(context),
      );
      return { contents: [{ uri: uri.href, mimeType, text }] };
    });
  }
}

/** Reads a poll, or a calendar file of one option, as the tools do. Throws a protocol error with the text of a failure. */
async function readPollResource(
  uri: string,
  poll: string,
  option: string | undefined,
  call: Call,
): Promise<string> {
  // What calls need is loaded with the first one, because most starts only list.
  const { callTool } = await import("./call.ts");
  const result = await (option === undefined
    ? callTool("get_poll", { poll }, call)
    : callTool("find_best_times", { poll, calendar: option }, call));
  // No read asks a question.
  const { structuredContent: data, content, _meta } = result as CallToolResult;
  if (data !== undefined) return option === undefined ? JSON.stringify(data) : String(Object(data)["ics"]);
  const [first] = content;
  const text = first?.type === "text" ? first.text : "";
  const { kind } = Object(_meta?.[failureKey]) as Partial<Failure>;
  // The specification has no code of its own for what is not there: the URI tells it from other wrong parameters.
  if (kind === "not-found") throw new ProtocolError(ProtocolErrorCode.InvalidParams, text, { uri });
  const isWrong = kind === "arguments" || kind === "refused";
  throw new ProtocolError(isWrong ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError, text);
}

/** Time for which one list of polls completes and lists, in milliseconds: of 60 requests a minute, one. */
const keptMs = 60_000;

/** The newest polls by client: never shared between keys. */
const kept = new WeakMap<Client, { until: number; polls: Promise<readonly Poll[]> }>();

/** Whose polls are listed. */
type Listing = Pick<Call, "caller" | "log">;

/** The newest polls of a caller, at most a minute old. None without a key or after an error. */
async function listRecentPolls({ caller, log }: Listing): Promise<readonly Poll[]> {
  try {
    const client = await caller.loadClient();
    const known = kept.get(client);
    if (known !== undefined && Date.now() < known.until) return await known.polls;
    const polls = client.listPolls({ limit: maxPageSize }).then(({ data }) => data);
    kept.set(client, { until: Date.now() + keptMs, polls });
    polls.catch(() => kept.delete(client));
    return await polls;
  } catch (error) {
    log?.(createMask(caller)(describeEvent(error)));
    return [];
  }
}

/** Maximum number of polls in `resources/list`, and of completions. */
const maxListed = 20;

/** The newest polls as resources. */
async function listPollResources(call: Call): Promise<Resource[]> {
  const polls = await listRecentPolls(call);
  const { description, mimeType } = pollResources[0];
  const resources = polls.slice(0, maxListed).map(({ id, title }) => ({
    ...{ uri: `rallly://polls/${encodeURIComponent(id)}`, name: id, title: sanitizeLine(title) },
    ...{ description, mimeType },
  }));
  return createMask(call.caller)(resources);
}

/** Completes a poll from the start of its id or title, or words of the title: the argument of a prompt for a person, and of a URI for a program. */
export function registerCompletion({ server }: McpServer, listing: Listing): void {
  server.setRequestHandler("completion/complete", async ({ params: { ref, argument } }) => {
    const { name, value: typed } = argument;
    if (name !== "poll" && name !== "pollId") return { completion: { values: [] } };
    const { beginsWord, readSearched, splitWords } = await import("../src/searched.ts");
    const words = splitWords(typed);
    const start = typed.toLowerCase();
    const found = (await listRecentPolls(listing)).filter(
      ({ id, title }) =>
        id.startsWith(typed) ||
        title.toLowerCase().startsWith(start) ||
        words.every((word) => beginsWord(readSearched(title), word)),
    );
    const shown = found.map(({ id, title }) => (ref.type === "ref/prompt" && sanitizeLine(title)) || id);
    return { completion: { values: [...new Set(shown)].slice(0, maxListed) } };
  });
}

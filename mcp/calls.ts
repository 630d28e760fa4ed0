/** What calls need: tools with their schemas, ranking and time zones. Loaded with the first call, because most starts only list. */
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type Resource,
} from "@modelcontextprotocol/server";
import { maxPageSize } from "../src/api/operations.ts";
import type { Client, Poll } from "../src/api/web.ts";
import { sanitizeLine } from "../src/sanitize.ts";
import { describeEvent } from "./log.ts";
import { matchesTitle } from "./polls/search-polls.ts";
import { type Call, callTool, createMask } from "./run-tool.ts";

export { createQuestionCodec } from "./confirm.ts";
export { callTool, createMask };

/** Reads a poll, or a calendar file of one option, as the tools do. Throws a protocol error with the text of a failure. */
export async function readPollResource(
  poll: string,
  option: string | undefined,
  call: Call,
): Promise<string> {
  const result = await (option === undefined
    ? callTool("get_poll", { poll }, call)
    : callTool("find_best_times", { poll, calendar: option }, call));
  // No read asks a question.
  const { structuredContent: data, content } = result as CallToolResult;
  if (data !== undefined) return option === undefined ? JSON.stringify(data) : String(Object(data)["ics"]);
  const [first] = content;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, first?.type === "text" ? first.text : "");
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
export async function listPollResources(call: Call): Promise<{ resources: Resource[] }> {
  const polls = await listRecentPolls(call);
  const resources = polls.slice(0, maxListed).map(({ id, title }) => ({
    uri: `rallly://polls/${encodeURIComponent(id)}`,
    name: id,
    title: sanitizeLine(title),
  }));
  return createMask(call.caller)({ resources });
}

/** Completes a poll from the start of its id or words of the title: its id for a URI, its title for a person. */
export async function completePoll(typed: string, as: "id" | "title", listing: Listing): Promise<string[]> {
  const polls = await listRecentPolls(listing);
  const found = polls.filter((poll) => poll.id.startsWith(typed) || matchesTitle(poll, typed));
  return [...new Set(found.map((poll) => sanitizeLine(poll[as]) || poll.id))].slice(0, maxListed);
}

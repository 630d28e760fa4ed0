import type { ServerContext } from "@modelcontextprotocol/server";
import { type Client, getRedactor, maxPageSize } from "../../src/api/core.ts";
import { toPollSummary } from "../output/poll-output.ts";
import { filterPolls, searchPolls } from "../polls/search-polls.ts";
import { listOptionValues } from "./calendar-entry.ts";

/** The space whose polls are listed and completed. */
export interface PollSource {
  client: Client | undefined;
  report: (error: unknown) => void;
}

/** Timeout of a completion, in milliseconds: people are typing. */
const completionTimeoutMs = 5_000;

/** Completes the option in the URI of a calendar entry. Returns nothing on an error. */
export async function completeOption(
  typed: string,
  pollId: string | undefined,
  { client, report }: PollSource,
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
export async function completePollId(typed: string, { client, report }: PollSource): Promise<string[]> {
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
}

/** The newest polls as resources. Returns none on an error. */
export async function listNewestPolls({ client, report }: PollSource, context: ServerContext) {
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

import type { ServerContext } from "@modelcontextprotocol/server";
import { type Client, getRedactor, maxPageSize } from "../../src/api/core.ts";
import { toPollSummary } from "../output/poll-output.ts";
import { filterPolls, searchPolls } from "../polls/search-polls.ts";
import { listOptionValues } from "./calendar-entry.ts";

/** The space whose polls are listed and completed. */
export interface PollSource {
  /** Undefined without an API key. */
  loadClient: () => Promise<Client | undefined>;
  report: (error: unknown) => void;
}

/** Timeout of a completion, in milliseconds: people are typing. */
const completionTimeoutMs = 5_000;

/** Completes the option in the URI of a calendar entry. Returns nothing on an error. */
export async function completeOption(
  typed: string,
  pollId: string | undefined,
  { loadClient, report }: PollSource,
): Promise<string[]> {
  try {
    const client = await loadClient();
    if (client === undefined) return [];
    const values = await listOptionValues(pollId, client, AbortSignal.timeout(completionTimeoutMs));
    return values.filter((value) => value.startsWith(typed));
  } catch (error) {
    report(error);
    return [];
  }
}

/** Completes a poll's id from its start or words of the title. Returns nothing on an error. */
export async function completePollId(typed: string, { loadClient, report }: PollSource): Promise<string[]> {
  try {
    const client = await loadClient();
    if (client === undefined) return [];
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
export async function listNewestPolls({ loadClient, report }: PollSource, context: ServerContext) {
  try {
    const client = await loadClient();
    if (client === undefined) return { resources: [] };
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

import type { Bundle, Trigger, ZObject } from "zapier-platform-core";
import type { Client, Poll } from "../../src/api/web.ts";
import { openCache } from "../cache.ts";
import { withClient } from "../client.ts";
import { pollFields, toPollRecord } from "../output/poll.ts";
import { limitSize, type OutputRecord } from "../output/table.ts";
import { listNewestPolls, maxPages, readNewestPolls } from "../polls.ts";
import { samplePoll } from "../samples.ts";
import { openSince } from "./memory.ts";

/** The polls that were created after a moment, newest first: one request, and another one for every hundred of them. */
async function listCreated(client: Client, after: number): Promise<Poll[]> {
  const created: Poll[] = [];
  for await (const page of readNewestPolls(client, { pages: maxPages })) {
    const fresh = page.filter((poll) => Date.parse(poll.createdAt) > after);
    created.push(...fresh);
    if (fresh.length < page.length) break;
  }
  return created;
}

const perform = (z: ZObject, { authData, meta }: Bundle): Promise<OutputRecord[]> =>
  withClient(z, authData, async (client) => {
    if (meta?.isLoadingSample)
      return (await listNewestPolls(client, { limit: 3, pages: 1 })).map(toPollRecord);
    const { after, isFirst } = await openSince(openCache(z, authData), "new_poll", meta);
    return isFirst ? [] : limitSize((await listCreated(client, after)).map(toPollRecord));
  });

/** The trigger that fires for every new poll in the space. */
export const newPoll = {
  key: "new_poll",
  noun: "Poll",
  display: { label: "New Poll", description: "Triggers when a poll is created in your space." },
  operation: {
    type: "polling",
    perform,
    inputFields: [],
    outputFields: pollFields,
    sample: toPollRecord(samplePoll),
    cleanInputData: false,
  },
} satisfies Trigger;

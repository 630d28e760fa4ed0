import type { Trigger } from "zapier-platform-core";
import type { Client, Poll } from "../../src/api/web.ts";
import { pollFields, toPollRecord } from "../output/poll.ts";
import { listNewestPolls, maxPages, readNewestPolls } from "../polls.ts";
import { samplePoll, toSample } from "../samples.ts";
import { openSince, trigger } from "./trigger.ts";

/** The polls that were created after a moment: one request, and another one for every hundred of them. */
async function listCreated(client: Client, after: number): Promise<Poll[]> {
  const created: Poll[] = [];
  for await (const { data } of readNewestPolls(client, { pages: maxPages })) {
    const fresh = data.filter((poll) => Date.parse(poll.createdAt) > after);
    created.push(...fresh);
    if (fresh.length < data.length) break;
  }
  return created;
}

export const newPoll = {
  key: "new_poll",
  noun: "Poll",
  display: { label: "New Poll", description: "Triggers when a poll is created in your space." },
  operation: {
    type: "polling",
    perform: trigger({
      samples: async ({ client }) =>
        (await listNewestPolls(client, { limit: 3, pages: 1 })).map(toPollRecord),
      async events(run) {
        const { after, isFirst } = await openSince(run, "new_poll");
        const created = isFirst ? [] : await listCreated(run.client, after);
        return created.map((poll) => ({ at: Date.parse(poll.createdAt), record: toPollRecord(poll) }));
      },
    }),
    inputFields: [],
    outputFields: pollFields,
    sample: toSample(toPollRecord(samplePoll)),
  },
} satisfies Trigger;

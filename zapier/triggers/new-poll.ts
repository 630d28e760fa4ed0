import type { Bundle, Trigger, ZObject } from "zapier-platform-core";
import { withClient } from "../client.ts";
import { listNewestPolls, maxPages, toIds } from "../list-polls.ts";
import { triggerPollFields } from "../output/fields.ts";
import { type TriggerPollRecord, toTriggerPollRecord } from "../output/poll.ts";
import { limitSize } from "../output/run-size.ts";
import { triggerPollSample } from "../samples.ts";

/**
 * One request a run, newest polls first. When the Zap is switched on, it reads more pages: after a deletion, an older poll
 * moves into the newest 100 and must not fire.
 */
async function perform(
  z: ZObject,
  { authData, meta }: Bundle,
): Promise<(TriggerPollRecord | { id: string })[]> {
  return withClient(z, authData, async (client) => {
    if (meta?.isPopulatingDedupe) return toIds(await listNewestPolls(client, { pages: maxPages }));
    const range = meta?.isLoadingSample ? { limit: 3, pages: 1 } : { pages: 1 };
    return limitSize((await listNewestPolls(client, range)).map(toTriggerPollRecord));
  });
}

/** The trigger that fires for every new poll in the space. */
export const newPoll = {
  key: "new_poll",
  noun: "Poll",
  display: { label: "New Poll", description: "Triggers when a poll is created in your space." },
  operation: {
    type: "polling",
    perform,
    inputFields: [],
    outputFields: triggerPollFields,
    sample: triggerPollSample,
    cleanInputData: false,
  },
} satisfies Trigger;

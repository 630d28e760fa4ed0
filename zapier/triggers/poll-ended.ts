import type { Poll } from "../../src/api/web.ts";
import { choose, defineForm } from "../input/index.ts";
import { describeEvent, pollEventOutputs, samplePoll } from "../output/index.ts";
import { listNewestPolls } from "../polls.ts";
import { endId } from "./log.ts";
import { defineTrigger, listEvents } from "./trigger.ts";

const statuses = { closed: "Closed", scheduled: "Scheduled", canceled: "Canceled" } as const;

const toEnd = (poll: Poll) => describeEvent(poll, endId(poll));

export const pollEnded = defineTrigger({
  key: "poll_ended",
  noun: "Poll",
  label: "Poll Ended",
  description: "Triggers when a poll is closed or canceled, or when its organizer picks a time.",
  form: defineForm({
    status: choose(
      { ...statuses, any: "Any of These" },
      "Closed: by hand, or because all options have passed. Scheduled: the organizer picked a time. Default: any.",
    ),
  }),
  outputs: pollEventOutputs,
  /** The last polls that were closed, scheduled and so on. */
  async samples({ client }, { status: chosen = "any" }) {
    const polls: Poll[] = [];
    for (const status of Object.keys(statuses) as (keyof typeof statuses)[])
      if (chosen === "any" || chosen === status)
        polls.push(...(await listNewestPolls(client, { status, limit: 3, pages: 1 })));
    return polls.sort((one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt)).map(toEnd);
  },
  find: (run, { status: chosen = "any" }) =>
    listEvents(
      run,
      {
        sources: ["newest", "open", "scheduled"],
        kind: "ended",
        isWanted: ({ status }) => chosen === "any" || chosen === status,
      },
      (poll) =>
        ({ id, status }) =>
          describeEvent({ ...poll, status }, id),
    ),
  sample: toEnd({ ...samplePoll, status: "closed" }),
});

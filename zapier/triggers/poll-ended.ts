import type { PollStatus } from "../../src/api/web.ts";
import { choose, defineForm } from "../input/index.ts";
import { describeEvent, pollEventOutputs, samplePoll } from "../output/index.ts";
import { listNewestPolls } from "../polls.ts";
import { endId } from "./log.ts";
import { defineTrigger, listEvents } from "./trigger.ts";

const statuses = { closed: "Closed", scheduled: "Scheduled", canceled: "Canceled", any: "Any of These" };

const isEnd = (status: PollStatus, chosen: keyof typeof statuses = "any") =>
  status !== "open" && [status, "any"].includes(chosen);

const sampleEnd = { ...samplePoll, status: "closed" } as const;

export const pollEnded = defineTrigger({
  key: "poll_ended",
  noun: "Poll",
  label: "Poll Ended",
  description: "Triggers when a poll is closed or canceled, or when its organizer picks a time.",
  form: defineForm({
    status: choose(
      statuses,
      "Closed: by hand, or because all options have passed. Scheduled: the organizer picked a time. Default: any.",
    ),
  }),
  outputs: pollEventOutputs,
  async samples({ client }, { status: chosen }) {
    const polls = await listNewestPolls(client, { pages: 1 });
    return polls
      .filter(({ status }) => isEnd(status, chosen))
      .map((poll) => describeEvent(poll, endId(poll)));
  },
  find: (run, { status: chosen }) =>
    listEvents(
      run,
      {
        sources: ["newest", "open", "scheduled"],
        kind: "ended",
        isWanted: ({ status }) => isEnd(status, chosen),
      },
      (poll) =>
        ({ id, status }) =>
          describeEvent({ ...poll, status }, id),
    ),
  sample: describeEvent(sampleEnd, endId(sampleEnd)),
});

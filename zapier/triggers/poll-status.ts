import { defineInputFields, type Trigger } from "zapier-platform-core";
import { maxPageSize } from "../../src/api/operations.ts";
import type { Poll } from "../../src/api/web.ts";
import type { Run } from "../client.ts";
import { choice, getChoice } from "../input/choice.ts";
import { text } from "../input/labels.ts";
import { pollEventFields, toPollEventRecord } from "../output/poll.ts";
import type { OutputRecord } from "../output/table.ts";
import { listNewestPolls, runPages } from "../polls.ts";
import { samplePoll, toSample } from "../samples.ts";
import { type TriggerEvent, trigger } from "./trigger.ts";
import { listVisits } from "./visits.ts";
import { listWatchedPolls } from "./watched-polls.ts";

/** More pages when a Zap is switched on, because a later deletion moves older polls into the pages of a check. */
const switchOnPages = 6;

const choices = [choice("closed", "Closed"), choice("scheduled", "Scheduled"), choice("either", "Either")];

const inputFields = defineInputFields([
  text(
    "status",
    "Closed: by hand, or because all options have passed. Scheduled: the organizer picked a time; to learn which one, use a webhook of the space. Default: Closed.",
    { choices },
  ),
]);

const getStatus = ({ values }: Run) => getChoice(values, "status", choices) ?? "closed";

/** The newest polls of the chosen status, or of both, by their latest change. `isCut`: there may be more. */
async function listPolls(run: Run, pages: number): Promise<{ polls: Poll[]; isCut: boolean }> {
  const chosen = getStatus(run);
  const statuses = chosen === "either" ? (["closed", "scheduled"] as const) : [chosen];
  const lists: Poll[][] = [];
  for (const status of statuses) lists.push(await listNewestPolls(run.client, { status, pages }));
  return {
    polls: lists.flat().sort((one, other) => changedAt(other) - changedAt(one)),
    isCut: lists.some(({ length }) => length >= pages * maxPageSize),
  };
}

const changedAt = ({ updatedAt }: Poll): number => Date.parse(updatedAt);

async function listSamples(run: Run): Promise<OutputRecord[]> {
  const { polls } = await listPolls(run, 1);
  return polls.map((poll) => toPollEventRecord(poll, `${poll.id}:${poll.status}`));
}

/**
 * A poll has one id for each time that it came into a status: editing a closed poll does not fire again, and closing it after it
 * was reopened does.
 */
async function listEvents(run: Run): Promise<TriggerEvent[]> {
  const { polls, isCut } = await listPolls(run, run.isSwitchOn ? switchOnPages : runPages);
  // Of more polls than were listed, one that is not among them may still have the status, if it is not open.
  const watched = isCut ? (await listWatchedPolls(run, undefined, false)).polls : undefined;
  const hasLeft = (id: string) =>
    watched?.some((poll) => poll.id === id && poll.leftAt === undefined) ?? true;
  const subjects = polls.map((poll) => ({
    id: poll.id,
    state: poll.status,
    at: changedAt(poll),
    toRecord: (eventId: string) => toPollEventRecord(poll, eventId),
  }));
  return listVisits(run, `polls_${getStatus(run)}`, subjects, hasLeft);
}

export const pollStatus = {
  key: "poll_closed_or_scheduled",
  noun: "Poll",
  display: {
    label: "Poll Closed or Scheduled",
    description: "Triggers when a poll is closed, or when its organizer picks a time.",
  },
  operation: {
    type: "polling",
    perform: trigger({ samples: listSamples, events: listEvents }),
    inputFields,
    outputFields: pollEventFields,
    sample: toSample(toPollEventRecord({ ...samplePoll, status: "closed" }, `${samplePoll.id}:closed`)),
  },
} satisfies Trigger;

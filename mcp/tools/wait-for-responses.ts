import * as z from "zod";
import { describeAmbiguous, toAmbiguous, toEntry, toName } from "../output/people-output.ts";
import { describePickedTime, pollSummaryShape, toPollSummary } from "../output/poll-output.ts";
import { watchPoll } from "../polls/poll-watch.ts";
import { type WaitEnd, type WaitReason, waitForAnswers } from "../polls/response-wait.ts";
import { findPoll } from "../polls/search-polls.ts";
import { defineTool } from "../runtime/tool.ts";
import { peopleList, pollInput } from "./fields.ts";

/** Default and maximum time of one call, in seconds: hosts give up after 60. */
const maxTimeoutSeconds = 50;

/** A poll takes at most 1,000 participants. */
const maxCount = 1_000;

const maxPeople = 100;

/** Maximum number of names of the people who answered during the wait. The rest is counted. */
const maxNames = 20;

const inputSchema = pollInput({
  count: z.int().min(1).max(maxCount).optional().describe("Until that many answered"),
  people: peopleList(maxPeople)
    .optional()
    .describe("Until all of them answered: names, emails or Name <email>"),
  timeoutSeconds: z.int().min(1).max(maxTimeoutSeconds).optional().describe(`Default ${maxTimeoutSeconds}`),
}).refine(({ count, people }) => count !== undefined || people !== undefined, {
  path: ["count"],
  error: "is missing: pass it, or people",
});

/** Waits until enough people, or the named people, have answered a poll. */
export const waitForResponses = defineTool({
  name: "wait_for_responses",
  title: "Wait for responses",
  effect: "read",
  waits: true,
  description:
    "Wait until a number of people, or named people, have answered a poll. Use it only when the person wants to wait now. If reason is timeout, call again to go on waiting.",
  input: inputSchema,
  output: z.looseObject({
    ...pollSummaryShape,
    answered: z.int().describe("Without unanswered people"),
    wanted: z.int(),
    done: z.boolean(),
    reason: z.string().describe("reached, closed, ambiguous, timeout or shutdown"),
    newlyAnswered: z.array(z.string()),
  }),
  examples: {
    pollId: '"Xk3pQ9vLm2Ab"',
    title: '"Team lunch"',
    count: "6",
    people: '["Ada Lovelace", "bob@example.com"]',
    timeoutSeconds: "30",
  },
  async run(input, context) {
    const { client, clock } = context;
    const startedAt = clock.monotonic();
    const known = input.pollId === undefined ? await findPoll(input.title ?? "", context) : undefined;
    const watch = watchPoll(client, input.pollId ?? known?.id ?? "", clock, known);
    const ended = new AbortController();
    try {
      const timeoutMs = (input.timeoutSeconds ?? maxTimeoutSeconds) * 1000;
      const end = await waitForAnswers(input, watch, context, { startedAt, timeoutMs, ended: ended.signal });
      return toResult(end, Math.round((clock.monotonic() - startedAt) / 1000));
    } finally {
      ended.abort();
      watch.leave();
    }
  },
});

function toResult(end: WaitEnd, waitedSeconds: number) {
  const { reason, state, answers, newlyAnswered, failure } = end;
  const { answered, wanted, people } = answers;
  const more = newlyAnswered.length - maxNames;
  return {
    text: describe(end, waitedSeconds),
    data: {
      ...toPollSummary(state.poll),
      answered,
      wanted,
      done: reason === "reached",
      reason,
      ...(people && { missing: people.missing.map(toEntry) }),
      ...(people && people.ambiguous.length > 0 ? { ambiguous: people.ambiguous.map(toAmbiguous) } : {}),
      newlyAnswered: newlyAnswered.slice(0, maxNames).map(toName),
      ...(more > 0 ? { moreNewlyAnswered: more } : {}),
      waitedSeconds,
      ...(failure && { lastCheckSecondsAgo: toSeconds(failure.ageMs) }),
    },
  };
}

function describe({ reason, state, answers, failure }: WaitEnd, waitedSeconds: number): string {
  const { id, status } = state.poll;
  const { answered, wanted, people } = answers;
  const count = answered > wanted ? `${answered} (wanted: ${wanted})` : `${answered} of ${wanted}`;
  const after = waitedSeconds > 0 ? ` after ${waitedSeconds} s` : "";
  const wait =
    failure && failure.retryAfterMs > 0 ? `Wait ${toSeconds(failure.retryAfterMs)} s, then call` : "Call";
  const endings: Record<WaitReason, string> = {
    reached: ": done.",
    closed: `: the poll is ${status}, and nobody can answer it now. Do not wait for it.`,
    ambiguous: ".",
    timeout: `: not yet. ${wait} again to go on waiting.`,
    shutdown: ": not yet. The server is shutting down. Call again when it is back.",
  };
  return [
    `${count} have answered poll ${id}${after}${endings[reason]}`,
    failure ? `The last check failed. The count is ${toSeconds(failure.ageMs)} s old.` : "",
    people ? describeAmbiguous(people.ambiguous) : "",
    describePickedTime(state.poll),
  ]
    .filter(Boolean)
    .join(" ");
}

const toSeconds = (milliseconds: number) => Math.ceil(milliseconds / 1000);

import { distance } from "fastest-levenshtein";
import { type Poll, RalllyError } from "../../src/api/web.ts";
import { foldText } from "../../src/scheduling/index.ts";
import { ArgumentError, ToolError } from "../errors.ts";
import { pluralize } from "../output/format.ts";
import { toPollRow } from "../output/poll-output.ts";
import type { ToolContext } from "../tool.ts";
import { matchesTitle, readPolls } from "./search-polls.ts";

/** The arguments that name a poll. One of them is present. */
interface PollArguments {
  pollId?: string | undefined;
  title?: string | undefined;
}

/** Whether a text can be an id. Some models pass a title instead. */
const isId = (text: string) => /^[\w-]+$/.test(text);

/** Reads the poll with this id, or the only one that matches the title. Throws when none or several match, or the two disagree. */
export async function loadPoll({ pollId, title }: PollArguments, context: ToolContext): Promise<Poll> {
  if (pollId === undefined) return findPoll(title ?? "", "title", context);
  const { client, signal } = context;
  const poll = isId(pollId)
    ? (await client.getPoll({ pollId }, { signal })).data
    : await findPoll(pollId, "pollId", context);
  if (title === undefined || matchesTitle(poll, title)) return poll;
  throw new ToolError(
    `pollId and title disagree: poll ${poll.id} has another title. Ask the person which poll is meant, and call again with pollId alone, or with title alone.`,
    { candidates: [toPollRow(poll)] },
  );
}

/** Reads a poll and more about it, such as its participants: both at the same time when the id is known. */
export async function loadPollWith<Data>(
  input: PollArguments,
  context: ToolContext,
  read: (pollId: string) => Promise<{ data: Data }>,
): Promise<{ poll: Poll; data: Data }> {
  const loading = loadPoll(input, context);
  const isKnown = input.pollId !== undefined && isId(input.pollId);
  const reading = isKnown ? read(input.pollId ?? "") : loading.then(({ id }) => read(id));
  const [poll, { data }] = await Promise.all([loading, reading]);
  return { poll, data };
}

/** Reads a poll and its participants. */
export async function loadVotes(input: PollArguments, context: ToolContext) {
  const { client, signal } = context;
  const { poll, data } = await loadPollWith(input, context, (pollId) =>
    client.listParticipants({ pollId }, { signal }),
  );
  return { poll, participants: data };
}

/** Reads the poll of an argument that is its id or its title. */
export async function loadPollByText(text: string, argument: string, context: ToolContext): Promise<Poll> {
  if (!isId(text)) return findPoll(text, argument, context);
  try {
    return await loadPoll({ pollId: text }, context);
  } catch (error) {
    if (!(error instanceof RalllyError) || error.code !== "POLL_NOT_FOUND") throw error;
    return findPoll(text, argument, context);
  }
}

/** Maximum number of candidates in an error. */
const maxCandidates = 5;

/** Finds the only poll that matches a title. Throws when none or several match; the error then lists the candidates. */
async function findPoll(title: string, argument: string, context: ToolContext): Promise<Poll> {
  const wanted = foldText(title);
  if (wanted === "") throw new ArgumentError([{ path: argument, message: "has no visible characters" }]);
  const { polls, next } = await readPolls({}, context);
  const matching = polls.filter((poll) => matchesTitle(poll, title));
  const exact = matching.filter((poll) => foldText(poll.title) === wanted);
  const candidates = exact.length > 0 ? exact : matching;
  const [only] = candidates;
  // A partial match counts only when it is certain that there is no other.
  if (only !== undefined && candidates.length === 1 && (next === null || exact.length === 1)) return only;
  if (only === undefined) {
    const similar = polls.filter((poll) => isSimilar(foldText(poll.title), wanted)).slice(0, maxCandidates);
    if (similar.length > 0)
      throw new ToolError(
        "No poll has that title, but similar ones exist. Ask the person which one is meant, and call again with its id.",
        { candidates: similar.map(toPollRow) },
      );
    const where = next === null ? "no poll of this space" : `none of the newest ${polls.length} polls`;
    throw new ArgumentError([
      { path: argument, message: `matches the title of ${where}; look with list_polls and pass the id` },
    ]);
  }
  throw new ToolError(
    `${pluralize(candidates.length, "poll")} ${candidates.length === 1 ? "matches" : "match"} that title${next === null ? "" : ", and there may be others that were not searched"}. Ask the person which one is meant, and call again with its id.`,
    { candidates: candidates.slice(0, maxCandidates).map(toPollRow) },
  );
}

/** Whether a title has each word, with up to two typing errors in a long one. */
const isSimilar = (title: string, words: string): boolean =>
  words
    .split(" ")
    .every((word) => title.split(" ").some((each) => distance(each, word) <= Math.min(2, word.length / 3)));

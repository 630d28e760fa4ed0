import { type Poll, RalllyError } from "../../src/api/web.ts";
import { measureDistance } from "../../src/edit-distance.ts";
import { foldText } from "../../src/scheduling/people/names.ts";
import { ArgumentError, ToolError, UnknownPollError } from "../failure.ts";
import { pluralize } from "../output/format.ts";
import { type FoundPoll, toPollRows } from "../output/poll-output.ts";
import type { ToolContext } from "../tools/tool.ts";
import { matchesTitle, readPolls } from "./search.ts";

/** How to find a poll. */
interface Search {
  /** The argument that names it. */
  path?: string;
  /**
   * Which of several polls of the same title is meant: the only `open` one (default), the `newest`, or `none` of them, because
   * only an id or a link is safe.
   */
  take?: "open" | "newest" | "none";
}

/**
 * Finds the poll that a text names: an id, a link (read as its id), or words of a title. One word is looked up as an id first.
 * Throws when nothing matches, or when only the person knows which poll is meant; the error then lists the candidates.
 */
export async function loadPoll(text: string, context: ToolContext, search: Search = {}): Promise<FoundPoll> {
  if (!/^[\w-]+$/.test(text)) return findByTitle(text, context, search);
  try {
    return (await context.client.getPoll({ pollId: text }, { signal: context.signal })).data;
  } catch (error) {
    if (!(error instanceof RalllyError) || error.code !== "POLL_NOT_FOUND") throw error;
    return findByTitle(text, context, search);
  }
}

/** Reads a poll and its participants. */
export async function loadVotes(text: string, context: ToolContext) {
  const { client, signal } = context;
  const poll = await loadPoll(text, context);
  const { data: participants } = await client.listParticipants({ pollId: poll.id }, { signal });
  return { poll, participants };
}

async function findByTitle(
  text: string,
  context: ToolContext,
  { path = "poll", take = "open" }: Search,
): Promise<FoundPoll> {
  const wanted = foldText(text);
  if (wanted === "") throw new ArgumentError([{ path, message: "has no visible characters" }]);
  const { polls, next } = await readPolls({}, context);
  const matching = polls.filter((poll) => matchesTitle(poll, text));
  const exact = matching.filter((poll) => foldText(poll.title) === wanted);
  const meant = exact.length > 0 ? exact : matching;
  if (meant.length === 0) throw explainUnknown(polls, wanted, next === null);
  const open = meant.filter(({ status }) => status === "open");
  // Words that fit count only when it is certain that no other title fits.
  const isOneTitle = new Set(meant.map(({ title }) => foldText(title))).size === 1;
  const isCertain = exact.length > 0 || (isOneTitle && next === null);
  const choices = meant.length === 1 || take === "newest" ? meant.slice(0, 1) : open;
  const [poll, another] = choices;
  if (take !== "none" && isCertain && isOneTitle && poll && !another) {
    const others = [...meant, ...matching.filter((other) => !meant.includes(other))];
    return { ...poll, others: others.filter(({ id }) => id !== poll.id) };
  }
  const found = `${pluralize(meant.length, "poll")} ${meant.length === 1 ? "matches" : "match"} that title`;
  const others = next === null ? "" : ", and there may be others that were not searched";
  const why = take === "none" ? "Nothing was deleted: only an id or a link names the poll that goes. " : "";
  throw new ToolError(
    `${why}${found}${others}. Ask the person which one is meant, and call again with its id.`,
    toPollRows("candidates", [...open, ...meant.filter(({ status }) => status !== "open")]),
  );
}

function explainUnknown(polls: readonly Poll[], wanted: string, isComplete: boolean): ToolError {
  const words = wanted.split(" ");
  const count = ({ title }: Poll, some: readonly string[]) =>
    some.filter((word) => hasSimilar(foldText(title), word)).length;
  const all = polls.filter((poll) => count(poll, words) === words.length);
  // People say "the budget poll". Short words say little, and an older poll may have them all.
  const telling = isComplete ? words.filter((word) => word.length > 3) : [];
  const most = Math.max(1, ...polls.map((poll) => count(poll, telling)));
  const similar = all.length > 0 ? all : polls.filter((poll) => count(poll, telling) === most);
  if (similar.length > 0)
    return new ToolError(
      "No poll has that id or title, but similar ones exist. Ask the person which one is meant, and call again with its id.",
      toPollRows("candidates", similar),
    );
  if (isComplete)
    return new UnknownPollError(
      `No poll of this space has that id or title: all ${polls.length} were searched. Tell the person; it may be deleted, or belong to another space.`,
    );
  return new ToolError(
    `None of the newest ${polls.length} polls has that id or title. Correct and call again: look in the older ones with list_polls and its cursor, and pass the id.`,
  );
}

/** Whether a title has a word, with up to two typing errors in a long one, or has it as a part. */
const hasSimilar = (title: string, word: string): boolean =>
  (word.length > 3 && title.includes(word)) ||
  title.split(" ").some((each) => measureDistance(each, word) <= Math.min(2, word.length / 3));

import { type Poll, RalllyError } from "../../src/api/web.ts";
import { foldText } from "../../src/fold-text.ts";
import { beginsWord, readSearched } from "../../src/searched.ts";
import { ArgumentError, ToolError } from "../failure.ts";
import { pluralize } from "../output/format.ts";
import { type FoundPoll, toPollRows } from "../output/poll-output.ts";
import type { ToolContext } from "../tools/tool.ts";
import { readPolls, readPollText } from "./search.ts";
import { hasOnly, hasSimilarWord, hasWord, readWanted, sameWords, type Wanted } from "./words.ts";

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
  if (foldText(text) === "") throw new ArgumentError([{ path, message: "has no visible characters" }]);
  const { polls, next } = await readPolls({}, context);
  const isComplete = next === null;
  const candidates = rateAll(polls, text);
  const list = (...fits: Fit[]) => candidates.flatMap(({ poll, fit }) => (fits.includes(fit) ? poll : []));
  const exact = [list("title"), list("named")].find(({ length }) => length > 0) ?? [];
  const meant = exact.length > 0 ? exact : list("words");
  if (meant.length === 0) throw askAbout(candidates, polls.length, isComplete);
  const open = meant.filter(({ status }) => status === "open");
  // Words that fit count only when it is certain that no other title fits.
  const isOneTitle = meant.every(({ title }) => sameWords(title, meant[0]?.title ?? ""));
  const isCertain = exact.length > 0 || (isOneTitle && isComplete);
  const choices = meant.length === 1 || take === "newest" ? meant.slice(0, 1) : open;
  const [poll, another] = choices;
  if (take !== "none" && isCertain && isOneTitle && poll && !another) {
    const others = list("title", "named", "words").filter(({ id }) => id !== poll.id);
    return { ...poll, others };
  }
  const found = `${pluralize(meant.length, "poll")} ${meant.length === 1 ? "matches" : "match"} that title`;
  const others = isComplete ? "" : ", and there may be others that were not searched";
  const why = take === "none" ? "Nothing was deleted: only an id or a link names the poll that goes. " : "";
  throw new ToolError(
    `${why}${found}${others}. ${askWhich(meant.length)}`,
    toPollRows("candidates", [...open, ...meant.filter(({ status }) => status !== "open")]),
  );
}

/**
 * How a poll fits a text, best first: it has the title, or but for words that say nothing; the words begin words of its title; all but words for any meeting do; there
 * are no others; they stand in its description or location; its title has all of them but spelled otherwise, or some of them; it has
 * only words for any meeting. The first three are certain.
 */
const fits = [
  "title",
  "named",
  "words",
  "nearly",
  "common",
  "described",
  "spelled",
  "partly",
  "hardly",
] as const;

type Fit = (typeof fits)[number];

interface Candidate {
  poll: Poll;
  fit: Fit;
  /** Higher with words that few titles have. */
  score: number;
}

/** The polls that fit a text in any way, the likeliest first, else the newest. */
function rateAll(polls: readonly Poll[], text: string): Candidate[] {
  const wanted = readWanted(text);
  const titles = polls.map(({ title }) => readSearched(title));
  const weights = new Map(
    [...wanted.telling, ...wanted.generic].map((word) => [
      word,
      1 / Math.max(1, titles.filter((title) => hasSimilarWord(title, word)).length),
    ]),
  );
  const rated = polls.flatMap((poll, index): Candidate[] => {
    const title = titles[index] ?? readSearched("");
    const fit = sameWords(poll.title, text) ? "title" : rate(poll, title, wanted);
    if (fit === undefined) return [];
    const similar = [...weights].filter(([word]) => hasSimilarWord(title, word));
    return [{ poll, fit, score: similar.reduce((sum, [, weight]) => sum + weight, 0) }];
  });
  return rated.sort(
    (one, other) => fits.indexOf(one.fit) - fits.indexOf(other.fit) || other.score - one.score,
  );
}

function rate(poll: Poll, title: ReturnType<typeof readSearched>, wanted: Wanted): Fit | undefined {
  if (hasOnly(poll.title, wanted)) return "named";
  const { telling, generic } = wanted;
  const begins = (word: string) => beginsWord(title, word);
  const isSimilar = (word: string) => hasSimilarWord(title, word);
  if (telling.length > 0 && telling.every(begins)) return generic.every(begins) ? "words" : "nearly";
  if (telling.length === 0 && generic.length > 0 && generic.every(begins)) return "common";
  const all = [...telling, ...generic];
  const text = readPollText(poll);
  if (all.length > 0 && all.every((word) => hasWord(text, word))) return "described";
  if (telling.length > 0 && telling.every(isSimilar)) return "spelled";
  if (telling.some(isSimilar)) return "partly";
  return generic.some(isSimilar) ? "hardly" : undefined;
}

const uncertain: Partial<Record<Fit, string>> = {
  nearly: "its title lacks some of the words",
  common: "its title has the words, but they fit many meetings",
  described: "only its description or location has the words",
  spelled: "its title is spelled otherwise",
};

/** The question about polls that may be meant, or why there are none. */
function askAbout(all: readonly Candidate[], searched: number, isComplete: boolean): ToolError {
  // Words for any meeting find a poll only where no other words do.
  const telling = all.filter(({ fit }) => fit !== "hardly");
  const candidates = telling.length > 0 ? telling : all;
  const [first] = candidates;
  // An older poll may have all of the words.
  const isWeak = first === undefined || first.fit === "partly" || first.fit === "hardly";
  if (!isComplete && isWeak)
    return new ToolError(
      `None of the newest ${searched} polls has that id or title. Correct and call again with the id. list_polls with its cursor finds older ones.`,
    );
  if (first === undefined)
    return new ToolError(
      `No poll of this space has that id or title: all ${searched} were searched. Tell the person; it may be deleted, or belong to another space.`,
      undefined,
      { kind: "not-found" },
    );
  const rows = toPollRows(
    "candidates",
    candidates.map(({ poll }) => poll),
  );
  const found =
    candidates.length === 1
      ? `one may be meant: ${uncertain[first.fit] ?? "its title has a part of the words"}`
      : `${candidates.length} may be meant, the likeliest first`;
  return new ToolError(
    `No poll certainly has that title, but ${found}. ${askWhich(candidates.length)}`,
    rows,
  );
}

/** The question about polls that may be meant. Their titles are only in the data. */
const askWhich = (count: number) =>
  count === 1
    ? "Ask the person whether it is that one, and call again with its id."
    : "Ask the person which one is meant, and call again with its id.";

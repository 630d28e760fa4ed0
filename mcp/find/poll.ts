import { type Poll, RalllyError } from "../../src/api/web.ts";
import { foldText } from "../../src/fold-text.ts";
import { beginsWord, readSearched, splitWords } from "../../src/searched.ts";
import { ArgumentError, ToolError } from "../failure.ts";
import { pluralize } from "../output/format.ts";
import { type FoundPoll, toPollRows } from "../output/poll-output.ts";
import type { ToolContext } from "../tool.ts";
import { hasWord, maxSearched, readPolls } from "./search.ts";

/**
 * Finds the poll that a text names: an id, a link (read as its id), or a title. A title is certain when it is the text, or when its words
 * begin with all words of the text and no other title's do; of several polls with that title, when one is open. Else throws with the polls
 * that may be meant: what a text means, the model knows better than a list of words.
 */
export async function loadPoll(
  text: string,
  context: ToolContext,
  { path = "poll", byIdOnly = false } = {},
): Promise<FoundPoll> {
  const byId = /^[\w-]+$/.test(text) && (await readById(text, context));
  if (byId) return byId;
  if (foldText(text) === "") throw new ArgumentError([{ path, message: "has no visible characters" }]);
  const { polls, next } = await readPolls({}, context);
  const isComplete = next === null;
  const named = findNamed(polls, text);
  const exact = named.filter(({ title }) => foldTitle(title) === foldTitle(text));
  const matches = exact.length > 0 ? exact : named;
  const open = matches.filter(({ status }) => status === "open");
  const [poll, another] = matches.length === 1 ? matches : open;
  const isOneTitle = new Set(matches.map(({ title }) => foldTitle(title))).size === 1;
  // An older title may have the words, too.
  const isCertain = isOneTitle && (exact.length > 0 || isComplete);
  if (!byIdOnly && isCertain && poll && !another)
    return { ...poll, others: named.filter(({ id }) => id !== poll.id) };
  const openFirst = [...open, ...matches.filter(({ status }) => status !== "open")];
  throw explainChoice(openFirst, text, { polls, isComplete, byIdOnly });
}

async function readById(pollId: string, { client, signal }: ToolContext): Promise<Poll | undefined> {
  try {
    return (await client.getPoll({ pollId }, { signal })).data;
  } catch (error) {
    if (!(error instanceof RalllyError) || error.code !== "POLL_NOT_FOUND") throw error;
    return undefined;
  }
}

/** Signs without which a title means the same: not those of C++, C# and Plan -1. */
const idleSigns = /[.!?¡¿…,;:'"„«»‹›、。\s]+/g;

/** A title as it is compared, here and where a poll may exist already. Of a title of idle signs, the title. */
export const foldTitle = (title: string): string =>
  foldText(title).replace(idleSigns, " ").trim() || foldText(title) || title;

/** The polls with words of the title that begin with all words of the text. Of a text without words, those of the same title. */
function findNamed(polls: readonly Poll[], text: string): Poll[] {
  const words = splitWords(text);
  if (words.length === 0) return polls.filter(({ title }) => foldTitle(title) === foldTitle(text));
  return polls.filter(({ title }) => {
    const searched = readSearched(title);
    return words.every((word) => beginsWord(searched, word));
  });
}

/** The polls with some of the words in their titles, those with words that few titles have first. */
function rankByWords(polls: readonly Poll[], words: readonly string[]): Poll[] {
  const titles = polls.map((poll) => ({ poll, searched: readSearched(poll.title), score: 0 }));
  for (const word of new Set(words)) {
    const having = titles.filter(({ searched }) => hasWord(searched, word));
    for (const title of having) title.score += 1 / having.length;
  }
  const found = titles.filter(({ score }) => score > 0);
  return found.toSorted((one, other) => other.score - one.score).map(({ poll }) => poll);
}

/** The question about polls that may be meant. Their titles are only in the data. */
function explainChoice(
  matches: readonly Poll[],
  text: string,
  { polls, isComplete, byIdOnly }: { polls: readonly Poll[]; isComplete: boolean; byIdOnly: boolean },
): ToolError {
  const similar = matches.length > 0 ? matches : rankByWords(polls, splitWords(text));
  if (byIdOnly && similar.length === 0) {
    const what = "Nothing was deleted: no poll has that id; it may be deleted already.";
    return new ToolError({ what, model: "Tell the person." }, undefined, { kind: "not-found" });
  }
  const ask =
    `Ask the person ${similar.length === 1 ? "whether it is that one" : "which one is meant"}` as const;
  const ifSure = "Call again with the id if one is surely meant.";
  const [found, model] =
    matches.length > 0
      ? [`${pluralize(matches.length, "poll")} may be meant.`, `${ask}, and call again with its id.` as const]
      : similar.length > 0
        ? [
            "No title has all of these words; the likeliest come first.",
            `${ifSure} ${ask} otherwise.` as const,
          ]
        : [
            "No poll has that id or such a title; the newest are below.",
            `${ifSure} Tell the person otherwise.` as const,
          ];
  const what = [
    byIdOnly && "Nothing was deleted: only an id or a link names the poll that goes.",
    found,
    !isComplete && `Only the newest ${maxSearched} polls were searched.`,
    !isComplete && "list_polls finds older ones.",
  ];
  const isFound = similar.length > 0;
  return new ToolError(
    { what, model, person: "Run the command again with an id." },
    toPollRows("candidates", isFound ? similar : polls),
    { kind: isFound ? "refused" : "not-found" },
  );
}

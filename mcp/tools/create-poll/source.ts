import { sameTitle } from "../../../src/sanitize.ts";
import { rankOptions } from "../../../src/scheduling/index.ts";
import { ArgumentError } from "../../failure.ts";
import { loadPoll } from "../../find/poll.ts";
import type { FoundPoll } from "../../output/poll-output.ts";
import type { ToolContext } from "../tool.ts";
import { type CreatePollArguments, clearable } from "./input.ts";

/** Reads the poll of copyFrom with the options that are copied, and notes for the person. Undefined without copyFrom. */
export async function loadCopySource(
  input: CreatePollArguments,
  context: ToolContext,
): Promise<{ poll: FoundPoll; notes: string[] } | undefined> {
  const { copyFrom, minAvailable, title } = input;
  if (copyFrom === undefined) return undefined;
  const original = await loadPoll(copyFrom, context, { path: "copyFrom", take: "newest" });
  const poll = minAvailable === undefined ? original : await keepAvailable(original, minAvailable, context);
  const { id, status, adminUrl } = poll;
  const kept = clearable.filter((name) => poll[name] && input[name] === undefined);
  const notes = [
    Boolean(poll.others?.length) &&
      "copyFrom: the newest poll of that title is copied; alsoMatched has the others",
    minAvailable !== undefined &&
      `minAvailable: ${poll.options.length} of ${original.options.length} options are copied: those that at least ${minAvailable} can make (yes or if need be)`,
    kept.length > 0 && `copyFrom: copied too: ${kept.join(", ")}; "none" as one of them leaves it out`,
    status === "open" &&
      `copyFrom: poll ${id} stays open. If the person wants it moved, they close it at its adminUrl, ${adminUrl}`,
    (title === undefined || sameTitle(title, poll.title)) &&
      "title: the copy has the title of its original, so name both by id from now on",
  ];
  return { poll, notes: notes.filter((note) => typeof note === "string") };
}

/** Keeps the options that at least this number of people can make: they voted yes or if need be. */
async function keepAvailable(
  poll: FoundPoll,
  minAvailable: number,
  { client, signal, now }: ToolContext,
): Promise<FoundPoll> {
  const { data: participants } = await client.listParticipants({ pollId: poll.id }, { signal });
  const ranked = rankOptions({ poll, participants, now: now().getTime() }).options;
  const enough = ranked.filter(({ available }) => available >= minAvailable);
  if (enough.length === 0) {
    const most = Math.max(0, ...ranked.map(({ available }) => available));
    const message = `no option of the poll has that number of people who can make it; the most is ${most}`;
    throw new ArgumentError([{ path: "minAvailable", message, ask: "how many people are enough" }]);
  }
  const options = enough.toSorted((one, other) => one.number - other.number).map(({ option }) => option);
  return { ...poll, options } as FoundPoll;
}

import type { Poll } from "../../../src/api/web.ts";
import { rankOptions } from "../../../src/scheduling/index.ts";
import { weekdays } from "../../../src/time/days.ts";
import { weekdayOf } from "../../../src/time/index.ts";
import { getStartDate } from "../../../src/time/option-times.ts";
import { ArgumentError } from "../../failure.ts";
import { foldTitle, loadPoll } from "../../find/poll.ts";
import { getPollZone } from "../../output/display.ts";
import { capitalize, pluralize } from "../../output/format.ts";
import type { FoundPoll } from "../../output/poll-output.ts";
import type { ToolContext } from "../../tool.ts";
import { type CreatePollArguments, clearable, listsOptions } from "./input.ts";

/** Reads the poll of copyFrom with the options that are copied, and notes for the person. Undefined without copyFrom. */
export async function loadCopySource(
  input: CreatePollArguments,
  context: ToolContext,
): Promise<{ poll: FoundPoll; notes: string[] } | undefined> {
  const { copyFrom, minAvailable, title } = input;
  if (copyFrom === undefined) return undefined;
  const original = await loadPoll(copyFrom, context, { path: "copyFrom" });
  const poll = minAvailable === undefined ? original : await keepAvailable(original, minAvailable, context);
  const { id, status, adminUrl } = poll;
  const replaced = listsOptions(input);
  const kept = clearable.filter((name) => poll[name] && input[name] === undefined);
  const notes = [
    Boolean(poll.others?.length) && "copyFrom: other polls match, too: alsoMatched has them",
    minAvailable !== undefined &&
      `minAvailable: ${poll.options.length} of ${original.options.length} options are copied: those that at least ${minAvailable} can make (yes or if need be)`,
    poll.participantCount > 0 &&
      `copyFrom: its ${pluralize(poll.participantCount, "answer")} ${poll.participantCount === 1 ? "is" : "are"} not copied: these people vote again`,
    replaced !== undefined &&
      `${replaced}: replace the ${pluralize(original.options.length, "option")} of the original; to add to them, pass all`,
    replaced === undefined && describeWeekdays(poll, input.shiftDays),
    kept.length > 0 && `copyFrom: copied too: ${kept.join(", ")}; "none" as one of them leaves it out`,
    status === "open" &&
      `copyFrom: poll ${id} stays open. If the person wants it moved, they close it at its adminUrl, ${adminUrl}`,
    (title === undefined || foldTitle(title) === foldTitle(poll.title)) &&
      "title: the copy has the title of its original, so name both by id from now on",
  ];
  return { poll, notes: notes.filter((note) => typeof note === "string") };
}

/** The note about a move that changes weekdays: by another number than whole weeks. */
function describeWeekdays(poll: Poll, shiftDays = 0): string | false {
  const [option] = poll.options;
  if (option === undefined || shiftDays % 7 === 0) return false;
  const from = weekdayOf(getStartDate(option, getPollZone(poll)));
  const to = weekdays.at((weekdays.indexOf(from) + shiftDays) % 7) ?? from;
  const weeks = Math.floor(shiftDays / 7) * 7;
  return `shiftDays: the weekdays change, ${capitalize(from)} becomes ${capitalize(to)}; ${weeks === 0 ? "" : `${weeks} or `}${weeks + 7} keeps them`;
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

import * as z from "zod";
import { type Client, getRedactor, type Poll, type PollOption } from "../../src/api/core.ts";
import { formatCalendarEntry, rankOptions } from "../../src/scheduling/index.ts";
import { UserInputError } from "../runtime/errors.ts";
import { defineTool, type ToolContext } from "../runtime/tool.ts";

/** The option in a URI that stands for the best one by votes. */
const best = "best";

/** Reads an option of a poll as a calendar file. Run like a tool, but offered as a resource only. */
export const readCalendarEntry = defineTool({
  name: "read_calendar_entry",
  title: "Calendar entry",
  effect: "read",
  description: "",
  input: z.strictObject({ pollId: z.string(), option: z.string() }),
  output: z.looseObject({ text: z.string() }),
  examples: {},
  async run({ pollId, option }, context) {
    const { client, signal } = context;
    const { data: poll } = await client.getPoll({ pollId }, { signal });
    const chosen = option === best ? await findBest(poll, context) : findByNumber(poll, option);
    const text = await formatCalendarEntry(poll, chosen, { mask: getRedactor(client) });
    return { text: "", data: { text } };
  },
});

function findByNumber({ options }: Poll, number: string): PollOption {
  const chosen = /^[1-9]\d{0,2}$/.test(number) ? options[Number(number) - 1] : undefined;
  if (chosen === undefined)
    throw new UserInputError(
      `The poll has no such option. The option in the URI is a number from 1 to ${options.length}, in the poll's order, or "${best}".`,
    );
  return chosen;
}

async function findBest(poll: Poll, { client, signal, now }: ToolContext): Promise<PollOption> {
  const { data: participants } = await client.listParticipants({ pollId: poll.id }, { signal });
  const options: PollOption[] = poll.options;
  const ranking = rankOptions({
    poll: { options, timeZone: poll.timeZone },
    participants,
    now: now().getTime(),
  });
  if (ranking.best !== null) return ranking.best.option;
  throw new UserInputError(
    `The poll has no best option: nobody has answered, nobody is available, or every option is in the past. Use a number from 1 to ${options.length} instead of "${best}".`,
  );
}

/** The values that complete the option in the URI of a calendar entry: `best`, and the number of each option. */
export async function listOptionValues(
  pollId: string | undefined,
  client: Client,
  signal: AbortSignal,
): Promise<string[]> {
  if (pollId === undefined) return [best];
  const { data } = await client.getPoll({ pollId }, { signal });
  return [best, ...data.options.map((_, index) => String(index + 1))];
}

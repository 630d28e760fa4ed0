import { isPollGone, type Run, step } from "../client.ts";
import { listLeaves, quoteValue, refuse } from "../input/index.ts";

/** A link, or an id: longer than most words, with digits or capitals inside. */
const looksLikeId = /^(?=.*(?:\d|[a-z][A-Z]))[A-Za-z\d]{10,}$|[:/]/;

/** The function of a search: without the poll it finds nothing. A title in place of the poll is an error. */
export const search = <Item>(find: (run: Run) => Promise<Item[]>) =>
  step((run) =>
    find(run).catch((error: unknown): Item[] => {
      if (!isPollGone(error)) throw error;
      const [text = ""] = listLeaves(run.values["poll"]);
      if (looksLikeId.test(text)) return [];
      throw refuse(
        "poll",
        `no poll has the ID ${quoteValue(text)}. Pick one from the list. To find a poll by its title, add a Find Poll step before this one.`,
      );
    }),
  );

/** The poll of a search, with the number of the responses that are read with it. */
export async function readAnswered({ client }: Run, pollId: string) {
  const { data: poll } = await client.getPoll({ pollId });
  const { data: participants } = await client.listParticipants({ pollId });
  return { poll: { ...poll, participantCount: participants.length }, participants };
}

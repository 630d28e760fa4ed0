import type { Search } from "zapier-platform-core";
import { isPollGone, type Run } from "../client.ts";
import { defineStep, type StepTable } from "../define-step.ts";
import { type Fields, type FormOf, listLeaves, quoteValue, refuse } from "../input/index.ts";

/** A link, or an id: longer than most words, with digits or capitals inside. */
const looksLikeId = /^(?=.*(?:\d|[a-z][A-Z]))[A-Za-z\d]{10,}$|[:/]/;

/** A search. Without the poll it finds nothing. A title in place of the poll is an error. */
export const defineSearch = <Table extends Fields, Found>({
  find,
  ...table
}: StepTable<Table, Found> & {
  find: (run: Run, asked: FormOf<Table>) => Promise<NoInfer<Found>[]>;
}) =>
  defineStep(table, async (run, asked, show) => {
    const found = await find(run, asked).catch((error: unknown): Found[] => {
      if (!isPollGone(error)) throw error;
      const [text = ""] = listLeaves(run.values["poll"]);
      if (looksLikeId.test(text)) return [];
      throw refuse(
        "poll",
        `no poll has the ID ${quoteValue(text)}. Pick one from the list. To find a poll by its title, use Title of a Find Poll step.`,
      );
    });
    return found.map(show);
  }) satisfies Search;

/** Throws for a field that is mapped, and empty in this run: what is wanted must not become everything. */
export function refuseLost({ values, bundle }: Run, ...keys: readonly string[]): void {
  const isMapped = (key: string) => String(bundle.inputDataRaw?.[key] ?? "") !== "";
  const lost = keys.find((key) => values[key] === undefined && isMapped(key));
  if (lost !== undefined) throw refuse(lost, "is mapped, but empty. Map a value, or clear the field.");
}

/** The poll of a search, with the number of the responses that are read with it. */
export async function readAnswered({ client }: Run, pollId: string) {
  const { data: poll } = await client.getPoll({ pollId });
  const { data: participants } = await client.listParticipants({ pollId });
  return { poll: { ...poll, participantCount: participants.length }, participants };
}

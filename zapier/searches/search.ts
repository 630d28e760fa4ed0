import type { Search } from "zapier-platform-core";
import { isPollGone, type Run, step } from "../client.ts";
import { defineForm, type Fields, type FormOf, listLeaves, quoteValue, refuse } from "../input/index.ts";
import { type answerFields, listFields, type Outputs, toRecord } from "../output/index.ts";

/** A link, or an id: longer than most words, with digits or capitals inside. */
const looksLikeId = /^(?=.*(?:\d|[a-z][A-Z]))[A-Za-z\d]{10,}$|[:/]/;

/** A search: the table of its form, that of its outputs, and what is found for the one to show in the other. */
export const defineSearch = <Form extends Fields, Found>({
  form: fields,
  find,
  outputs,
  moreFields = [],
  sample,
  label,
  description,
  ...names
}: {
  key: string;
  noun: string;
  label: string;
  description: string;
  form: Form;
  outputs: Outputs<Found>;
  /** Output fields that depend on the form. */
  moreFields?: (typeof answerFields)[];
  find: (run: Run, asked: FormOf<Form>) => Promise<NoInfer<Found>[]>;
  sample: NoInfer<Found>;
}) => {
  const form = defineForm(fields);
  return {
    ...names,
    display: { label, description },
    operation: {
      /** Without the poll it finds nothing. A title in place of the poll is an error. */
      perform: step(async (run) => {
        const asked = form.read(run.values);
        const found = await find(run, asked).catch((error: unknown): Found[] => {
          if (!isPollGone(error)) throw error;
          const [text = ""] = listLeaves(run.values["poll"]);
          if (looksLikeId.test(text)) return [];
          throw refuse(
            "poll",
            `no poll has the ID ${quoteValue(text)}. Pick one from the list. To find a poll by its title, add a Find Poll step before this one.`,
          );
        });
        return found.map((each) => toRecord(outputs, each));
      }),
      inputFields: form.inputFields,
      outputFields: [...listFields(outputs), ...moreFields],
      sample: toRecord(outputs, sample),
    },
  } satisfies Search;
};

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

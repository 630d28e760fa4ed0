import type { PlainOutputField } from "zapier-platform-core";
import { formatOption } from "../src/time/index.ts";
import { displayTimeZone } from "../src/time/zones.ts";
import { step, withoutKey } from "./client.ts";
import { dropBlanks, listLeaves } from "./input/form-values.ts";
import { requirePoll } from "./input/poll.ts";
import { optionKey } from "./output/response.ts";
import { field } from "./output/table.ts";

/** Options that the editor shows before it knows a poll. More options have fields once the step was tested. */
const fieldsWithoutPoll = 10;

/** The times of a poll's options, as labels. */
const readLabels = step(async ({ client, values }) => {
  const { data: poll } = await client.getPoll({ pollId: requirePoll(values) });
  const zone = poll.timeZone === null ? null : displayTimeZone(poll.timeZone);
  return poll.options.map((option) => formatOption(option, zone, { style: "short" }));
});

/**
 * The output fields of the answers, for a step with the field Poll: labeled with the times of a poll that a person picked. A mapped
 * poll is another one in each run. `inputDataRaw` has the values of the form before Zapier fills in mapped ones.
 */
export const answerFields = withoutKey(async (z, bundle): Promise<PlainOutputField[]> => {
  const written = listLeaves(dropBlanks(bundle.inputDataRaw?.["poll"]));
  const isMapped = written.some((text) => text.includes("{{"));
  const labels = isMapped ? [] : await readLabels(z, bundle).catch(() => []);
  const count = labels.length || fieldsWithoutPoll;
  return Array.from({ length: count }, (_, index) =>
    field(optionKey(index), labels[index] ?? `Option ${index + 1}`),
  );
});

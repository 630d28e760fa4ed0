import { type ParsedPeople, type Person, parsePeople } from "../../src/scheduling/index.ts";
import type { FormValues } from "./form-values.ts";
import { quoteValue, refuse } from "./input-error.ts";

const reasons = {
  address: "is not a complete email address. Enter it as sam@example.com.",
  "chat-id": "is the ID of a person in a chat program. Enter the name or the email address.",
  everyone: "is nobody's name. Enter each name or email address.",
  nobody: "is nobody's name. Leave it out.",
  "one-or-two":
    "could be one person or two. Put each on its own line, the first name first, without a comma.",
  "not-a-name": "is not a name or an email address. Enter one of them.",
  fields: "are fields without a name or an email address. Map the name or the email address.",
  data: "is data that cannot be read. Map the name or the email address.",
} as const;

/**
 * The people of a field, from a list, line items or one text. `known` are the participants of the poll, who tell whether
 * `Lovelace, Ada` is one. Throws `InputError` for a text that names nobody.
 */
export function readPeople(values: FormValues, key: string, known: readonly Person[] = []): ParsedPeople {
  const parsed = parsePeople(values[key], known);
  const [problem] = parsed.problems;
  if (problem !== undefined) throw refuse(key, `${quoteValue(problem.text)} ${reasons[problem.reason]}`);
  return parsed;
}

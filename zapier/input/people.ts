import { type ParsedPeople, parsePeople } from "../../src/scheduling/index.ts";
import { labelOf, quoteValue } from "../label.ts";
import { type FormField, required } from "./form.ts";
import { parseJsonText } from "./form-values.ts";
import { InputError } from "./input-error.ts";

const reasons = {
  address: "is not a complete email address. Enter it as sam@example.com.",
  "chat-id": "is the ID of a person in a chat program. Enter the name or the email address.",
  everyone: "is nobody's name. Enter each name or email address.",
  nobody: "is nobody's name. Leave it out.",
  "one-or-two":
    "could be one person or two. Put each on its own line, the first name first, without a comma.",
  several: "could be one person or more. Put each on its own line, the first name first, without a comma.",
  "not-a-name": "is not a name or an email address. Enter one of them.",
  fields: "has neither a name nor an email address. Map one of them.",
  data: "is data that cannot be read. Map the name or the email address.",
  room: "is a room, and nobody else is in this field. Enter names or email addresses.",
} as const;

/** The people of a list, line items or one text. Throws `InputError` for each text that names nobody. */
export function readPeople(value: unknown, key: string): ParsedPeople {
  const parsed = parsePeople(parseJsonText(value));
  const problems = parsed.problems.map(({ text, reason }) => ({
    field: labelOf(key),
    message: `${quoteValue(text)} ${reasons[reason]}`,
  }));
  if (problems.length > 0) throw new InputError(problems);
  return parsed;
}

/** A list of people. */
export const people = (helpText: string, placeholder: string): FormField<ParsedPeople> => ({
  input: { list: true, helpText, placeholder },
  read: (values, key) => readPeople(values[key], key),
});

/** Everybody who was asked. */
export const invited = required(
  people("Everybody who should answer: email addresses, full names, or both.", "Sam Reed <sam@example.com>"),
  "is required. Enter names or email addresses.",
);

import type { PeopleError, Person, PersonProblem } from "../../src/scheduling/index.ts";
import { AdviceError } from "../failure.ts";
import { cleanLine } from "../untrusted.ts";

const words: Record<PersonProblem["kind"], string> = {
  unknown: "nobody of that name or e-mail answered this poll",
  ambiguous: "several people who answered this poll are called that",
  contradiction: "is both required and excluded",
};

/** What to do about people who cannot be told: places in our words, and close names, as data, to choose from. */
export function explainPeople({ problems }: PeopleError<Person>): AdviceError {
  const lines = problems.slice(0, 10).map(({ list, index, kind }) => `- ${list}.${index}: ${words[kind]}`);
  const close = problems.slice(0, 10).map(({ list, index, close: people }) => ({
    place: `${list}.${index}`,
    close: people.map(({ id, name }) => ({ id, name: cleanLine(name, 80) })),
  }));
  return new AdviceError(
    `Nothing was ranked, since some people cannot be told:\n${lines.join("\n")}\nAsk the person who is meant, and call again with a full name, an e-mail address, or an id from the close ones below. Somebody who has not answered cannot be required: leave them out and say so.`,
    { people: close },
  );
}

import { sanitizeLine } from "../../src/api/sanitize.ts";
import type { PeopleError, Person, PersonProblem } from "../../src/scheduling/index.ts";
import { UserInputError } from "../runtime/errors.ts";

type Problem = PersonProblem<Person>;

const isMissing = ({ kind, close }: Problem) => kind === "unknown" && close.length === 0;

function word(problem: Problem): string {
  if (isMissing(problem)) return "nobody of that name or e-mail answered this poll";
  if (problem.kind === "unknown") return "is nobody's whole name or e-mail, but close to those below";
  if (problem.kind === "ambiguous") return "several people who answered this poll are called that";
  return "is both required and excluded";
}

const advice: readonly [applies: (problem: Problem) => boolean, sentence: string][] = [
  [
    (problem) => problem.kind !== "contradiction" && !isMissing(problem),
    "Ask the person who is meant, and call again with a whole name, an e-mail address, or an id from the close ones below.",
  ],
  [isMissing, "Somebody who has not answered cannot be required: leave them out and say so."],
  [({ kind }) => kind === "contradiction", "Ask the person which of the two is meant."],
];

/** What to do about people who cannot be told: places in our words, and close names, as data, to choose from. */
export function toPeopleError({ problems }: PeopleError<Person>): UserInputError {
  // No more than close names were looked for: of those behind, nobody can say whether they answered.
  const shown = problems.slice(0, 10);
  const lines = shown.map((problem) => `- ${problem.list}.${problem.index}: ${word(problem)}`);
  if (problems.length > shown.length) lines.push(`- and ${problems.length - shown.length} more`);
  const next = advice.filter(([applies]) => shown.some(applies)).map(([, sentence]) => sentence);
  const close = shown.map(({ list, index, close: people }) => ({
    place: `${list}.${index}`,
    close: people.map(({ id, name }) => ({ id, name: sanitizeLine(name, 80) })),
  }));
  return new UserInputError(
    `Nothing was ranked, since some people cannot be told:\n${lines.join("\n")}\n${next.join(" ")}`,
    { people: close },
  );
}

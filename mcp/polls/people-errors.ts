import { sanitizeLine } from "../../src/sanitize.ts";
import type { PeopleError, Person, PersonProblem } from "../../src/scheduling/index.ts";
import { UserInputError } from "../runtime/errors.ts";

type Problem = PersonProblem<Person>;

const isMissing = ({ kind, close }: Problem) => kind === "unknown" && close.length === 0;

function describeProblem(problem: Problem): string {
  if (isMissing(problem)) return "not found among the people who answered this poll";
  if (problem.kind === "unknown") return "not found; similar names are below";
  if (problem.kind === "ambiguous") return "ambiguous: several people who answered this poll have this name";
  return "is both required and excluded";
}

const advice: readonly [applies: (problem: Problem) => boolean, sentence: string][] = [
  [
    (problem) => problem.kind !== "contradiction" && !isMissing(problem),
    "Ask the person who is meant. Call again with a full name, a full email address, or an id from below.",
  ],
  [
    isMissing,
    "People who have not answered cannot be required or excluded. Leave them out and tell the person.",
  ],
  [({ kind }) => kind === "contradiction", "Ask the person which of the two is meant."],
];

/** The error for people who were not found or are ambiguous. Similar names are in its data, never in its text. */
export function toPeopleError({ problems }: PeopleError<Person>): UserInputError {
  // Similar names were searched for the first ten only.
  const shown = problems.slice(0, 10);
  const lines = shown.map((problem) => `- ${problem.list}.${problem.index}: ${describeProblem(problem)}`);
  if (problems.length > shown.length) lines.push(`- and ${problems.length - shown.length} more`);
  const next = advice.filter(([applies]) => shown.some(applies)).map(([, sentence]) => sentence);
  const close = shown.map(({ list, index, close: people }) => ({
    place: `${list}.${index}`,
    close: people.map(({ id, name }) => ({ id, name: sanitizeLine(name, 80) })),
  }));
  return new UserInputError(
    `Could not rank: these people were not found or are ambiguous:\n${lines.join("\n")}\n${next.join(" ")}`,
    { people: close },
  );
}

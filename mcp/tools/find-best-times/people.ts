import type { Participant, Poll } from "../../../src/api/web.ts";
import { sanitizeLine } from "../../../src/sanitize.ts";
import { type PersonProblem, parsePeople } from "../../../src/scheduling/index.ts";
import { ArgumentError, ToolError } from "../../failure.ts";
import { toCandidates } from "../../output/people-output.ts";
import { createVoteWriter, letterKey } from "../list-participants-votes.ts";

/** The people of the lists who could not be used. */
export type Unresolved = readonly PersonProblem<Participant>[];

/** Throws ArgumentError for one "Lee or Kim" among the required people, with the way to say that one of them is enough. */
export function refuseEither(required: readonly string[]): void {
  const { people, problems } = parsePeople(required);
  const [either, another] = problems.filter(({ reason }) => reason === "several");
  if (either === undefined || another !== undefined) return;
  const message = `${JSON.stringify(sanitizeLine(either.text, 60))} names several people. If one of them is enough, put them in among, with minAvailable ${people.length + 1}; if all must attend, pass each as an entry of its own`;
  throw new ArgumentError([{ path: "required", message }]);
}

/** Maximum number of people that an error describes. */
const maxRefused = 10;

/** Throws ToolError for people of whom only the person knows who is meant. */
export function refuseUnclear(unresolved: Unresolved, poll: Poll, clockZone: string): void {
  const refused = unresolved
    .filter(({ kind, isShared }) => isShared || kind === "contradiction")
    .slice(0, maxRefused);
  if (refused.length === 0) return;
  const lines = refused.map(
    ({ list, index, isShared }) =>
      `- ${list}.${index}: ${isShared ? "is unclear: several people who answered this poll have this name" : "is both required and optional or excluded"}`,
  );
  throw new ToolError(
    {
      what: `Could not rank, because of these people:\n${lines.join("\n")}`,
      model: `Ask the person who is meant, then call again with each in one list, by a full name, a full email address, or an id from below. The letters of votes: ${letterKey}.`,
      person:
        "Run the command again with each in one list, by a full name, a full email address, or an id from below.",
    },
    {
      people: refused.map(({ list, index, text, candidates }) => ({
        path: `${list}.${index}`,
        query: sanitizeLine(text, 80),
        ...toCandidates(candidates, clockZone, { more: createVoteWriter(poll) }),
      })),
    },
  );
}

/** The people of the lists who are missing or unclear, with the participants that they may be. */
export function listUnresolved(unresolved: Unresolved, poll: Poll, clockZone: string) {
  const rows = Map.groupBy(unresolved, ({ kind }) => kind);
  const more = createVoteWriter(poll);
  const list = (kind: PersonProblem["kind"], field?: string) =>
    rows.get(kind)?.map(({ list, text, candidates, mayBeGroup }) => ({
      ...{ list, name: sanitizeLine(text, 80), perhapsGroup: mayBeGroup || undefined },
      ...(candidates.length > 0 && toCandidates(candidates, clockZone, { ...(field && { field }), more })),
    }));
  return { missing: list("missing", "didYouMean"), unclear: list("unclear") };
}

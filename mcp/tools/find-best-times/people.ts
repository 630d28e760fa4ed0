import type { Participant, Poll } from "../../../src/api/web.ts";
import { sanitizeLine } from "../../../src/sanitize.ts";
import { type PersonProblem, parsePeople } from "../../../src/scheduling/index.ts";
import { ArgumentError } from "../../failure.ts";
import { cutRows } from "../../output/format.ts";
import { toCandidates } from "../../output/people-output.ts";
import { createVoteWriter, letterKey } from "../list-participants-votes.ts";

/** Maximum number of people whose candidates an error has. */
const maxRefused = 10;

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

/** Throws ArgumentError for people of whom only the person knows who is meant. */
export function refuseUnclear(unresolved: Unresolved, poll: Poll, clockZone: string): void {
  const refused = unresolved.filter(({ kind, isShared }) => isShared || kind === "contradiction");
  if (refused.length === 0) return;
  const ask = `who is meant, then pass each in one list, by a full name, a full email address, or an id from below. The letters of votes: ${letterKey}`;
  const problems = refused.map(({ list, index, isShared }) => ({
    path: `${list}.${index}`,
    message: isShared
      ? "is unclear: several people who answered this poll have this name"
      : "is both required and optional or excluded",
    ask,
  }));
  const rows = refused.map(({ list, index, text, candidates }) => ({
    path: `${list}.${index}`,
    query: sanitizeLine(text, 80),
    ...toCandidates(candidates, clockZone, { more: createVoteWriter(poll) }),
  }));
  throw new ArgumentError(problems, cutRows("people", rows, maxRefused));
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

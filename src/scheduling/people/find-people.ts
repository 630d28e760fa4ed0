/** Who of a list has answered, and who somebody is who is looked up. */
import { foldText } from "../../fold-text.ts";
import { throwIfAny } from "../../problem.ts";
import { quote } from "../../sanitize.ts";
import { checkQueries, groupResponses, mergeEntries, type PersonQuery, toEntry } from "./identity.ts";
import type { Person } from "./mailboxes.ts";
import { type FoundPerson, matchList, type UnknownPerson } from "./match.ts";
import { readName, toNameKey } from "./names.ts";
import { parsePeople, type UnusedText } from "./parse-people.ts";

/**
 * Finds people among the participants of a poll. An entry is found by participant id or email, or if all words of its name stand, in any
 * order, in exactly one participant's name, or the other way round, beside at most one other word; one word has to be the whole name. It
 * is unclear if several fit, or if each word of the shorter name is, begins or is spelled like one of the other. Accents do not count.
 * Nicknames, other scripts and changed names are not known. A response belongs to one entry: to the one with its email, else to the one with its full name. A text that may name several people,
 * such as `Ada Lee & Bob`, is at most unclear. `listed` are all people who are named, in this list and others: of those who share an
 * email each is one. Throws PlanError for unknown names, and for an entry without a name and an email.
 */
export function findPeople<P extends Person>(
  queries: readonly PersonQuery[],
  participants: readonly P[],
  listed: readonly PersonQuery[] = queries,
): (FoundPerson<P> | UnknownPerson<P>)[] {
  // A ranking has several lists, which are often empty.
  if (queries.length === 0) return [];
  throwIfAny(checkQueries(queries, "people"));
  const { results } = matchList(queries.map(toEntry), participants, listed.map(toEntry));
  return results.map((match, index) => {
    if (match.kind !== "found" || !mayNameSeveral(queries[index], match.person)) return match;
    const { text, name, email, person } = match;
    return { text, name, email, kind: "unclear", candidates: [person], isShared: false, mayBeGroup: false };
  });
}

/** Whether a text may name several people, unless somebody typed it as the name. */
function mayNameSeveral(query: PersonQuery | undefined, person: Person): boolean {
  if (typeof query !== "string" || toNameKey(readName(query)) === toNameKey(readName(person.name)))
    return false;
  const { people, problems } = parsePeople(query);
  return people.length > 1 || problems.some(({ reason }) => reason === "several" || reason === "one-or-two");
}

/**
 * Finds one person who is looked up: also by a name that only one participant typed so, or by one word that only one participant's name
 * has. Nobody is reminded there.
 */
export function lookUpPerson<P extends Person>(
  query: PersonQuery,
  participants: readonly P[],
): FoundPerson<P> | UnknownPerson<P> {
  const [match] = findPeople([query], participants) as [FoundPerson<P> | UnknownPerson<P>];
  if (match.kind !== "unclear" || match.email !== null) return match;
  const people = groupResponses(participants);
  const typed = people.filter((own) => own.some(({ name }) => foldText(name) === foldText(match.name)));
  const forms = readName(match.name);
  const word = new Set(forms[0]?.length === 1 ? forms.flat() : []);
  const hasWord = ({ name }: P) => readName(name).some((words) => words.some((each) => word.has(each)));
  const [responses, ...more] = typed.length === 1 ? typed : people.filter((own) => own.some(hasWord));
  const person = responses?.at(-1);
  if (responses === undefined || person === undefined || more.length > 0) return match;
  const { text, name, email } = match;
  return { kind: "found", text, name, email, person, responses };
}

/** The people of a list, compared with those who answered. Each of the list is in exactly one group. */
export interface InviteeComparison<P extends Person> {
  /** Exactly one person's responses are theirs. */
  answered: FoundPerson<P>[];
  /** No response is theirs. */
  missing: UnknownPerson<P>[];
  /** It is not clear which response is theirs, or whether one is. */
  unclear: UnknownPerson<P>[];
  /** Answered, and not in the list: of each person the last response. */
  extra: P[];
  /** Whether somebody has answered, and no entry is or may be one of them: perhaps the list has groups or other names. */
  fitsNobody: boolean;
}

/**
 * Compares a list of invited people with those who answered, by the rule of {@link findPeople}. A text is read by
 * {@link parsePeople}. Who is named several times counts once. Throws PlanError as findPeople does, and with each entry that names nobody.
 */
export function compareInvitees<P extends Person>(
  invited: string | readonly PersonQuery[],
  participants: readonly P[],
): InviteeComparison<P> {
  const isText = typeof invited === "string";
  const texts = isText ? invited : invited.filter((each) => typeof each === "string");
  const { people, problems } = parsePeople(texts);
  // An element is one entry, and an empty one is nothing.
  const unread = problems.filter(({ reason }) => isText || !/^(?:not-a-name|one-or-two)$/.test(reason));
  const toProblem = ({ text, reason }: UnusedText) => ({
    path: "invited",
    message: `${quote(text)} is not read: ${reason}`,
  });
  throwIfAny([...(isText ? [] : checkQueries(invited, "invited")), ...unread.map(toProblem)]);
  const entries = mergeEntries(isText ? people : invited.map(toEntry));
  const { results, free } = matchList(entries, participants);
  const list = (kind: "unclear" | "missing") =>
    results.filter((each): each is UnknownPerson<P> => each.kind === kind);
  const [unclear, missing] = [list("unclear"), list("missing")];
  const possible = new Set(unclear.flatMap(({ candidates }) => candidates));
  return {
    answered: results.filter((each) => each.kind === "found"),
    missing,
    unclear,
    extra: free.filter((person) => !possible.has(person)),
    fitsNobody: participants.length > 0 && results.length > 0 && missing.length === results.length,
  };
}

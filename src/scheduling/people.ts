import { foldName, likenName, reduceName } from "./folded-name.ts";

/** What ranking needs of a participant. */
export interface Person {
  id: string;
  name: string;
  email: string | null;
}

/** Why a person that someone named could not be used. */
export interface PersonProblem<Someone extends Person = Person> {
  /** Which list it was in, and where, from 0. */
  list: "required" | "exclude";
  index: number;
  /** What was asked for, as it came. */
  query: string;
  kind: "unknown" | "ambiguous" | "contradiction";
  /** The participants that it may have meant, five at most. Their names are typed by strangers: data, never instructions. */
  close: Someone[];
}

const closest = 5;
// Looking for close names reads every participant: a wish with many mistakes gets suggestions for the first ones.
const suggested = 10;
const alike = 0.4;

/** Thrown when required or excluded people cannot be told apart or found. Its message holds no participant's name. */
export class PeopleError<Someone extends Person = Person> extends Error {
  override readonly name = "PeopleError";
  readonly problems: readonly PersonProblem<Someone>[];

  constructor(problems: readonly PersonProblem<Someone>[]) {
    const shown = problems
      .slice(0, suggested)
      .map(({ list, index, kind }) => `${list}.${index}: ${words[kind]}`);
    const more = problems.length - shown.length;
    super(more > 0 ? `${shown.join("; ")}; and ${more} more` : shown.join("; "));
    this.problems = problems;
  }
}

const words = {
  unknown: "nobody of that name or e-mail answered this poll",
  ambiguous: "several people who answered this poll are called that; use the e-mail address",
  contradiction: "is both required and excluded",
};

/** The people that names, e-mail addresses or participant ids stand for. */
export interface ChosenPeople<Someone extends Person> {
  required: Someone[];
  excluded: Someone[];
}

/** Finds required and excluded people by participant id, e-mail or full name. Throws PeopleError with every problem. */
export function choosePeople<Someone extends Person>(
  people: readonly Someone[],
  required: readonly string[] = [],
  exclude: readonly string[] = [],
): ChosenPeople<Someone> {
  if (required.length === 0 && exclude.length === 0) return { required: [], excluded: [] };
  const index = indexPeople(people);
  const problems: PersonProblem<Someone>[] = [];
  const find = (list: PersonProblem["list"], queries: readonly string[]) => {
    const found = new Set<Someone>();
    queries.forEach((query, place) => {
      const matches = lookUp(index, query);
      const [match] = matches;
      if (match && matches.length === 1) {
        found.add(match);
        return;
      }
      const kind = match ? "ambiguous" : "unknown";
      const close = match
        ? matches.slice(0, closest)
        : problems.length < suggested
          ? findClose(people, query)
          : [];
      problems.push({ list, index: place, query, kind, close });
    });
    return found;
  };
  const wanted = find("required", required);
  const unwanted = find("exclude", exclude);
  exclude.forEach((query, place) => {
    const [match, ...others] = lookUp(index, query);
    if (!match || others.length > 0 || !wanted.has(match)) return;
    problems.push({ list: "exclude", index: place, query, kind: "contradiction", close: [match] });
  });
  if (problems.length > 0) throw new PeopleError(problems);
  return { required: [...wanted], excluded: [...unwanted] };
}

interface PeopleIndex<Someone> {
  ids: Map<string, Someone>;
  emails: Map<string, Someone[]>;
  names: Map<string, Someone[]>;
}

function indexPeople<Someone extends Person>(people: readonly Someone[]): PeopleIndex<Someone> {
  const index: PeopleIndex<Someone> = { ids: new Map(), emails: new Map(), names: new Map() };
  for (const person of people) {
    index.ids.set(person.id, person);
    if (person.email) file(index.emails, foldName(person.email), person);
    file(index.names, foldName(person.name), person);
  }
  return index;
}

function file<Someone>(shelf: Map<string, Someone[]>, key: string, person: Someone): void {
  const present = shelf.get(key);
  if (present) present.push(person);
  else shelf.set(key, [person]);
}

function lookUp<Someone>({ ids, emails, names }: PeopleIndex<Someone>, query: string): Someone[] {
  const byId = ids.get(query);
  if (byId) return [byId];
  const folded = foldName(query);
  if (folded === "") return [];
  // Someone may call herself by another's address: the address itself counts for more than a name.
  return emails.get(folded) ?? names.get(folded) ?? [];
}

function findClose<Someone extends Person>(people: readonly Someone[], query: string): Someone[] {
  const wanted = reduceName(foldName(query));
  const score = ({ name, email }: Person) =>
    Math.max(
      likenName(wanted, reduceName(foldName(name))),
      email === null ? 0 : likenName(wanted, reduceName(foldName(email))),
    );
  return people
    .map((person) => ({ person, score: score(person) }))
    .filter(({ score }) => score >= alike)
    .sort((one, other) => other.score - one.score)
    .slice(0, closest)
    .map(({ person }) => person);
}

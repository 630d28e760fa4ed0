/** Options for everybody together: sessions of which each person comes to one, and who goes when. */
import type { Participant, Poll, PollOption } from "../../../src/api/web.ts";
import { sanitizeLine } from "../../../src/sanitize.ts";
import type { Assignment, PersonProblem, Ranking, SessionSet } from "../../../src/scheduling/index.ts";
import { compareOptionTimes, type OptionTime } from "../../../src/time/index.ts";
import { getOptionEnd, getOptionStart } from "../../../src/time/option-times.ts";
import type { OptionFormat } from "../../output/display.ts";
import { cutList, cutRows, pluralize } from "../../output/format.ts";
import { nameLists, toName } from "../../output/people-output.ts";
import { describePast } from "../../output/ranking-summary.ts";
import type { Sentences } from "../../sentences.ts";
import type { Unresolved } from "./people.ts";

type Sessions = SessionSet<PollOption, Participant>;

/** `Together, options 1 and 4 reach 9 people; 1 can make none of them.` */
export function describeSessions([best]: readonly Sessions[]): string {
  if (best === undefined) return "There are not as many free options ahead as sessions.";
  const numbers = best.sessions.map(({ number }) => number);
  const { none, unknown } = best;
  const rest = [
    none.length > 0 && `${none.length} can make none of them`,
    unknown.length > 0 && `whether ${unknown.length} of required and among can is unknown`,
  ].filter(Boolean);
  return `Together, options ${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)} reach ${pluralize(best.reached, "person", "people")}; ${rest.join(", ") || "nobody is left out"}.`;
}

export const toSessionsOutput = ({ sessions, reached, none, unknown }: Sessions, format: OptionFormat) => ({
  reached,
  options: sessions.map(({ number, option, people, ifNeedBe }) => ({
    ...{ number, when: format.format(option) },
    ...nameLists({ names: people, ifNeedBeNames: ifNeedBe }),
  })),
  ...nameLists({ canMakeNone: none, ...listTexts(unknown) }),
});

/** The people of the lists who are missing or unclear, as they were named. */
export function listTexts(unresolved: Unresolved) {
  const list = (wanted: PersonProblem["kind"]) =>
    unresolved.flatMap(({ kind, text }) => (kind === wanted ? text : []));
  return { missing: list("missing"), unclear: list("unclear") };
}

type Assigned = Assignment<PollOption, Participant>;

/** How many people have an option, and what to know before it is passed on. */
export function describeAssignment(
  { schedule, left, unknown }: Assigned,
  { options }: Poll,
  { ranking, busy }: { ranking: Ranking<PollOption, Participant>; busy: number },
): Sentences {
  const { required } = ranking;
  const ifNeedBe = schedule.reduce((sum, each) => sum + each.ifNeedBe.length, 0);
  const placed = schedule.reduce((sum, each) => sum + each.people.length, ifNeedBe);
  const unanswered = unknown.filter(({ kind }) => kind === "missing").length;
  const others = left.length + unanswered;
  const unsure = unknown.filter(({ list }) => list === "required").length;
  const leftOut = unsure + left.filter(({ person }) => required.includes(person)).length;
  const byTime: OptionTime[] = options.toSorted(compareOptionTimes);
  const overlap = byTime.some((option, at) => {
    const next = byTime[at + 1];
    return next !== undefined && getOptionStart(next) < getOptionEnd(option);
  });
  return [
    ...describePast(ranking.options),
    `With an option of their own (schedule): ${placed} of ${pluralize(placed + others, "person", "people")}${ifNeedBe > 0 ? `, ${ifNeedBe} of them if need be` : ""}.`,
    others > 0 && `Without one: ${others}; left says why.`,
    leftOut > 0 && `${leftOut} of ${required.length + unsure} who must attend have none.`,
    busy > 0 && `Collide with busy, so take nobody: ${pluralize(busy, "option")}.`,
    overlap && "Some options overlap: they count as independent.",
    "Rallly limits no slot and keeps no schedule: the person tells everybody theirs.",
  ];
}

/** Maximum number of people without an option whom the data names, and of the options of each. The rest is counted. */
const [maxLeft, maxOptions] = [50, 10];

/** Who goes when, by time, and who is left, with the numbers of the options that they can make. People of one name have their ids. */
export function toAssignmentOutput({ schedule, left, unknown }: Assigned, { format }: OptionFormat) {
  const unanswered = unknown.filter(({ kind }) => kind === "missing");
  const placed = schedule.flatMap(({ people, ifNeedBe }) => [...people, ...ifNeedBe]);
  const byName = Map.groupBy([...placed, ...left.map(({ person }) => person)], toName);
  const tell = (person: Participant) =>
    byName.get(toName(person))?.[1] ? `${toName(person)} (${person.id})` : toName(person);
  const rows = [
    ...unanswered.map(({ text }) => ({ name: sanitizeLine(text, 80), why: "no answer", options: [] })),
    ...left.map(({ person, options }) => ({
      name: tell(person),
      why: options.length > 0 ? "taken" : "no option",
      options: cutList(options, maxOptions),
    })),
  ];
  return {
    schedule: schedule.map(({ number, option, people, ifNeedBe }) => ({
      ...{ number, when: format(option), names: people.map(tell) },
      ...(ifNeedBe.length > 0 && { ifNeedBeNames: ifNeedBe.map(tell) }),
    })),
    ...cutRows("left", rows, maxLeft),
  };
}

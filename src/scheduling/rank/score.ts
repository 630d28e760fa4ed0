/** The counts that options are compared by. */
export interface Score {
  /** Number of required people who are available. */
  required: number;
  /** Number of people who are available: they voted yes or if need be. */
  available: number;
  /** Number of people who voted yes. */
  yes: number;
}

/** Negative when the first is better: more required people, then more people available, then more yes votes. 0: a tie. */
export function compareScores(one: Score, other: Score): number {
  return other.required - one.required || other.available - one.available || other.yes - one.yes;
}

/** Why the loser ranks below the winner, without names: "fewer people are available (4, not 6)". */
export function explainDifference(winner: Score, loser: Score): string {
  if (loser.required !== winner.required) {
    return `fewer of the required people are available (${loser.required}, not ${winner.required})`;
  }
  if (loser.available !== winner.available) {
    return `fewer people are available (${loser.available}, not ${winner.available})`;
  }
  if (loser.yes !== winner.yes) {
    return `as many people are available, but fewer voted yes (${loser.yes}, not ${winner.yes})`;
  }
  return "tied; the earlier option is listed first";
}

/** Describes a tie of several options. */
export function explainTie(size: number, { available, yes }: Score): string {
  const people = available === 1 ? "1 person is" : `${available} people are`;
  return `${size} options are tied: ${people} available for each (${yes} yes); the earlier option is listed first`;
}

/** The counts by which an option is compared with another. */
export interface Score {
  /** How many of the required people can make it. */
  required: number;
  /** How many can make it, those who would rather not included. */
  available: number;
  /** How many can make it without reservation. */
  yes: number;
}

/** Negative when the first is the better: more required people, then more people, then more plain yes. 0 is a tie. */
export function compareScores(one: Score, other: Score): number {
  return other.required - one.required || other.available - one.available || other.yes - one.yes;
}

/** Why one option stands before another, in a sentence without names: "fewer people can make it (4, not 6)". */
export function explainDifference(winner: Score, loser: Score): string {
  if (loser.required !== winner.required) {
    return `fewer of the required people can make it (${loser.required}, not ${winner.required})`;
  }
  if (loser.available !== winner.available) {
    return `fewer people can make it (${loser.available}, not ${winner.available})`;
  }
  if (loser.yes !== winner.yes) {
    return `as many can make it, but fewer of them gladly (${loser.yes}, not ${winner.yes})`;
  }
  return "as many can make it just as gladly: a tie, and the earlier goes first";
}

/** What several options have in common that no rule but the calendar tells apart. */
export function explainTie(size: number, { available, yes }: Score): string {
  const people = available === 1 ? "1 person" : `${available} people`;
  return `${size} options tie: ${people} can make each, ${yes} of them gladly; the earlier goes first`;
}

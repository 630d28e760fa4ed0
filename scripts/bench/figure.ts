/** What a figure of `npm run bench` is: measured beside what it is compared with, in one run, with a bound. */

/** The bound of a row. `more` is the difference of value and reference, in the row's unit. */
export type Bound =
  | { ratioAtMost: number }
  | { ratioAtLeast: number }
  | { moreAtMost: number }
  | { atMost: number };

/** A row of the table. */
export interface Row {
  /** What is measured, for example `client.getPoll`. */
  figure: string;
  value: number;
  /** The unit of value and reference, for example `ms`. */
  unit: string;
  /** What the value is compared with. */
  comparedWith: string;
  reference: number;
  /** Value by reference: the median of the ratios of the rounds, where there are rounds. */
  ratio: number;
  /** Left out where nothing is checked. */
  bound?: Bound;
  /** The bound of `--check`, wider than the other one where times or memory are measured: a busy or slow machine must not fail. */
  accepted?: Bound;
}

/** How a figure is measured. */
export interface MeasureOptions {
  /** The figure's settings, some of them replaced by `--set`. */
  settings: Record<string, number>;
  /** Prints details. They appear only with `--only`. */
  log: (text: string) => void;
}

/** A figure. It is the export `figure` of `scripts/bench/<name>.ts`, and runs in its own process with `--expose-gc`. */
export interface Figure {
  /** One line that says what is measured. */
  title: string;
  /** Numbers that `--set name=value` replaces, with their defaults. */
  settings?: Record<string, number>;
  /** Settings of `--check`, where fewer rounds are enough. */
  checkSettings?: Record<string, number>;
  /** Measures, and returns the rows of the table. Whatever it starts, it stops. */
  measure(options: MeasureOptions): Promise<Row[]>;
}

/** The median; 0 of an empty list. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/**
 * Runs every candidate once in each round, in an order that rotates, so that a slow moment of the machine meets all of them.
 * Each returns its measurement. The first `warmup` rounds are dropped. Returns the measurements of each candidate by round.
 */
export async function alternate<Name extends string>(
  candidates: Record<Name, () => number | Promise<number>>,
  { rounds, warmup = 1 }: { rounds: number; warmup?: number },
): Promise<Record<Name, number[]>> {
  const names = Object.keys(candidates) as Name[];
  const measured = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -warmup; round < rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(turn + round + warmup) % names.length] as Name;
      const value = await candidates[name]();
      if (round >= 0) measured[name].push(value);
    }
  }
  return measured;
}

/** The row of a figure that was measured in rounds together with what it is compared with. */
export function toRow(
  row: Pick<Row, "figure" | "unit" | "comparedWith" | "bound" | "accepted">,
  values: readonly number[],
  references: readonly number[],
): Row {
  const ratio = median(values.map((value, round) => value / (references[round] ?? Number.NaN)));
  return { ...row, value: median(values), reference: median(references), ratio };
}

/** Whether a row keeps a bound, its own or another one. True without a bound. */
export function isWithin({ value, reference, ratio }: Row, bound: Bound | undefined): boolean {
  if (!bound) return true;
  if ("ratioAtMost" in bound) return ratio <= bound.ratioAtMost;
  if ("ratioAtLeast" in bound) return ratio >= bound.ratioAtLeast;
  if ("moreAtMost" in bound) return value - reference <= bound.moreAtMost;
  return value <= bound.atMost;
}

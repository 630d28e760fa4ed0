/** Keeps every result of a function of two texts: what a page asks of the clocks of zones, 2,000 times for 100 options. */
export function keepAll<Result>(run: (one: string, other: string) => Result) {
  const known = new Map<string, Result>();
  return (one: string, other: string): Result => {
    const key = `${one} ${other}`;
    const result = known.get(key) ?? run(one, other);
    known.set(key, result);
    return result;
  };
}

/** Keeps the last result of a function, for the same arguments. */
export function remember<Arguments extends unknown[], Result>(
  run: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  let last: { args: Arguments; result: Result } | undefined;
  return (...args) => {
    const isKnown = last?.args.every((each, at) => each === args[at]);
    if (last === undefined || !isKnown) last = { args, result: run(...args) };
    return last.result;
  };
}

/** A mistake in the form of a key: what is wrong, and what to do. Never contains a part of the key. */
export interface KeyMistake {
  /** Completes a sentence that begins with the name of the key's field or variable. */
  found: string;
  /** What to do, as a sentence. */
  advice: string;
}

/** Where a key comes from. */
export const createKey =
  'The owner of a space on a Pro plan creates a key at rallly.co, in the space\'s settings under "API keys".';
const copyAgain = "Copy only the key again: it begins with sk_.";

/** Common mistakes. The first that matches is reported. */
const mistakes: readonly [RegExp, string, string][] = [
  [/^["'`‘’“”«»]|["'`‘’“”«»]$/u, "has quotes around it", "Remove the quotes."],
  [/^(?:authorization\s*:\s*)?bearer\s/iu, 'begins with "Bearer"', copyAgain],
  [
    // A key may have "=" inside or at its end.
    /^(?:export\s+|set\s+|\$env:)?(?!sk_)(?:RALLLY_API_KEY\s*=|[a-z_]\w*\s*=(?!=*$))/iu,
    "begins with the name of a variable",
    copyAgain,
  ],
  [
    /^\$|^%.*%$|\$\{/u,
    "is the name of a variable that was not replaced",
    "Put the key itself there, or let the program that starts this replace it.",
  ],
  [
    // A prefix may begin with x.
    /^sk_?(?:\.{2,}|…|\*+|$)|^sk_?x[x_]*x$|^<.*>$|^(?:your|my|the|api)[-_ ](?:[a-z]+[-_ ])*key(?:[-_ ]here)?$|sk_<|(?:[.*]{3}|…)$/iu,
    "is a placeholder",
    createKey,
  ],
];

/** Finds a common mistake in a key without white space around it, such as quotes. Keys of unknown forms have none. */
export function findKeyMistake(key: string): KeyMistake | undefined {
  const [, found, advice] = mistakes.find(([pattern]) => pattern.test(key)) ?? [];
  return found === undefined || advice === undefined ? undefined : { found, advice };
}

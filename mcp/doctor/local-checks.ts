import { minNodeVersion } from "../../src/node-version.ts";
import type { Check } from "./report.ts";

/** The Node.js that runs this. The program's entry refuses older ones. */
export function checkNode(version: string = process.versions.node): Check {
  return { name: "node", status: "ok", found: `${version} (${minNodeVersion} or newer is needed)` };
}

const createKey =
  'The owner of a space on a Pro plan creates a key at rallly.co, in the space\'s settings under "API keys".';
const copyAgain = "Copy only the key again: it begins with sk_.";

/** Common mistakes in a key. The first that matches is reported. */
const mistakes: readonly [RegExp, string, string][] = [
  [
    /^["'`‘’“”«»]|["'`‘’“”«»]$/u,
    "has quotes around it",
    "Remove the quotes. Some programs do not remove them from variables.",
  ],
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
    /^sk_?(?:\.{2,}|…|x+|\*+|$)|^<.*>$|^(?:your|my|the|api)[-_ ](?:[a-z]+[-_ ])*key(?:[-_ ]here)?$|sk_<|(?:[.*]{3}|…)$/iu,
    "is a placeholder",
    createKey,
  ],
  [/\s/u, "has white space inside", copyAgain],
  [/[^\x21-\x7e]/u, "has a character that no key has", copyAgain],
];

/**
 * Checks the form of the key, without a request. The text never contains a part of the key. A key of another form than today's
 * is a warning, because the form may change.
 */
export function checkKeyForm(given: string | undefined, withoutKey: boolean): Check {
  const name = "key-form";
  if (withoutKey) return { name, status: "skipped", found: "--without-key" };
  const key = given?.trim() ?? "";
  if (key === "") {
    const advice = `${createKey} Set RALLLY_API_KEY to it, or leave out the checks of key, plan, rate limit and polls with --without-key.`;
    return { name, status: "failed", found: "RALLLY_API_KEY is not set", advice };
  }
  for (const [pattern, found, advice] of mistakes)
    if (pattern.test(key)) return { name, status: "failed", found: `RALLLY_API_KEY ${found}`, advice };
  if (!/^sk_[A-Za-z0-9]+_[\w.~+/=-]{8,}$/u.test(key))
    return {
      name,
      status: "warning",
      found: "RALLLY_API_KEY does not have the form sk_<prefix>_<secret>",
      advice: "If the service does not accept it below, copy it again.",
    };
  if (given !== key)
    return {
      name,
      status: "warning",
      found: "RALLLY_API_KEY has white space around it, which is ignored here",
      advice: "Remove it: other programs may send it.",
    };
  return { name, status: "ok", found: "sk_<prefix>_<secret>" };
}

import { createKey, findKeyMistake, type KeyMistake } from "../../src/api/setup.ts";
import { minNodeVersion } from "../../src/node-version.ts";
import type { Check } from "./report.ts";

/** The Node.js that runs this. The program's entry refuses older ones. */
export function checkNode(version: string = process.versions.node): Check {
  return { name: "node", status: "ok", found: `${version} (${minNodeVersion} or newer is needed)` };
}

const copyAgain = "Copy only the key again: it begins with sk_.";

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
  const mistake = findKeyMistake(key) ?? findInvalidCharacter(key);
  if (mistake)
    return { name, status: "failed", found: `RALLLY_API_KEY ${mistake.found}`, advice: mistake.advice };
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

function findInvalidCharacter(key: string): KeyMistake | undefined {
  if (/\s/u.test(key)) return { found: "has white space inside", advice: copyAgain };
  return /^[\x21-\x7e]+$/u.test(key)
    ? undefined
    : { found: "has a character that no key has", advice: copyAgain };
}

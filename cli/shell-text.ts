import type { FailureText } from "../mcp/failure.ts";

/** The three endings of a failure as a model reads them, and as the person in the shell does. */
const endings: readonly (readonly [forModel: RegExp, forPerson: string])[] = [
  [/Correct and call again/g, "Correct it, and run the command again"],
  [/Ask the person/g, "Decide"],
  [/Tell the person (?:that |to |: )/g, ""],
  [/Tell the person(?:: |; | and )/g, ""],
  [/ ?Tell the person(?: if it happens again| what you found)?\./g, ""],
  [/\bcall(ing)? again/gi, "run$1 the command again"],
];

/** The text of a failed tool for the person who ran it: what happened, and what to do. */
export function toShellText(text: FailureText | string): string {
  const replaced = endings.reduce((each, [forModel, forPerson]) => each.replace(forModel, forPerson), text);
  return replaced
    .replace(/\brun(ing) the/g, "running the")
    .replace(
      /(^|[.?!]\s+)([a-z])(?![a-z]*_)/g,
      (_, before: string, letter: string) => before + letter.toUpperCase(),
    );
}

/** What a failure tells a model to do, and how the person in the shell reads it. */
const endings: readonly (readonly [forModel: RegExp, forPerson: string])[] = [
  [/Correct and call again/g, "Correct it, and run the command again"],
  [/\bthey (?=mean|want|invited)/g, "you "],
  [/, unless they (?:said it|named its city)/g, ""],
  [/Ask the person for/g, "Name"],
  [/Ask the person/g, "Decide"],
  [/Tell the person(?:: |; | and | that | to )/g, ""],
  [/ ?Tell the person(?: if it happens again| what you found)?\./g, ""],
  [/\bcalling again/gi, "running the command again"],
  [/\bcall again/gi, "run the command again"],
];

/** The text of a failed tool for the person who ran it: what happened, and what to do. */
export function toShellText(text: string): string {
  const replaced = endings.reduce((each, [forModel, forPerson]) => each.replace(forModel, forPerson), text);
  return replaced.replace(
    /(^|[.?!]\s+)([a-z])(?![a-z]*_)/g,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );
}

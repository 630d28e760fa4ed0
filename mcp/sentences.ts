/** Sentences of our own. One that names a tool is said only where the session has that tool; what must always be said names none. */
export type Sentences = readonly (string | false | undefined)[];

/** Joins sentences, without those that name a tool that is hidden from the session. */
export const writeSentences = (sentences: Sentences, hidden: readonly string[] = []): string =>
  sentences.filter((sentence) => sentence && !namesTool(sentence, hidden)).join(" ");

/** Whether a text names one of these tools. */
export const namesTool = (text: string, names: readonly string[]): boolean =>
  names.some((name) => RegExp(`\\b${name}\\b`).test(text));

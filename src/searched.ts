import { foldText } from "./fold-text.ts";

// Korean has spaces, but its words end with particles.
const unspacedRun = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]+/u;
const isUnspaced = (word: string) => unspacedRun.test(word);
const hangul = /^\p{scx=Hang}+$/u;

/** A text to look in: its words, and without spaces for scripts that have none. */
export interface Searched {
  words: readonly string[];
  joined: string;
}

/** The words of a text, folded, without what elision and possession add: offsite of l'offsite, ada of Ada's. */
export function splitWords(text: string): string[] {
  const folded = foldText(text);
  const words =
    folded.match(/[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}\p{N}]+)*/gu) ?? folded.match(/\p{So}+/gu) ?? [];
  return words.map((word) => word.replace(/^[cdjlmnst]'|'s$/g, ""));
}

export function readSearched(...texts: string[]): Searched {
  const words = texts.flatMap(splitWords);
  return { words, joined: words.join("") };
}

/**
 * Whether a word begins a word of the text, or is two of them: kickoff of kick-off. Numbers and abbreviations are whole words: "pr"
 * does not begin "project".
 */
export function beginsWord({ words, joined }: Searched, word: string): boolean {
  if (isUnspaced(word)) return joined.includes(word);
  const isWhole = /^\p{N}/u.test(word) || word.length <= (hangul.test(word) ? 1 : 2);
  return words.some((each, index) =>
    isWhole ? each === word : each.startsWith(word) || each + words[index + 1] === word,
  );
}

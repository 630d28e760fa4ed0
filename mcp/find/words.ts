import { measureDistance } from "../../src/edit-distance.ts";
import { foldText } from "../../src/fold-text.ts";
import { beginsWord, isUnspaced, type Searched, splitWords, unspacedRun } from "../../src/searched.ts";

// Words that say nothing about which poll is meant, folded. They neither find a poll nor keep one from being found.
const silentWords = new Set(
  `the this that these those of for with about on in at to from by and is are was our my your his her their its
   when which thing poll polls survey vote votes voting rallly
   der die das den dem des ein eine einen einem einer und mit fur von vom uber zu zum zur im am an auf bei unser unsere
   mein meine umfrage abstimmung terminumfrage
   le la les un une du de et avec pour sur au aux notre mon ma sondage
   el los las una del al con para por sobre nuestra nuestro mi encuesta
   il lo gli uno dello della di da per su nostro sondaggio
   het een van voor met onze peiling os um uma dos das com nossa enquete 投票 アンケート`.split(/\s+/),
);

// Words for almost any meeting, folded. They find nothing alone, and a title without them may be another meeting.
const genericWords = new Set(
  `meeting meetings meet meetup call lunch dinner breakfast brunch coffee drinks chat talk sync session event
   appointment date dates day days time times week
   treffen besprechung termin sitzung essen mittagessen abendessen fruhstuck kaffee anruf tag woche
   reunion dejeuner diner rendez vous appel comida cena almuerzo llamada cita riunione pranzo chiamata incontro
   vergadering afspraak almoco jantar 会議 会议 午餐 ミーティング ランチ 회의 점심`.split(/\s+/),
);

const runs = new RegExp(`${unspacedRun.source}|(?:(?!${unspacedRun.source})[^])+`, "gu");

/** Whether two texts have the same words. Of texts without words, whether they are the same. */
export function sameWords(one: string, other: string): boolean {
  const [words, others] = [splitWords(one), splitWords(other)];
  return words.length > 0 ? words.join(" ") === others.join(" ") : foldText(one) === foldText(other);
}

/** The words of a request for a poll, by what they tell. */
export interface Wanted {
  telling: readonly string[];
  /** Words for almost any meeting, and single letters. */
  generic: readonly string[];
}

export function readWanted(text: string): Wanted {
  const words = [...new Set(splitWords(text).flatMap(splitRuns))].filter((word) => !silentWords.has(word));
  const isGeneric = (word: string) => genericWords.has(word) || /^\p{L}$/u.test(word);
  return { telling: words.filter((word) => !isGeneric(word)), generic: words.filter(isGeneric) };
}

/** Whether a text has the words of a request and no others, but for those that say nothing. */
export function hasOnly(text: string, wanted: Wanted): boolean {
  const found = readWanted(text);
  return (
    wanted.telling.length + wanted.generic.length > 0 && JSON.stringify(found) === JSON.stringify(wanted)
  );
}

let segmenter: Intl.Segmenter | undefined;

/** The words of a run without spaces: those of two characters and more, or the whole run. */
function splitRuns(word: string): string[] {
  if (!isUnspaced(word)) return [word];
  return (word.match(runs) ?? []).flatMap((run) => {
    if (!isUnspaced(run)) return [run];
    segmenter ??= new Intl.Segmenter("ja", { granularity: "word" });
    const parts = Array.from(segmenter.segment(run), ({ segment }) => segment);
    const words = parts.filter((part) => part.length > 1);
    return words.length > 0 ? words : [run];
  });
}

/** Whether a word begins a word of the text or, with four letters or more, is inside one, as in a compound. */
export const hasWord = (text: Searched, word: string): boolean =>
  beginsWord(text, word) || (word.length > 3 && text.words.some((each) => each.includes(word)));

/** Whether a text has every word of another. Case and accents do not count. */
export function hasWords(text: Searched, words: string): boolean {
  const { telling, generic } = readWanted(words);
  return [...telling, ...generic].every((word) => hasWord(text, word));
}

/** Whether a text has a word, with up to two typing errors in a long one. */
export const hasSimilarWord = (text: Searched, word: string): boolean =>
  hasWord(text, word) ||
  text.words.some((each) => {
    const errors = Math.min(2, Math.floor(word.length / 3));
    return Math.abs(each.length - word.length) <= errors && measureDistance(each, word) <= errors;
  });

import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };

/** The words of the pages. `{0}` is filled in. Of two forms, divided by `|`, the number decides. */
export interface Words {
  common: typeof en.common;
  failures: typeof en.failures;
  results: typeof en.results;
  plan: typeof en.plan;
}

/** Every language of the views. */
export const languages: Record<string, Words> = { en, de, fr, es };

/** How the views speak with one person. */
export interface Speech {
  words: Words;
  /** For dates: the language of the words, with the region and the hour cycle of the host's locale. */
  locale: string;
  /** From 1 for Monday. */
  firstWeekday: number;
}

/** Chooses the language for a host's locale, else for the browser's own: English where the views do not speak it. */
export function chooseSpeech(hostLocale: string | undefined): Speech {
  const host = toLocale(hostLocale) ?? new Intl.Locale(new Intl.DateTimeFormat().resolvedOptions().locale);
  const language = host.language in languages ? host.language : "en";
  const { hourCycle = "h23" } = new Intl.DateTimeFormat(host, { hour: "numeric" }).resolvedOptions();
  const { region } = host;
  const locale = new Intl.Locale(language, { hourCycle, ...(region && { region }) });
  // Not every browser knows the weeks of a locale.
  const { getWeekInfo } = host as { getWeekInfo?: () => { firstDay: number } };
  return {
    words: languages[language] ?? en,
    locale: locale.toString(),
    firstWeekday: getWeekInfo?.call(host).firstDay ?? 1,
  };
}

function toLocale(name: string | undefined): Intl.Locale | undefined {
  try {
    return name === undefined ? undefined : new Intl.Locale(name);
  } catch {
    return undefined;
  }
}

/** The texts that are there, in one. */
export const joinTexts = (texts: readonly (string | false | undefined)[], separator: string): string =>
  texts.filter(Boolean).join(separator);

/** Fills the values into a text. */
export const say = (text: string, ...values: (string | number)[]): string =>
  text.replace(/\{(\d)\}/g, (_, at) => String(values[at]));

/** The form of a text for a number, with the number in it. */
export function sayNumber({ locale }: Speech, text: string, count: number): string {
  const [one = "", many = one] = text.split("|");
  return say(new Intl.PluralRules(locale).select(count) === "one" ? one : many, count);
}

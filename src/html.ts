/** Markup that may be sent as it is: every text in it is escaped. Only {@link html} and {@link trusted} create it. */
export class Html {
  readonly #markup: string;

  constructor(markup: string, key: symbol) {
    if (key !== creation) throw new TypeError("use html`...`");
    this.#markup = markup;
  }

  /** The markup as text. */
  toString(): string {
    return this.#markup;
  }
}

const creation = Symbol("creation");

/** What a template may contain: texts, which are escaped; markup; lists of both; and nothing. */
export type HtmlPart = Html | string | number | null | undefined | false | readonly HtmlPart[];

/**
 * A template of HTML that escapes every value, for contents of elements and for attribute values in quotes:
 *
 *     html`<p title="${title}">${name}</p>`
 */
export function html(strings: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  const markup = strings.map((literal, index) => literal + toMarkup(parts[index])).join("");
  return new Html(markup, creation);
}

/** Marks a constant of this program as markup. Never for text of other people. */
export function trusted(constant: string): Html {
  return new Html(constant, creation);
}

function toMarkup(part: HtmlPart): string {
  if (part === null || part === undefined || part === false) return "";
  if (part instanceof Html) return part.toString();
  if (typeof part === "string") return escapeHtml(part);
  if (typeof part === "number") return String(part);
  return part.map(toMarkup).join("");
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

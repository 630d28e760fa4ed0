/** One piece of a written date or time: digits, letters (lower case), dashes and arrows, or a single other character. */
export interface Token {
  kind: "number" | "word" | "dash" | "mark";
  text: string;
  /** Whether white space stands before it. */
  spaced: boolean;
}

// Every alternative has one quantifier and starts with its own characters, so matching takes linear time.
const pieces = /\s+|\d+|\p{L}+|[\p{Pd}\u2212~\u223c\uff5e\u2192\u27f6\u21d2]+>?|=>|./gsu;
const dash = /^(?:[\p{Pd}\u2212~\u223c\uff5e\u2192\u27f6\u21d2]|=>)/u;
const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Cuts a text into tokens, in linear time. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let spaced = false;
  for (const [piece] of text.replace(invisible, "").matchAll(pieces)) {
    const blank = piece.trim() === "";
    if (!blank) tokens.push({ kind: kindOf(piece), text: piece.toLowerCase(), spaced });
    spaced = blank;
  }
  return tokens;
}

function kindOf(piece: string): Token["kind"] {
  if (/^\d/.test(piece)) return "number";
  if (/^\p{L}/u.test(piece)) return "word";
  return dash.test(piece) ? "dash" : "mark";
}

/** A place in a list of tokens. `problem` is the first thing found wrong with a text whose form was recognized. */
export class Cursor {
  at = 0;
  problem: string | undefined;
  private readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  /** The token `ahead` places from here. */
  peek(ahead = 0): Token | undefined {
    return this.tokens[this.at + ahead];
  }

  get done(): boolean {
    return this.at >= this.tokens.length;
  }

  /** Takes the next token if it is one of these texts. */
  take(...texts: string[]): Token | undefined {
    const token = this.peek();
    if (token === undefined || !texts.includes(token.text)) return undefined;
    this.at++;
    return token;
  }

  /** Takes a number of `min` to `max` digits. */
  takeNumber(min: number, max: number, spacing: "any" | "adjacent" = "any"): string | undefined {
    const token = this.peek();
    if (token?.kind !== "number" || token.text.length < min || token.text.length > max) return undefined;
    if (spacing === "adjacent" && token.spaced) return undefined;
    this.at++;
    return token.text;
  }

  /** Runs a parser; goes back to where it began when the parser recognizes nothing. */
  attempt<Result>(parse: () => Result | undefined): Result | undefined {
    const { at, problem } = this;
    const result = parse();
    if (result === undefined) {
      this.at = at;
      this.problem = problem;
    }
    return result;
  }

  /** Notes what is wrong; the first note is kept. */
  refuse(problem: string): void {
    this.problem ??= problem;
  }
}

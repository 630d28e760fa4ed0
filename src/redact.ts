/** Replaces secrets in a text with `[key]`. */
export type Redactor = (text: string) => string;

/** Minimum length of a secret that is masked. Real ones are longer; a shorter one, as tests use, is part of other texts. */
const minSecretLength = 20;

/** Creates a redactor for exactly these secrets. Use it for data: a title such as `SK_Sales_Meeting` stays as it is. */
export function createRedactor(...secrets: readonly string[]): Redactor {
  const present = secrets.filter(({ length }) => length >= minSecretLength);
  return (text) => present.reduce((masked, secret) => masked.replaceAll(secret, "[key]"), text);
}

const keyPattern = /(?<![a-z0-9])sk_[a-z0-9]{1,64}_[\w.~+/=-]{16,}/gi;

/** Masks everything of the form of a key, `sk_<prefix>_<16 or more>`. Use it for errors and logs. */
export function redactKeys(text: string): string {
  return text.replace(keyPattern, "[key]");
}

/** Masks every string and every field name in a JSON value. */
export function redactDeep<T>(value: T, redactor: Redactor): T {
  const mask = (part: unknown): unknown => {
    if (typeof part === "string") return redactor(part);
    if (Array.isArray(part)) return part.map(mask);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, each]) => [redactor(key), mask(each)]));
  };
  return mask(value) as T;
}

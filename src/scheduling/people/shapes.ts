/** The shapes of people that callers hand over. */
import * as is from "../../api/check/checks.ts";

const text = is.optional(is.string);

const entry = is.and(
  is.strictObject({
    ...{ text, name: text, email: is.nullish(is.string) },
    repeated: is.optional(is.list(is.string)),
  }),
  ({ name, email }) => ((name ?? email) == null ? [{ path: "", message: "needs a name or an email" }] : []),
);

/** A list of people to find: texts, and objects with a name or an email. */
export const queries = is.list<unknown>((query: unknown) => (typeof query === "string" ? [] : entry(query)));

export const personFields = { id: is.string, name: is.string, email: is.nullish(is.string) };

/** Somebody who answered. */
export const person = is.object(personFields);

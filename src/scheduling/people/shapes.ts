/** The shapes of people that callers hand over. */
import * as z from "zod/mini";

const text = z.optional(z.string());

const entry = z
  .strictObject({
    ...{ text, name: text, email: z.nullish(z.string()) },
    repeated: z.optional(z.array(z.string())),
  })
  .check(z.refine(({ name, email }) => (name ?? email) != null, "needs a name or an email"));

const textOrEntry = z.check<unknown>(({ value, issues }) => {
  if (typeof value === "string") return;
  for (const issue of entry.safeParse(value).error?.issues ?? [])
    issues.push({ ...issue, input: value } as z.core.$ZodRawIssue);
});

/** A list of people to find: texts, and objects with a name or an email. */
export const queries = z.array(z.custom<unknown>().check(textOrEntry));

/** Somebody who answered. */
export const person = z.object({ id: z.string(), name: z.string(), email: z.nullish(z.string()) });

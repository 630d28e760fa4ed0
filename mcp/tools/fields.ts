import * as z from "zod";
import { maxLengths } from "../../src/api/web.ts";
import { compareInvitees, exceedsPeople, splitPeople } from "../../src/scheduling/index.ts";
import { isUnambiguousTimeZone } from "../../src/time/index.ts";

const maxEntries = 1000;

const pollLink = /^https?:\/\/[^/]+\/(?:invite|poll)\/([^/?#]+)/;

const idFromLink = z
  .string()
  .trim()
  .overwrite((text) => pollLink.exec(text)?.[1] ?? text)
  .min(1);

/** A poll's id, or a link to the poll, which contains the id. */
const pollReference = idFromLink.max(100);

/** A poll's id, a link to it, or words of its title. */
export const pollIdOrTitle = idFromLink.max(maxLengths.title);

/** The argument of a tool that takes no title. */
export const pollId = pollReference.describe("Id or link");

/** The title of a poll, or words of it. */
const pollTitle = z.string().trim().min(1).max(maxLengths.title);

const pollArguments = {
  pollId: pollReference.optional().describe("Id or link; or pass title"),
  title: pollTitle.optional(),
};

/** The arguments of a tool about one poll: the id of the poll, a link to it or words of its title, and the tool's own. */
export function pollInput<Shape extends z.ZodRawShape>(own: Shape) {
  return z
    .strictObject({ ...pollArguments, ...own })
    .refine(isPollNamed, { path: ["pollId"], error: "is missing: pass it, or title" });
}

const isPollNamed = ({ pollId, title }: { pollId?: unknown; title?: unknown }) =>
  pollId !== undefined || title !== undefined;

// A text with a list in JSON stays a text, which parseArguments converts.
const toList = (value: unknown) => (typeof value === "string" && !/^\s*\[/.test(value) ? [value] : value);

/** A list, or one text instead of a list with one entry. */
export const listOrText = <Item extends z.ZodType<string>>(item: Item, max: number) =>
  z.preprocess(toList, z.array(item).min(1).max(max));

/** The problem of a list of people that is too long. */
export const describeTooManyPeople = (maxPeople: number) =>
  `has more than ${maxPeople} people, or too much text: pass names and emails only`;

/** A list of people, or texts with several people each. Splitting may still find more than `maxPeople`. */
export const peopleList = (maxPeople: number) =>
  listOrText(z.string(), Math.min(maxPeople, maxEntries))
    // First, because a long text takes time to split.
    .refine((texts) => !exceedsPeople(texts, maxPeople), {
      error: describeTooManyPeople(maxPeople),
      abort: true,
    })
    .refine((texts) => compareInvitees(splitPeople(texts, []), []).missing.length > 0, {
      error: "has no name or email",
    });

/** Error for an unknown time zone. */
export const notTimeZone =
  "is not an IANA time zone name (offsets and abbreviations such as EST are not accepted)";

/** The argument that says in which zone to show times. */
export const timeZone = z
  .string()
  .refine(isUnambiguousTimeZone, { error: notTimeZone })
  .optional()
  .describe("IANA zone to show times in; default the poll's");

import * as z from "zod";
import { maxLengths } from "../../src/api/core.ts";
import { isUnambiguousTimeZone } from "../../src/time/index.ts";

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
export const pollId = pollReference.describe("From list_polls or create_poll");

/** The title of a poll, or words of it. */
const pollTitle = z.string().trim().min(1).max(maxLengths.title);

/** The arguments that name a poll: its id or a link to it, or words of its title. Refine the object with {@link isPollNamed}. */
export const pollArguments = {
  pollId: pollReference.optional().describe("Id or link; or pass title"),
  title: pollTitle.optional(),
};

/** Whether the arguments name a poll. */
export const isPollNamed = ({ pollId, title }: { pollId?: string | undefined; title?: string | undefined }) =>
  pollId !== undefined || title !== undefined;

/** The problem of arguments that name no poll. */
export const pollNotNamed = { path: ["pollId"], error: "is missing: pass it, or title" };

// A text with a list in JSON stays a text, which parseArguments converts.
const toList = (value: unknown) => (typeof value === "string" && !/^\s*\[/.test(value) ? [value] : value);

/** A list of people, or one text with several. */
export const personList = (max: number) => z.preprocess(toList, z.array(z.string()).min(1).max(max));

/** Error for an unknown time zone. */
export const notTimeZone =
  "is not an IANA time zone name (offsets and abbreviations such as EST are not accepted)";

/** The argument that says in which zone to show times. */
export const timeZone = z
  .string()
  .refine(isUnambiguousTimeZone, { error: notTimeZone })
  .optional()
  .describe("IANA zone to show times in; default the poll's");

/** The output fields for the zone in which times are shown. */
export const displayZoneFields = { shownIn: z.string().optional(), now: z.string().optional() };

import * as z from "zod";
import { isUnambiguousTimeZone } from "../../src/time/index.ts";

const pollLink = /^https?:\/\/[^/]+\/(?:invite|poll)\/([^/?#]+)/;

/** A poll's id, or a link to the poll, which contains the id. */
export const pollReference = z
  .string()
  .trim()
  .overwrite((text) => pollLink.exec(text)?.[1] ?? text)
  .min(1)
  .max(100);

/** The argument that names a poll. */
export const pollId = pollReference.describe("From list_polls or create_poll");

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

import * as z from "zod";
import { isUnambiguousTimeZone } from "../../src/time/index.ts";

const linked = /^https?:\/\/[^/]+\/(?:invite|poll)\/([^/?#]+)/;

/** A poll's id; people have its links, so the id is taken out of one. */
export const pollReference = z
  .string()
  .trim()
  .overwrite((text) => linked.exec(text)?.[1] ?? text)
  .min(1)
  .max(100);

/** The argument that names a poll. */
export const pollId = pollReference.describe("From list_polls or create_poll");

/** Said of a zone that is none. */
export const notZone = "is not an IANA time zone name (offsets and abbreviations such as EST are not)";

/** The argument that says in which zone to show times. */
export const timeZone = z
  .string()
  .refine(isUnambiguousTimeZone, { error: notZone })
  .optional()
  .describe("IANA zone to show times in; default the poll's");

/** What an answer says about the zone its times are shown in. */
export const zoneShown = { shownIn: z.string().optional(), now: z.string().optional() };

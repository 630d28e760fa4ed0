import * as z from "zod";

/** The argument that names a poll. */
export const pollId = z.string().trim().min(1).max(100).describe("From list_polls or create_poll");

/** The argument that says in which zone to show times. */
export const timeZone = z.string().optional().describe("IANA zone to show times in; default the poll's");

/** What an answer says about the zone its times are shown in. */
export const zoneShown = { shownIn: z.string().optional(), now: z.string().optional() };

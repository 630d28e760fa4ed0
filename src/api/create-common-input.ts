import * as z from "zod";

const conferencing = z.discriminatedUnion("provider", [
  z.strictObject({ provider: z.enum(["zoom", "meet", "teams"]) }),
  z.strictObject({
    provider: z.literal("custom"),
    label: z.string().trim().min(1).max(100),
    uri: z.url().optional(),
  }),
]);

// null is "not given" wherever a poll that was read may hold it, so that a poll can be made again from a read.
/** The fields that createPoll takes for either kind of poll. */
export const createCommonInput = {
  title: z.string().trim().min(1).max(255),
  description: z.string().max(1000).nullish(),
  location: z.string().max(255).nullish(),
  conferencing: conferencing.nullish(),
  requireEmail: z.boolean().optional(),
  hideParticipants: z.boolean().optional(),
  hideScores: z.boolean().optional(),
  disableComments: z.boolean().optional(),
  allowTentativeVotes: z.boolean().optional(),
  organizer: z.strictObject({ email: z.email() }).nullish(),
};

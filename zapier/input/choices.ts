import { choice } from "./choice.ts";

/** The choices of Kind of Poll. */
export const kindChoices = [choice("date", "Whole days"), choice("time", "Times of day")];

/** The choices of Video Call. */
export const conferencingChoices = [
  choice("none", "None"),
  choice("zoom", "Zoom"),
  choice("meet", "Google Meet"),
  choice("teams", "Microsoft Teams"),
  choice("custom", "Another provider"),
];

/** The choices of a setting that is on or off. */
export const yesNoChoices = [choice("true", "Yes"), choice("false", "No")];

import type { PollRequest } from "../../src/scheduling/index.ts";
import { conferencingChoices } from "./choices.ts";
import { quoteValue } from "./input-error.ts";
import type { InputReader } from "./values.ts";

type Conferencing = NonNullable<PollRequest["conferencing"]>;

/** The video call of the form; "none" and a blank mean no call. */
export function parseConferencing(reader: InputReader): Conferencing | undefined {
  const provider = reader.choice("conferencing", conferencingChoices);
  if (provider === "zoom" || provider === "meet" || provider === "teams") return { provider };
  if (provider !== "custom") return undefined;
  const label = reader.need("conferencing_label", "is needed for another video call.");
  const uri = reader.text("conferencing_link");
  if (uri !== undefined && !isWebLink(uri))
    reader.refuse(
      "conferencing_link",
      `${quoteValue(uri)} is not a web link. Write it as https://meet.example.com/team.`,
    );
  if (label === undefined) return undefined;
  return { provider, label, ...(uri !== undefined && { uri }) };
}

/** Only http and https: a link that runs a script must never reach the people who are invited. */
function isWebLink(text: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(text) && !/\s/.test(text) && URL.canParse(text);
}

import type { PollWishes } from "../../src/scheduling/index.ts";
import type { ValueReader } from "./values.ts";

type Conferencing = NonNullable<PollWishes["conferencing"]>;

/** The video call of the form; "none" and a blank mean no call. */
export function readCall(reader: ValueReader): Conferencing | undefined {
  const provider = reader.text("conferencing")?.toLowerCase();
  if (provider === undefined || provider === "none") return undefined;
  if (provider === "zoom" || provider === "meet" || provider === "teams") return { provider };
  if (provider !== "custom") {
    reader.refuse("conferencing", `"${provider}" is not one of the choices.`);
    return undefined;
  }
  const label = reader.need("conferencing_label", "is needed for another video call.");
  const uri = reader.text("conferencing_link");
  if (label === undefined) return undefined;
  return { provider, label, ...(uri !== undefined && { uri }) };
}

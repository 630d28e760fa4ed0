import type { PlainInputField } from "zapier-platform-core";

/** The label of a field by its key: `number_of_responses` is "Number of Responses". */
export const labelOf = (key: string): string =>
  key
    .split(/_+/)
    .map((word) => (word === "of" ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(" ");

/** A field. Its label follows from its key. It takes text: in a typed field, Zapier turns other text into a wrong value. */
export const text = (
  key: string,
  helpText: string,
  more: Partial<PlainInputField> = {},
): PlainInputField => ({ key, label: labelOf(key), type: "string", helpText, ...more });

/** Parts of a poll request whose field has another name. */
const keys = new Map([
  ["conferencing", "video_call"],
  ["startDate", "first_day"],
  ["endDate", "last_day"],
  ["from", "first_slot_starts"],
  ["to", "last_slot_ends"],
  ["days", "weekdays"],
  ["interval", "minutes_between_starts"],
]);

/** The label of the field for a path in a request of the API or of a plan, such as `windows.0.from` or `organizer.email`. */
export function labelPath(path: string): string {
  const [first = "", part = "startDate"] = path.replace(/\.\d+/g, "").split(".");
  if (first === "options") return "Dates or Times";
  if (path === "conferencing.uri") return labelOf("video_call_link");
  const name = first === "windows" ? part : first;
  return labelOf(keys.get(name) ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

import type { PlainInputField } from "zapier-platform-core";
import { settingNames } from "../../src/api/web.ts";

/** The label of a field by its key: `number_of_responses` is "Number of Responses". */
export const labelOf = (key: string): string =>
  key
    .slice(0, 60)
    .split(/_+/)
    .map((word) => (word === "of" ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(" ");

/** A field. Its label follows from its key. It takes text: in a typed field, Zapier turns other text into a wrong value. */
export const text = (
  key: string,
  helpText: string,
  more: Partial<PlainInputField> = {},
): PlainInputField => ({
  key,
  label: labelOf(key),
  type: "string",
  helpText,
  ...more,
});

/** Parts of a poll request whose field has another name. */
const keys = new Map([
  ...settingNames.map((name) => [name, "settings"] as const),
  ["conferencing", "video_call"],
  ["kind", "offer"],
  ["startDate", "first_day"],
  ["endDate", "last_day"],
  ["days", "weekdays"],
  ["interval", "minutes_between_starts"],
  ["date", "dates"],
  ["startTime", "times"],
]);

/**
 * The key of the field for a path in a request of the API or of a plan, such as `windows.0.from` or
 * `organizer.email`.
 */
function keyOfPath(path: string): string {
  const [first = "", ...others] = path.split(".").filter((part) => !/^\d+$/.test(part));
  const isWindow = first === "windows" || first === "generators";
  const name = (isWindow || first === "options" ? others[0] : undefined) ?? (isWindow ? "startDate" : first);
  if (path.startsWith("conferencing.uri")) return "video_call_link";
  return keys.get(name) ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The label of the field for a path in a request of the API or of a plan. */
export const labelPath = (path: string): string =>
  /^options(?:\.\d+)?$/.test(path) ? "Dates or Times" : labelOf(keyOfPath(path));

/**
 * A limit as text, such as `1,000`. `toLocaleString` would load locale data when the app is loaded, in some
 * 10 ms.
 */
export const formatLimit = (limit: number): string => String(limit).replace(/\B(?=(?:\d{3})+$)/g, ",");

import { settingNames } from "../../src/api/web.ts";
import { mapSettingKeys, settingFields } from "../poll-settings.ts";

/** The label of each input field of Create Poll, in the form and in errors. */
export const labels = {
  title: "Title",
  kind: "Kind of Poll",
  dates: "Dates",
  times: "Times",
  slots: "Slots",
  duration: "Duration (Minutes)",
  time_zone: "Time Zone",
  start_date: "First Day",
  end_date: "Last Day",
  days: "Weekdays",
  from: "From",
  to: "To",
  interval: "Minutes Between Starts",
  description: "Description",
  location: "Location",
  conferencing: "Video Call",
  conferencing_label: "Video Call Name",
  conferencing_link: "Video Call Link",
  ...mapSettingKeys((setting) => settingFields[setting].label),
  organizer: "Organizer Email",
} as const;

/** The label of the connection's field for another address of the API. */
export const addressLabel = "API Address";

/** A field of Create Poll. */
export type FieldKey = keyof typeof labels;

/** Labels of fields of other steps that differ from their keys. */
const otherLabels = new Map([
  ["person", "Name or Email"],
  ["response", "Mapped Response"],
  ["signature", "Signature Header"],
  ["min_attendance", "Minimum Attendance"],
  ["min_responses", "Number of Responses"],
  ["move_by", "Move By (Days)"],
  ["past_options", "Past Options"],
]);

/** The label of a field of any step by its key. */
export function labelField(key: string): string {
  const known = Object.hasOwn(labels, key) ? labels[key as FieldKey] : otherLabels.get(key);
  return (
    known ??
    key
      .slice(0, 60)
      .replace(/(?:^|_+)(\w)/g, (_all, letter: string) => ` ${letter.toUpperCase()}`)
      .trim()
  );
}

/** The field of the form for a path in a poll request, by the start of the path. */
const places: readonly (readonly [string, FieldKey])[] = [
  ["conferencing.label", "conferencing_label"],
  ["conferencing.uri", "conferencing_link"],
  ["conferencing", "conferencing"],
  ...settingNames.map((setting) => [setting, settingFields[setting].key] as const),
  ["organizer", "organizer"],
  ["timeZone", "time_zone"],
  ["title", "title"],
  ["kind", "kind"],
  ["description", "description"],
  ["location", "location"],
  ["dates", "dates"],
  ["times", "times"],
  ["duration", "duration"],
];

const windowFields = new Map<string, FieldKey>(
  Object.entries({
    startDate: "start_date",
    endDate: "end_date",
    days: "days",
    from: "from",
    to: "to",
    interval: "interval",
    duration: "duration",
  }),
);

/** The label of the form's field for a path such as `times.2.start` or `windows.0.from`. */
export function labelPath(path: string): string {
  if (path === "baseUrl") return addressLabel;
  const [, field] = /^(?:windows|generators)\.\d+\.(\w+)/.exec(path) ?? [];
  if (field !== undefined) return labels[windowFields.get(field) ?? "start_date"];
  if (/^(windows|generators)/.test(path)) return labels.start_date;
  const [, option] = /^options(?:\.\d+)?(?:\.(\w+))?$/.exec(path) ?? [];
  if (option !== undefined) return option === "date" ? labels.dates : labels.times;
  if (path.startsWith("options")) return `${labels.dates} or ${labels.times}`;
  const place = places.find(([start]) => path === start || path.startsWith(`${start}.`));
  return place === undefined ? path : labels[place[1]];
}

/** A limit as text, such as `1,000`. `toLocaleString` would load locale data when the app is loaded, in some 10 ms. */
export const formatLimit = (limit: number): string => String(limit).replace(/\B(?=(?:\d{3})+$)/g, ",");

/** Reads the names of time zones that programs write, and names them. */
import { normalizeTimeZone } from "../../../src/time/index.ts";
import { problem, type Read, Refused } from "./problem.ts";
import windowsZones from "./windows-zones.json" with { type: "json" };

/** Names that replaced those in the lists of JavaScript and CLDR. */
export const newZoneNames: Readonly<Record<string, string>> = {
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
};

const notZone = problem(
  "zone",
  "is not a time zone",
  "Choose it, or write it as Europe/Berlin or America/New_York.",
);

/** A zone in the dropdown: `Europe/Berlin (Central European Time)`. */
export function labelZone(zone: string): string {
  if (zone === "UTC") return "UTC (Coordinated Universal Time)";
  // "Mountain Time (Canada)" would be brackets in brackets.
  return `${zone} (${nameTime(zone, "longGeneric", Date.now()).replace(/[()]/g, "")})`;
}

/** The main zone of each name of Windows: the rows of CLDR for no country. */
const namesOfWindows = new Map(Object.entries(windowsZones));

/** The zone of an IANA name, of a row of the dropdown, or of a name of Windows, as Outlook gives it. */
export function readTimeZone(text: string): Read<string> {
  const name = text.normalize("NFKC").trim();
  const [first = ""] = name.split(" ", 1);
  const listed = normalizeTimeZone(first) && labelZone(first) === name ? first : name;
  const zone = normalizeTimeZone(namesOfWindows.get(name) ?? listed.replaceAll(" ", "_"));
  return zone === undefined ? { problem: notZone } : { value: zone };
}

/** The zone of an IANA name behind a time. Throws for another. */
export function readZone(name: string): string {
  const zone = normalizeTimeZone(name);
  if (zone === undefined) throw new Refused("zone", "has a time zone that does not exist");
  return zone;
}

/** The English name of a zone's time at an instant, in milliseconds since the epoch. */
export const nameTime = (
  timeZone: string,
  timeZoneName: "short" | "long" | "longGeneric",
  instant: number,
  language = "en-US",
): string =>
  new Intl.DateTimeFormat(language, { timeZone, timeZoneName })
    .formatToParts(instant)
    .find(({ type }) => type === "timeZoneName")?.value ?? "";

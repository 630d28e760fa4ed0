/** The time zone of a form or a line item, as people, calendars and programs name it. */
import { foldText } from "../../src/scheduling/index.ts";
import { isSameZone, normalizeTimeZone } from "../../src/time/index.ts";
import { type Choice, choice } from "./choice.ts";
import { quoteValue } from "./input-error.ts";
import { windowsZones } from "./windows-zones.ts";

/** The value of the Time Zone field for a poll without a zone. */
export const floating = "floating";

/** An IANA zone, with a note if the text names it in another way, or the problem of the text. */
export type ParsedTimeZone = { timeZone: string; note?: string } | { problem: string };

/** Names in menus of calendars and web apps. */
const menuNames = new Map(
  Object.entries({
    "eastern time (us & canada)": "America/New_York",
    "central time (us & canada)": "America/Chicago",
    "mountain time (us & canada)": "America/Denver",
    "pacific time (us & canada)": "America/Los_Angeles",
    "atlantic time (canada)": "America/Halifax",
    "indiana (east)": "America/Indiana/Indianapolis",
    arizona: "America/Phoenix",
    alaska: "America/Anchorage",
    hawaii: "Pacific/Honolulu",
    saskatchewan: "America/Regina",
    "central america": "America/Guatemala",
  }),
);

/** Abbreviations and short names, with the zones that they may mean. None of them is accepted. */
const ambiguous = new Map(
  Object.entries({
    "et est edt easterntime": ["America/New_York", "America/Panama", "Australia/Sydney"],
    "ct cst cdt centraltime": ["America/Chicago", "America/Mexico_City", "Asia/Shanghai"],
    "mt mst mdt mountaintime": ["America/Denver", "America/Phoenix"],
    "pt pst pdt pacifictime": ["America/Los_Angeles", "Asia/Manila"],
    "ast adt atlantictime": ["America/Halifax", "America/Puerto_Rico", "Asia/Riyadh"],
    "akst akdt": ["America/Anchorage"],
    "hst hast": ["Pacific/Honolulu"],
    bst: ["Europe/London", "Asia/Dhaka"],
    ist: ["Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"],
    "wet west": ["Europe/Lisbon", "Atlantic/Canary"],
    "cet cest met mez mesz": ["Europe/Berlin", "Europe/Paris", "Africa/Algiers"],
    "eet eest": ["Europe/Athens", "Europe/Helsinki", "Africa/Cairo"],
    "aest aedt": ["Australia/Sydney", "Australia/Brisbane"],
    "acst acdt": ["Australia/Adelaide", "Australia/Darwin"],
    awst: ["Australia/Perth"],
    "nzst nzdt": ["Pacific/Auckland"],
    sst: ["Asia/Singapore", "Pacific/Pago_Pago"],
    jst: ["Asia/Tokyo"],
    kst: ["Asia/Seoul"],
    hkt: ["Asia/Hong_Kong"],
    sgt: ["Asia/Singapore"],
    msk: ["Europe/Moscow"],
    brt: ["America/Sao_Paulo"],
    art: ["America/Argentina/Buenos_Aires"],
  }).flatMap(([names, zones]) => names.split(" ").map((name) => [name, zones] as const)),
);

const areas = "Africa America Antarctica Arctic Asia Atlantic Australia Europe Indian Pacific".split(" ");

/** Cities and regions that exist in several countries, and old names of regions of Australia. */
const notUnique = new Set("cordoba la_paz merida victoria north south west".split(" "));

/** Longer than any name of a zone with its description. */
const maxLength = 120;

/**
 * Finds the zone that a text names: an IANA name in any case and with spaces (`America/New York`), a row of the dropdown, a
 * Windows name (`W. Europe Standard Time`), a name of a menu (`(UTC-05:00) Eastern Time (US & Canada)`), or the city of one zone
 * (`Berlin`). Abbreviations and offsets are refused, because a zone has different rules over the year.
 */
export function parseTimeZone(written: string): ParsedTimeZone {
  const text = written.trim();
  if (text.length > maxLength) return { problem: notZone };
  const known = normalizeTimeZone(text.replace(/ /g, "_"));
  if (known !== undefined) return { timeZone: known };
  const [, name = "", description] = /^([\w+-]+(?:\/[\w+-]+)+|UTC) \((.*)\)$/.exec(text) ?? [];
  const row = description === undefined ? undefined : normalizeTimeZone(name);
  if (row !== undefined) return { timeZone: row };
  const meant = text.replace(/^\((?:UTC|GMT)[^)]{0,10}\) ?/i, "").replace(/^.{1,40} Time - /i, "");
  const zones = findWindowsZone(meant) ?? findMenuZone(meant) ?? findCities(meant);
  const [timeZone, ...others] = zones;
  if (timeZone !== undefined && others.length === 0) return { timeZone, note: `used ${timeZone}.` };
  const possible = timeZone === undefined ? listPossibleZones(meant) : zones;
  return { problem: possible.length === 0 ? notZone : `is ambiguous. Write ${possible.join(" or ")}.` };
}

/** The zones that an abbreviation or a short name (`EST`, `Eastern Time`) may mean; empty for other names. */
export const listPossibleZones = (name: string): readonly string[] =>
  ambiguous.get(name.toLowerCase().replace(/[ .]/g, "")) ?? [];

const notZone = "is not a time zone. Write it as Europe/Berlin or America/New_York.";

function findWindowsZone(name: string): string[] | undefined {
  const key = name.toLowerCase();
  const zone = Object.hasOwn(windowsZones, key) ? windowsZones[key] : undefined;
  const timeZone = zone === undefined ? undefined : normalizeTimeZone(zone);
  return timeZone === undefined ? undefined : [timeZone];
}

function findMenuZone(name: string): string[] | undefined {
  const zone = menuNames.get(name.toLowerCase().replace(/\band\b/, "&"));
  return zone === undefined ? undefined : [zone];
}

/** The different zones that have this city in their names. */
function findCities(name: string): string[] {
  const city = foldText(name)
    .replace(/['\u2019.]/g, "")
    .replace(/ /g, "_");
  if (city.length < 4 || notUnique.has(city) || !/^[a-z_-]+$/.test(city)) return [];
  const zones = areas.flatMap((area) => normalizeTimeZone(`${area}/${city}`) ?? []);
  return zones.filter((zone, index) => zones.findIndex((other) => isSameZone(zone, other)) === index);
}

/** What a time zone that cannot be used is called in a message. */
export const explainTimeZone = (name: string, problem: string): string =>
  `has the time zone ${quoteValue(name)}, which ${problem}`;

/** Names that replaced those in the list of JavaScript. */
const newNames = new Map(
  Object.entries({
    "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
    "America/Godthab": "America/Nuuk",
    "Asia/Calcutta": "Asia/Kolkata",
    "Asia/Katmandu": "Asia/Kathmandu",
    "Asia/Rangoon": "Asia/Yangon",
    "Asia/Saigon": "Asia/Ho_Chi_Minh",
    "Atlantic/Faeroe": "Atlantic/Faroe",
    "Europe/Kiev": "Europe/Kyiv",
  }),
);

let choices: Choice<string>[] | undefined;

/** The rows of the Time Zone dropdown: floating, UTC, and every zone with the name of its time. Built once, in about 100 ms. */
export function listTimeZoneChoices(): Choice<string>[] {
  choices ??= [
    choice(floating, "Floating (the same clock time everywhere)"),
    choice("UTC", "UTC (Coordinated Universal Time)"),
    ...Intl.supportedValuesOf("timeZone")
      .map((zone) => newNames.get(zone) ?? zone)
      .filter((zone) => areas.some((area) => zone.startsWith(`${area}/`)))
      .sort()
      .map((zone) => choice(zone, `${zone} (${nameTime(zone)})`)),
  ];
  return choices;
}

/** Such as "Central European Time". */
function nameTime(timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longGeneric" });
  return format.formatToParts(Date.now()).find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

/** The time zone of a form or a line item, as people, calendars and programs name it. */
import { WINDOWS_TO_IANA_MAP } from "windows-iana";
import { normalizeTimeZone, toLocal } from "../../src/time/index.ts";
import { formatInstant, isSameZone } from "../../src/time/zones.ts";
import { type Choice, choice } from "./choice.ts";
import { fold } from "./date-text.ts";
import type { ParseResult } from "./slots.ts";

/** Abbreviations of zones. Most of them mean several zones, or none in summer. */
export const abbreviations =
  "et est edt ct cst cdt mt mst mdt pt pst pdt ast adt akst akdt hst hast bst ist wet west cet cest met mez mesz eet eest aest aedt acst acdt awst nzst nzdt sst jst kst hkt sgt msk brt art".split(
    " ",
  );

/** The names in the menus of Windows, Outlook and web apps that are no city of the IANA list. */
const places = {
  aleutian_islands: "America/Adak",
  alaska: "America/Anchorage",
  hawaii: "Pacific/Honolulu",
  baja_california: "America/Tijuana",
  pacific_time_us_and_canada: "America/Los_Angeles",
  mountain_time_us_and_canada: "America/Denver",
  central_time_us_and_canada: "America/Chicago",
  eastern_time_us_and_canada: "America/New_York",
  indiana_east: "America/Indiana/Indianapolis",
  atlantic_time_canada: "America/Halifax",
  arizona: "America/Phoenix",
  yukon: "America/Whitehorse",
  saskatchewan: "America/Regina",
  newfoundland: "America/St_Johns",
  central_america: "America/Guatemala",
  guadalajara: "America/Mexico_City",
  chetumal: "America/Cancun",
  quito: "America/Guayaquil",
  haiti: "America/Port-au-Prince",
  turks_and_caicos: "America/Grand_Turk",
  brasilia: "America/Sao_Paulo",
  city_of_buenos_aires: "America/Argentina/Buenos_Aires",
  salvador: "America/Bahia",
  greenland: "America/Nuuk",
  saint_pierre_and_miquelon: "America/Miquelon",
  cabo_verde: "Atlantic/Cape_Verde",
  edinburgh: "Europe/London",
  bern: "Europe/Zurich",
  izhevsk: "Europe/Samara",
  west_central_africa: "Africa/Lagos",
  pretoria: "Africa/Johannesburg",
  port_louis: "Indian/Mauritius",
  abu_dhabi: "Asia/Dubai",
  ekaterinburg: "Asia/Yekaterinburg",
  islamabad: "Asia/Karachi",
  astana: "Asia/Almaty",
  chennai: "Asia/Kolkata",
  mumbai: "Asia/Kolkata",
  new_delhi: "Asia/Kolkata",
  sri_jayawardenepura: "Asia/Colombo",
  hanoi: "Asia/Ho_Chi_Minh",
  gorno_altaysk: "Asia/Barnaul",
  beijing: "Asia/Shanghai",
  osaka: "Asia/Tokyo",
  sapporo: "Asia/Tokyo",
  chokurdakh: "Asia/Srednekolymsk",
  petropavlovsk_kamchatsky: "Asia/Kamchatka",
  solomon: "Pacific/Guadalcanal",
  new_caledonia: "Pacific/Noumea",
  wellington: "Pacific/Auckland",
  nukualofa: "Pacific/Tongatapu",
  samoa: "Pacific/Apia",
  international_date_line_west: "Etc/GMT+12",
  coordinated_universal_time: "UTC",
  est5edt: "America/New_York",
  cst6cdt: "America/Chicago",
  mst7mdt: "America/Denver",
  pst8pdt: "America/Los_Angeles",
  jst: "Asia/Tokyo",
  kst: "Asia/Seoul",
  msk: "Europe/Moscow",
};

/** Names of several places. In a list they say nothing; alone they are refused. */
const unclear = new Set(
  "cordoba georgetown la_paz merida north san_juan south st_petersburg urumqi victoria west".split(" "),
);

const areas = "Africa America Antarctica Arctic Asia Atlantic Australia Europe Indian Pacific".split(" ");

/**
 * The places, and the Windows zones by their folded names. Names such as `UTC-08` are left out: people who write
 * them mean a zone with summer time as often as not. Source: CLDR.
 */
const menuNames = new Map<string, string | undefined>([
  ...Object.entries(places),
  ...WINDOWS_TO_IANA_MAP.filter(
    ({ territory, windowsName }) => territory === "001" && !windowsName.startsWith("UTC"),
  ).map(({ windowsName, iana }) => [foldName(windowsName), iana[0]] as const),
]);

function foldName(text: string): string {
  return fold(text)
    .replace(/['\u2019.]/g, "")
    .replaceAll("&", " and ")
    .replace(/[^a-z\d]+/g, "_")
    .replace(/^_|_$/g, "");
}

const notZone = "is not a time zone. Write it as Europe/Berlin or America/New_York.";

/** Longer than any name of a zone with its description. */
const maxLength = 120;

/**
 * Finds the zone that a text names by its IANA name (`America/New York`), its city (`Berlin`), its Windows
 * name (`W. Europe Standard Time`) or its name in a menu (`(UTC-05:00) Eastern Time (US & Canada)`). All that
 * the text says must agree; an offset must be the zone's in January or July of the `year`. An abbreviation or
 * an offset alone is refused: a zone has different rules over the year.
 */
export function parseTimeZone(text: string, year: number): ParseResult<string> {
  const written = text.normalize("NFKC");
  const known = findName(written);
  if (known !== undefined) return { value: known };
  if (written.length > maxLength) return { problem: notZone };
  const { offsets, phrases } = cut(written);
  if (phrases.every(isAbbreviation) && phrases.length > 0)
    return { problem: "is ambiguous. Write it as Europe/Berlin or America/New_York." };
  const claims = phrases.map((phrase) => ({ phrase, zone: findZone(phrase) }));
  // A city says more than "Central Standard Time".
  const zones = claims
    .toSorted((one, other) => Number(/time$/i.test(one.phrase)) - Number(/time$/i.test(other.phrase)))
    .flatMap(({ zone }) => zone ?? []);
  const named = phrases.map(findName).find((name) => name !== undefined);
  const timeZone = named ?? zones[0];
  if (timeZone === undefined) return { problem: notZone };
  const real = listOffsets(timeZone, year);
  for (const { phrase, zone } of claims) {
    if (zone !== undefined && listOffsets(zone, year).join() === real.join()) continue;
    const isSame = isNameOf(phrase, timeZone, listMoments(year), shorten) || isCountryOf(phrase, timeZone);
    if (isSame || unclear.has(foldName(phrase))) continue;
    if (zone === undefined) return { problem: notZone };
    return { problem: `names two time zones, ${timeZone} and ${zone}. Keep one of them.` };
  }
  const wrong = offsets.find((offset) => !real.includes(offset));
  if (wrong !== undefined)
    return {
      problem: `says UTC${wrong}, but ${timeZone} is at UTC${[...new Set(real)].join(" or UTC")}. Correct one of them.`,
    };
  return { value: timeZone, note: named === undefined ? `used ${timeZone}.` : undefined };
}

const isAbbreviation = (phrase: string): boolean =>
  !menuNames.has(foldName(phrase)) && abbreviations.includes(phrase.toLowerCase().replaceAll(".", ""));

const findName = (text: string): string | undefined => normalizeTimeZone(text.trim().replace(/ /g, "_"));

/** An offset such as "+05:30". Every dash is a minus. */
export const writeOffset = (sign: string, hours: string, minutes = "00"): string =>
  `${/[+\u00b1]/.test(sign) ? "+" : "-"}${hours.padStart(2, "0")}:${minutes}`.replace("-00:00", "+00:00");

/**
 * Why a name behind a time, such as `edt` or `eastern time - new york`, is not that of the poll's zone at an instant, or
 * undefined. `isChosen`: a person filled in the zone of the poll.
 */
export function checkZoneName(
  name: string,
  timeZone: string,
  instant: string,
  isChosen: boolean,
): string | undefined {
  const [first = name, ...places] = name.split(/ - |, /);
  const title = name.replace(name.includes(" ") ? /\b[a-z]/g : /./g, (letter) => letter.toUpperCase());
  if (!isChosen)
    return `has the time zone ${title}, which is ambiguous. Remove it, and choose the zone under Time Zone.`;
  const isZone = (text: string) => isSameZone(findZone(text) ?? "", timeZone);
  if (isZone(name) || (isNameOf(first, timeZone, [Date.parse(instant)]) && places.every(isZone)))
    return undefined;
  return `has the time zone ${title}, which is not that of ${timeZone} then. Correct one of them.`;
}

/** Cuts a text into the offsets and the other names that it has. */
function cut(text: string): { offsets: string[]; phrases: string[] } {
  const offsets: string[] = [];
  const rest = text.replace(
    /(?<![\w/])(?:UTC|GMT)? ?([+\-\u2212\u00b1])(\d{1,2})(?::?(\d\d))?(?!\d)|\((?:UTC|GMT)\)/gi,
    (_all, sign = "+", hours = "0", minutes = "00") => {
      offsets.push(writeOffset(sign, hours, minutes));
      return ";";
    },
  );
  const whole = foldName(rest);
  if (menuNames.has(whole)) return { offsets, phrases: [whole] };
  const phrases = rest.split(/[()[\],;]| [-\u2013] /).map((phrase) => phrase.trim());
  return { offsets, phrases: phrases.filter((phrase) => phrase !== "") };
}

/** The zone that a Windows name, a name of a menu or a city means. */
function findZone(phrase: string): string | undefined {
  const known = findName(phrase);
  if (known !== undefined) return known;
  const whole = foldName(phrase).replace(/_daylight_time$/, "_standard_time");
  const name = whole.replace(/_is(?:lands?)?$/, "");
  const listed = menuNames.get(name) ?? menuNames.get(whole);
  if (listed !== undefined) return normalizeTimeZone(listed);
  if (name.length < 4 || unclear.has(name)) return undefined;
  const cities = areas.flatMap((area) => [`${area}/${name}`, `${area}/${name.replaceAll("_", "-")}`]);
  return cities.map(normalizeTimeZone).find((city) => city !== undefined);
}

/** A moment in January and one in July. */
const listMoments = (year: number): number[] => [0, 6].map((month) => Date.UTC(year, month, 15));

/** The offsets of a zone in January and July. */
const listOffsets = (timeZone: string, year: number): string[] =>
  listMoments(year).map((moment) => toLocal(formatInstant(moment), timeZone).offset);

/** Whether people call the time of a zone so at one of these moments, such as "Eastern Standard Time", "EST" or "Eastern Time". */
const isNameOf = (phrase: string, timeZone: string, moments: readonly number[], fold = foldName): boolean =>
  moments.some((moment) =>
    nameLocales.some((locale) =>
      nameStyles
        .slice(0, locale === "en-US" ? 4 : 2)
        .some((style) => fold(nameTime(timeZone, style, moment, locale)) === fold(phrase)),
    ),
  );

/** The name of a zone's time in winter and summer alike. */
const shorten = (name: string): string => foldName(name).replace(/_(?:standard|daylight|summer)/, "");

/** The generic ones are English: "Eastern Time", "ET". */
const nameStyles = ["short", "long", "shortGeneric", "longGeneric"] as const;

/** Those in which Intl writes the abbreviations that are common there. */
const nameLocales = "en-US en-GB en-AU en-IE en-IN en-ZA en-HK en-SG de ja pt-BR es-AR".split(" ");

/** Whether a zone is of the country that a text names in English. */
function isCountryOf(phrase: string, timeZone: string): boolean {
  const country = foldName(phrase).replace(/^usa$/, "us");
  const names = (["long", "short"] as const).map(
    (style) => new Intl.DisplayNames("en", { type: "region", style }),
  );
  return WINDOWS_TO_IANA_MAP.some(
    ({ territory, iana }) =>
      iana.some((zone) => isSameZone(zone, timeZone)) &&
      names.some((name) => foldName(name.of(territory) ?? "") === country),
  );
}

type NameStyle = NonNullable<Intl.DateTimeFormatOptions["timeZoneName"]>;

const nameTime = (timeZone: string, timeZoneName: NameStyle, instant: number, locale = "en-US"): string =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName })
    .formatToParts(instant)
    .find(({ type }) => type === "timeZoneName")?.value ?? "";

/** The value of the Time Zone field for a poll without a zone. */
export const floating = choice("floating", "Floating (the same clock time everywhere)");

/** Names that replaced those in the list of JavaScript. */
const newNames: Readonly<Record<string, string>> = {
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Godthab": "America/Nuuk",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
};

let choices: Choice<string>[] | undefined;

/** The rows of the Time Zone dropdown. Built once, in about 100 ms. */
export function listTimeZoneChoices(): Choice<string>[] {
  // "Mountain Time (Canada)" would be brackets in brackets.
  const describe = (zone: string) => nameTime(zone, "longGeneric", Date.now()).replace(/[()]/g, "");
  choices ??= [
    floating,
    choice("UTC", "UTC (Coordinated Universal Time)"),
    ...Intl.supportedValuesOf("timeZone")
      .map((zone) => newNames[zone] ?? zone)
      .filter((zone) => areas.some((area) => zone.startsWith(`${area}/`)))
      .sort()
      .map((zone) => choice(zone, `${zone} (${describe(zone)})`)),
  ];
  return choices;
}

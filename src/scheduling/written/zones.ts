/** Reads the names of time zones that people and programs use. */
import { WINDOWS_TO_IANA_MAP } from "windows-iana";
import type { ProblemText } from "../../problem.ts";
import { normalizeTimeZone, resolveLocal, toInstant, toLocal } from "../../time/index.ts";
import { formatInstant, isSameZone } from "../../time/zones.ts";
import { fold } from "./clean.ts";
import { problem, type Read } from "./problem.ts";

/** Short names of a zone's time in winter and summer alike, with the long ones by which zones are known. */
const longNames: Readonly<Record<string, string>> = {
  ...{ et: "eastern time", eastern: "eastern time", ct: "central time", central: "central time" },
  ...{ mt: "mountain time", mountain: "mountain time", pt: "pacific time", pacific: "pacific time" },
  ist: "india standard time",
};

/** Abbreviations and the offsets that they mean. Most mean several zones, or none in summer. */
const abbreviations: Readonly<Record<string, string>> = {
  ...{ est: "-05:00", edt: "-04:00", cst: "-06:00", cdt: "-05:00", mst: "-07:00", mdt: "-06:00" },
  ...{ pst: "-08:00", pdt: "-07:00", ast: "-04:00", adt: "-03:00", akst: "-09:00", akdt: "-08:00" },
  ...{ hst: "-10:00", hast: "-10:00", bst: "+01:00", wet: "+00:00" },
  ...{ west: "+01:00", cet: "+01:00", cest: "+02:00", met: "+01:00", mez: "+01:00", mesz: "+02:00" },
  ...{ eet: "+02:00", eest: "+03:00", msk: "+03:00", aest: "+10:00", aedt: "+11:00", acst: "+09:30" },
  ...{ acdt: "+10:30", awst: "+08:00", nzst: "+12:00", nzdt: "+13:00", sst: "-11:00", jst: "+09:00" },
  ...{ kst: "+09:00", hkt: "+08:00", sgt: "+08:00", brt: "-03:00", art: "-03:00" },
};

const regions = "alaskan?|atlantic|central|eastern|hawaii|mountain|pacific";
const kinds = "(?:standard|daylight|summer)(?: saving)?";
const shortNames = Object.keys({ ...abbreviations, ...longNames });
const zone = `(?:${regions})(?: \\p{L}+){0,3} time|\\p{L}+(?: \\p{L}+){0,2} ${kinds} time|${shortNames.join("|")}`;

/** `EST` or `Eastern Standard Time` behind a time. Inside of brackets a place may follow (`Eastern Time - New York`). */
export const zoneNames = ` ?(?:[([](?<bracketed>(?:${zone})\\b[\\p{L} &-]*)[)\\]]|(?<name>(?:${zone})\\b(?: - [\\p{L} ]+$)?(?: \\((?!us)\\p{L}{2,4}\\))?)(?: \\(us & canada\\)$)?)`;

/** Names in the menus of Windows, Rails and HubSpot that no city of the IANA list has. */
const places = {
  hawaii: "Pacific/Honolulu",
  alaska: "America/Anchorage",
  pacific_time: "America/Los_Angeles",
  mountain_time: "America/Denver",
  central_time: "America/Chicago",
  eastern_time: "America/New_York",
  atlantic_time_canada: "America/Halifax",
  arizona: "America/Phoenix",
  indiana_east: "America/Indiana/Indianapolis",
  newfoundland: "America/St_Johns",
  brasilia: "America/Sao_Paulo",
  edinburgh: "Europe/London",
  new_delhi: "Asia/Kolkata",
  beijing: "Asia/Shanghai",
  coordinated_universal_time: "UTC",
  est5edt: "America/New_York",
  cst6cdt: "America/Chicago",
  mst7mdt: "America/Denver",
  pst8pdt: "America/Los_Angeles",
  jst: "Asia/Tokyo",
};

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

/** Names of several places. */
const unclear = new Set(
  "cordoba georgetown la_paz merida north san_juan south st_petersburg urumqi victoria west".split(" "),
);

export const areas = "Africa America Antarctica Arctic Asia Atlantic Australia Europe Indian Pacific".split(
  " ",
);

/**
 * The places, and the Windows zones by their folded names. Names such as `UTC-08` are left out: people who write
 * them mean a zone with summer time as often as not. Source: CLDR.
 */
const menuNames = new Map<string, string | undefined>([
  ...Object.entries(places),
  ...WINDOWS_TO_IANA_MAP.filter(
    ({ territory, windowsName }) => territory === "001" && !windowsName.startsWith("UTC"),
  ).map(({ windowsName, iana }) => [foldName(windowsName), newZoneNames[iana[0] ?? ""] ?? iana[0]] as const),
]);

function foldName(text: string): string {
  return fold(text)
    .replace(/['.]/g, "")
    .replaceAll("&", " and ")
    .replace(/[^a-z\d]+/g, "_")
    .replace(/^_|_$/g, "");
}

const write = "Write it as Europe/Berlin or America/New_York.";
const askZone = "for the time zone, unless they named its city";
const notZone = problem("zone", "is not a time zone", write, askZone);
const severalZones = problem("zone", "is ambiguous, as the time of several zones", write, askZone);

/** Longer than any name of a zone with its description. */
const maxLength = 120;

/**
 * Finds the zone that a text names by its IANA name (`America/New York`), its city (`Berlin`), its Windows name
 * (`W. Europe Standard Time`) or its name in a menu (`(UTC-05:00) Eastern Time (US & Canada)`). All that the text says must agree;
 * an offset must be the zone's in January or July of this year. An abbreviation or an offset alone is refused: a zone has
 * different rules over the year. `isGuessed`: the text is another name than that of IANA.
 */
export function readTimeZone(text: string): Read<string> & { isGuessed?: boolean } {
  const written = text.normalize("NFKC");
  const known = findName(written);
  if (known !== undefined) return { value: known, isGuessed: false };
  if (written.length > maxLength) return { problem: notZone };
  const { offsets, phrases } = cut(written);
  if (phrases.every(isAbbreviation) && offsets.length + phrases.length > 0) return { problem: severalZones };
  const claims = phrases.map((phrase) => ({
    phrase,
    zone: findZone(phrase.replace(/ daylight time$/i, " Standard Time")),
  }));
  // A city says more than "Central Standard Time".
  const zones = claims
    .toSorted((one, other) => Number(/time$/i.test(one.phrase)) - Number(/time$/i.test(other.phrase)))
    .flatMap(({ zone }) => zone ?? []);
  const named = phrases.map(findName).find((name) => name !== undefined);
  const timeZone = named ?? zones[0];
  if (timeZone === undefined) return { problem: notZone };
  const year = new Date().getUTCFullYear();
  const moments = [0, 6].map((month) => formatInstant(Date.UTC(year, month, 15)));
  const listOffsets = (zone: string) => moments.map((moment) => toLocal(moment, zone).offset);
  const real = listOffsets(timeZone);
  for (const { phrase, zone } of claims) {
    if (zone !== undefined && listOffsets(zone).join() === real.join()) continue;
    if (moments.some((moment) => isNameOf(phrase, timeZone, moment, shorten))) continue;
    // A row of a menu has an offset, and towns without a zone of their own.
    if (zone === undefined && offsets.length > 0 && named === undefined) continue;
    if (zone === undefined) return { problem: notZone };
    const message = `names two time zones, ${timeZone} and ${zone}`;
    return { problem: problem("zone", message, "Keep one of them.") };
  }
  const wrong = offsets.find((offset) => !real.includes(offset));
  if (wrong === undefined) return { value: timeZone, isGuessed: named === undefined };
  const message = `says UTC${wrong}, but ${timeZone} is at UTC${[...new Set(real)].join(" or UTC")}`;
  return { problem: problem("zone", message, "Correct one of them.") };
}

const isAbbreviation = (phrase: string): boolean =>
  !menuNames.has(foldName(phrase)) && shortNames.includes(phrase.toLowerCase().replaceAll(".", ""));

const findName = (text: string): string | undefined => normalizeTimeZone(text.trim().replace(/ /g, "_"));

/** An offset such as "+05:30". Every dash is a minus. */
export const writeOffset = (sign: string, hours: string, minutes = "00"): string =>
  `${/[+\u00b1]/.test(sign) ? "+" : "-"}${hours.padStart(2, "0")}:${minutes}`.replace("-00:00", "+00:00");

/**
 * The offset that a name behind a time, such as `edt` or `eastern time - new york`, selects in a zone. Undefined if the zone has one
 * offset then, or if the name is that of its time all year. A problem for the name of another zone.
 */
export function findNamedOffset(
  name: string,
  local: string,
  timeZone: string,
): string | undefined | { problem: ProblemText } {
  const [first = name, ...towns] = name.replace(")", "").split(/ - |, | \(/);
  const isZone = (text: string) => isSameZone(findZone(text) ?? "", timeZone);
  const { instants, instant } = resolveLocal(local, timeZone);
  const offsets = (instants.length > 0 ? instants : [instant])
    .filter(
      (instant) =>
        isNameOf(first, timeZone, instant) &&
        towns.every((town) => isZone(town) || isNameOf(town, timeZone, instant)),
    )
    .map((instant) => toLocal(instant, timeZone).offset);
  if (offsets.length > 0) return instants.length > 1 && offsets.length === 1 ? offsets[0] : undefined;
  if (isZone(name)) return undefined;
  const message = `has the time zone ${capitalizeName(name)}, which is not known to be that of ${timeZone} then`;
  return { problem: problem("zone", message, "Remove it, or choose its zone under {timeZone}.") };
}

/** A problem for GMT where the clocks are at another offset then, and in GMT by that name in winter: people mean either. */
export function checkGmt(local: string, timeZone: string): ProblemText | undefined {
  const { offset } = toLocal(toInstant(`${local}+00:00`), timeZone);
  const winter = formatInstant(Date.UTC(Number(local.slice(0, 4)), 0, 15));
  if (offset === "+00:00" || !isNameOf("Greenwich Mean Time", timeZone, winter)) return undefined;
  const message = `has the time zone GMT, but ${timeZone} is at ${offset} then`;
  return problem("zone", message, "Remove it, or write UTC.");
}

const capitalizeName = (name: string): string =>
  name.replace(name.length > 5 ? /\b[a-z]/g : /./g, (letter) => letter.toUpperCase());

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
  if (menuNames.has(whole.replace(/_us_and_canada$/, ""))) return { offsets, phrases: [whole] };
  const phrases = rest.split(/[()[\],;]| [-\u2013] /).map((phrase) => phrase.trim());
  return { offsets, phrases: phrases.filter((phrase) => phrase !== "") };
}

/** The zone that a Windows name, a name of a menu or a city means. */
function findZone(phrase: string): string | undefined {
  const known = findName(phrase);
  if (known !== undefined) return known;
  const whole = foldName(phrase);
  const name = whole.replace(/_(?:is(?:lands?)?|us_and_canada)$/, "");
  const listed = menuNames.get(name) ?? menuNames.get(whole);
  if (listed !== undefined) return normalizeTimeZone(listed);
  if (name.length < 4 || unclear.has(name)) return undefined;
  const cities = areas.flatMap((area) => [`${area}/${name}`, `${area}/${name.replaceAll("_", "-")}`]);
  return cities.map(normalizeTimeZone).find((city) => city !== undefined);
}

/** Whether the time of a zone is called so at an instant: "EST", "Eastern Standard Time" or "Eastern Time". */
function isNameOf(phrase: string, timeZone: string, instant: string, simplify = foldName): boolean {
  const short = phrase.toLowerCase().replaceAll(".", "");
  if (abbreviations[short] === toLocal(instant, timeZone).offset) return true;
  const names = (["long", "longGeneric"] as const).map((style) =>
    nameTime(timeZone, style, Date.parse(instant)),
  );
  return names.some((name) => simplify(name) === simplify(longNames[short] ?? phrase));
}

/** The name of a zone's time in winter and summer alike. */
const shorten = (name: string): string => foldName(name).replace(/_(?:standard|daylight|summer)/, "");

type NameStyle = NonNullable<Intl.DateTimeFormatOptions["timeZoneName"]>;

/** The English name of a zone's time at an instant, in milliseconds since the epoch. */
export const nameTime = (timeZone: string, timeZoneName: NameStyle, instant: number): string =>
  new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName })
    .formatToParts(instant)
    .find(({ type }) => type === "timeZoneName")?.value ?? "";

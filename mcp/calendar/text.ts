import { PlanError } from "../../src/scheduling/index.ts";

/** A line of a calendar, with its parameters as they are written. */
export interface Property {
  parameters: string;
  value: string;
}

/** An event, a part of a time zone or anything else between BEGIN and END. */
export interface Component {
  name: string;
  properties: Map<string, Property[]>;
  /** What it is in. That of a calendar is the calendar. */
  parent: Component;
  calendar: Component;
}

// Each character belongs to one alternative only, so that the time grows with the length of a line.
const linePattern = /^([\w-]+)(;(?:[^":]|"[^"]*")*)?:(.*)$/;
// Outlook writes TZID=tzone://Microsoft/Utc without quotes: what begins with a date is the value.
const datePattern = /^((?:DT|RDATE|EXDATE|RECURRENCE-ID)[\w-]*)(;.*?)?:(\s*\d{4}-?\d\d-?\d\d.*)$/i;

/** Parses the calendars of a text (RFC 5545). Lines that are none do not count. Throws PlanError with the path of the text. */
export function parseComponents(text: string, path: string): Component[] {
  const all: Component[] = [];
  const open: Component[] = [];
  const message = /^\s*\S+:\/\//.test(text)
    ? "is a URL, and nothing is fetched: pass the text of the .ics file, or a list of busy times"
    : "is neither {start, end} nor the text of an .ics file, from its BEGIN:VCALENDAR to its END";
  const broken = new PlanError([{ path, message }]);
  let rule: Property | undefined;
  for (const line of text
    .replace(/^\uFEFF/, "")
    .replace(/\r?\n[ \t]/g, "")
    .split(/[\r\n]+/)) {
    const found = datePattern.exec(line) ?? linePattern.exec(line);
    // A fold may have lost its space on the way.
    if (found === null && rule !== undefined) rule.value += line.trim();
    const [, key = "", parameters = "", value = ""] = found ?? [];
    const name = key.toUpperCase();
    const current = open.at(-1);
    const property = { parameters, value };
    if (found !== null) rule = /^(?:RRULE|RDATE|EXDATE)$/.test(name) ? property : undefined;
    if (name === "BEGIN") {
      const begun = { name: value.trim().toUpperCase(), properties: new Map() } as Component;
      begun.parent = current ?? begun;
      begun.calendar = current?.calendar ?? begun;
      if (begun.calendar.name !== "VCALENDAR") throw broken;
      all.push(begun);
      open.push(begun);
    } else if (name === "END") {
      // A component that was not closed ends with the one that it is in.
      const at = open.findLastIndex((each) => each.name === value.trim().toUpperCase());
      if (at >= 0) open.length = at;
    } else if (name !== "") {
      const known = current?.properties.get(name);
      if (known === undefined) current?.properties.set(name, [property]);
      else known.push(property);
    }
  }
  if (open.length > 0 || all.length === 0) throw broken;
  return all;
}

/** The properties with one of some names. */
export const listProperties = ({ properties }: Component, ...names: string[]): Property[] =>
  names.flatMap((name) => properties.get(name) ?? []);

/** The values of the lists with one of some names, each as a property of its own. */
export const listValues = (component: Component, ...names: string[]): Property[] =>
  listProperties(component, ...names).flatMap(({ parameters, value }) =>
    value.split(",").map((each) => ({ parameters, value: each })),
  );

/** The value of the first property with a name, with its escapes. Empty without one. */
export const textOf = (component: Component, name: string): string =>
  listProperties(component, name)[0]?.value.trim() ?? "";

/** The value of a parameter. */
export function readParameter({ parameters }: Property, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}\\s*=(?:"([^"]*)"|([^;]*))`, "i").exec(parameters);
  return found?.[1] ?? found?.[2]?.trim();
}

/** A date or a time as it is written. */
export interface WrittenTime {
  /** What calendar and clock show, in milliseconds since 1970 as if in UTC. */
  wall: number;
  isDate: boolean;
  /** `Z` or a TZID. Undefined for a date, and for a time without a zone. */
  zone?: string | undefined;
}

const timePattern = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/i;

/** Reads a date or a time. Undefined for what does not exist. */
export function readTime(property: Property): WrittenTime | undefined {
  const found = timePattern.exec(property.value.trim());
  if (found === null) return undefined;
  const [, year, month, day, hour, minute = "00", second = "00", suffix] = found;
  const local = `${year}-${month}-${day}T${hour ?? "00"}:${minute}:${second}`;
  const wall = Date.parse(`${local}Z`);
  // Date moves 30 February to March.
  if (Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 19) !== local) return undefined;
  if (hour === undefined) return { wall, isDate: true };
  return { wall, isDate: false, zone: suffix?.toUpperCase() ?? readParameter(property, "TZID") };
}

const durationPattern =
  /^\+?P(?=.)(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?=.)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/i;

/** Reads a duration, in milliseconds. Undefined for a negative one, and for anything else. */
export function readDuration(text: string): number | undefined {
  const parts = durationPattern.exec(text.trim())?.slice(1);
  const sizes = [7 * 86_400, 86_400, 3600, 60, 1];
  return parts?.reduce((sum, digits, index) => sum + Number(digits ?? 0) * (sizes[index] ?? 0) * 1000, 0);
}

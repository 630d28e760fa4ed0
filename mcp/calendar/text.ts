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
  /** What it is in. */
  parent: Component | undefined;
}

/** The error for busy times. It repeats no text of a calendar. */
export const refuseBusy = (message: string): PlanError => new PlanError([{ path: "busy", message }]);

// Each character belongs to one alternative only, so that the time grows with the length of a line.
const linePattern = /^([\w-]+)(;(?:[^":]|"[^"]*")*)?:(.*)$/;

/** No calendar nests deeper. */
const maxDepth = 10;

/** Parses the text of .ics files (RFC 5545) to its components, in their order. Lines that are none do not count. */
export function parseComponents(text: string): Component[] {
  const all: Component[] = [];
  let current: Component | undefined;
  let depth = 0;
  const broken =
    "is not the text of an .ics file: it begins with no BEGIN:VCALENDAR, or the text is cut off before its END";
  for (const line of text
    .replace(/^\uFEFF/, "")
    .replace(/\r?\n[ \t]/g, "")
    .split(/[\r\n]+/)) {
    const [, key = "", parameters = "", value = ""] = linePattern.exec(line) ?? [];
    const name = key.toUpperCase();
    if (name === "BEGIN") {
      current = { name: value.trim().toUpperCase(), properties: new Map(), parent: current };
      all.push(current);
      depth += 1;
      if (depth > maxDepth || (depth === 1 && current.name !== "VCALENDAR")) throw refuseBusy(broken);
    } else if (name === "END") {
      // A component that was not closed ends with the one that it is in.
      let closed = current;
      while (closed !== undefined && closed.name !== value.trim().toUpperCase()) closed = closed.parent;
      if (closed === undefined) continue;
      for (; current !== closed.parent; depth -= 1) current = current?.parent;
    } else if (current !== undefined && name !== "") {
      const known = current.properties.get(name);
      if (known === undefined) current.properties.set(name, [{ parameters, value }]);
      else known.push({ parameters, value });
    }
  }
  if (current !== undefined || all.length === 0) throw refuseBusy(broken);
  return all;
}

/** The properties with a name. */
export const listProperties = ({ properties }: Component, name: string): Property[] =>
  properties.get(name) ?? [];

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
  /** `Z`, an offset or a TZID. Undefined for a date, and for a time without a zone. */
  zone?: string | undefined;
}

const timePattern = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z|[+-]\d{4})?)?$/i;

/** Reads a date or a time. Undefined for what does not exist. */
export function readTime(text: string, zone?: string): WrittenTime | undefined {
  const found = timePattern.exec(text.trim());
  if (found === null) return undefined;
  const [, year, month, day, hour, minute, second, suffix] = found;
  const local = `${year}-${month}-${day}T${hour ?? "00"}:${minute ?? "00"}:${second ?? "00"}`;
  const wall = Date.parse(`${local}Z`);
  // Date moves 30 February to March.
  if (Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 19) !== local) return undefined;
  return hour === undefined
    ? { wall, isDate: true }
    : { wall, isDate: false, zone: suffix?.toUpperCase() ?? zone };
}

/** Reads the dates and times of a property. */
export const readTimes = (property: Property): (WrittenTime | undefined)[] => {
  const zone = readParameter(property, "TZID");
  return property.value.split(",").map((text) => readTime(text, zone));
};

/** A length: days of the calendar, and milliseconds. */
export interface Length {
  days: number;
  ms: number;
}

const durationPattern =
  /^\+?P(?=.)(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?=.)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/i;

/** Reads a duration. Undefined for a negative one, and for anything else. */
export function readDuration(text: string): Length | undefined {
  const found = durationPattern
    .exec(text.trim())
    ?.slice(1)
    .map((digits) => Number(digits ?? 0));
  if (found === undefined) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found;
  return { days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1000 };
}

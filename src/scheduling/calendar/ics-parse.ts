import ICAL from "ical.js";

/** Maximum number of components (events, zones, alarms) in a text. */
const maxComponents = 10_000;

/** Maximum length of one unfolded line, in characters. A long list of exceptions has about 20,000. */
const maxLineLength = 50_000;

/** Maximum length of a property's name and parameters, in characters. The time to parse them grows with its square. */
const maxHeadLength = 1_000;

/** Maximum levels of components. A calendar, an event and an alarm are three. */
const maxDepth = 5;

/** One property of a component, such as `DTSTART;TZID=Europe/Berlin:20270301T090000`. */
export interface IcsProperty {
  /** In upper case. */
  name: string;
  /** Parameters by lower-case name. */
  params: Readonly<Record<string, unknown>>;
  /** The VALUE parameter in lower case, or `unknown`. */
  type: string;
  /** The value as it is written. */
  value: string;
  /** Number of the line in the text, from 1. */
  line: number;
}

/** One component: VCALENDAR, VEVENT, VTIMEZONE, STANDARD. */
export interface IcsComponent {
  /** In upper case. */
  name: string;
  /** Number of its BEGIN line in the text, from 1. */
  line: number;
  /** By name, each in the order of the text. */
  properties: Map<string, IcsProperty[]>;
  components: IcsComponent[];
}

/** An .ics text that cannot be understood. The message names the line and never holds text of the file. */
export class IcsError extends Error {
  override readonly name = "IcsError";

  constructor(line: number, message: string) {
    super(`line ${line} of the .ics text: ${message}`);
  }
}

/** The properties that decide when a person is busy, and titles. Others are not parsed: a broken one does no harm. */
const known = new Set(
  [
    "METHOD X-WR-TIMEZONE TZID TZOFFSETFROM TZOFFSETTO UID DTSTART DTEND DURATION RRULE RDATE EXDATE EXRULE",
    "RECURRENCE-ID TRANSP STATUS SUMMARY FREEBUSY X-MICROSOFT-CDO-BUSYSTATUS X-MICROSOFT-CDO-ALLDAYEVENT",
  ].flatMap((names) => names.split(" ")),
);

const nothing: Record<string, never> = Object.create(null);
// Without types, ical.js keeps values as they are written. Its own conversion of times drops what follows the seconds.
const untyped = { value: nothing, param: nothing, property: nothing, propertyGroups: false } as const;

/** Parses an .ics text into its calendars. Throws {@link IcsError} for a text that is not iCalendar or is over a bound. */
export function parseIcs(text: string): IcsComponent[] {
  const calendars: IcsComponent[] = [];
  const open: IcsComponent[] = [];
  let count = 0;
  for (const { line, text: content } of unfold(text)) {
    const name = /^[A-Za-z0-9-]+(?=[;:])/.exec(content)?.[0].toUpperCase();
    if (name === undefined)
      throw new IcsError(line, "is not a line of iCalendar, such as DTSTART:20270301T090000Z");
    const current = open.at(-1);
    if (name === "BEGIN") {
      const component: IcsComponent = {
        name: getComponentName(content),
        line,
        properties: new Map(),
        components: [],
      };
      if (current === undefined && component.name !== "VCALENDAR")
        throw new IcsError(line, "must be BEGIN:VCALENDAR");
      count += 1;
      if (count > maxComponents) throw new IcsError(line, `has more than ${maxComponents} components`);
      if (open.length === maxDepth)
        throw new IcsError(line, `has more than ${maxDepth} levels of components`);
      (current?.components ?? calendars).push(component);
      open.push(component);
    } else if (name === "END") {
      if (open.pop()?.name !== getComponentName(content))
        throw new IcsError(line, "ends a component that is not open");
    } else {
      if (current === undefined) throw new IcsError(line, "must be BEGIN:VCALENDAR");
      if (known.has(name)) addProperty(current, parseProperty(content, name, line));
    }
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined)
    throw new IcsError(unclosed.line, "begins a component that does not end: the text is cut off");
  if (calendars.length === 0) throw new IcsError(1, "there is no BEGIN:VCALENDAR");
  return calendars;
}

function addProperty({ properties }: IcsComponent, property: IcsProperty): void {
  const same = properties.get(property.name);
  if (same === undefined) properties.set(property.name, [property]);
  else same.push(property);
}

const getComponentName = (content: string): string =>
  content
    .slice(content.indexOf(":") + 1)
    .trim()
    .toUpperCase();

type ParsedLine = [name: string, params: Record<string, unknown>, type: string, value: string];

function parseProperty(content: string, name: string, line: number): IcsProperty {
  if (content.length > maxLineLength) throw new IcsError(line, `has more than ${maxLineLength} characters`);
  const [head = ""] = /^(?:[^":]|"[^"]*")*/.exec(content) ?? [];
  if (head.length > maxHeadLength)
    throw new IcsError(line, `has more than ${maxHeadLength} characters of parameters`);
  try {
    const [, params, type, value] = ICAL.parse.property(content, untyped as never) as ParsedLine;
    return { name, params: { ...params }, type, value: value.trim(), line };
  } catch {
    throw new IcsError(line, `${name} cannot be parsed`);
  }
}

/** The lines of a text, each with the lines that continue it and begin with a space. */
function unfold(text: string): { line: number; text: string }[] {
  const lines: { line: number; text: string }[] = [];
  for (const [index, content] of text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    .entries()) {
    const last = lines.at(-1);
    if (/^[ \t]/.test(content) && last !== undefined) last.text += content.slice(1);
    else if (content.trim() !== "") lines.push({ line: index + 1, text: content });
  }
  return lines;
}

/** The only property of a name, or the first. */
export function findProperty({ properties }: IcsComponent, name: string): IcsProperty | undefined {
  return properties.get(name)?.[0];
}

/** All properties of a name. */
export function listProperties({ properties }: IcsComponent, name: string): readonly IcsProperty[] {
  return properties.get(name) ?? [];
}

/** The value of a property in upper case, for words such as CANCELLED. */
export function getWord(component: IcsComponent, name: string): string | undefined {
  return findProperty(component, name)?.value.trim().toUpperCase();
}

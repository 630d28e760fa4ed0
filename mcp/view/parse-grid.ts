import type { Grid } from "./grid.ts";
import { gridKey } from "./grid.ts";

/** The grid in a tool's result. Null without one, or when this view cannot show it. */
export function parseGrid(result: unknown): Grid | null {
  const grid = field(field(result, "_meta"), gridKey);
  return isGrid(grid) ? grid : null;
}

/** The text of a tool's result, shown when there is no grid. */
export function resultText(result: unknown): string {
  const content = field(result, "content");
  if (!Array.isArray(content)) return "";
  return content
    .map((part) => String(field(part, "text") ?? ""))
    .join("\n")
    .trim()
    .slice(0, 4000);
}

/** A resource with text, as `ui/download-file` takes it. */
export interface TextResource {
  uri: string;
  mimeType: string;
  text: string;
}

/** The first content of a read resource. Null unless it has text. */
export function parseTextResource(result: unknown): TextResource | null {
  const contents = field(result, "contents");
  const content = Array.isArray(contents) ? contents[0] : undefined;
  const [uri, mimeType, text] = ["uri", "mimeType", "text"].map((name) => field(content, name));
  return typeof uri === "string" && typeof mimeType === "string" && typeof text === "string"
    ? { uri, mimeType, text }
    : null;
}

function isGrid(value: unknown): value is Grid {
  const poll = field(value, "poll");
  const options = field(value, "options");
  const people = field(value, "people");
  const others = field(value, "others");
  return (
    field(value, "version") === 2 &&
    typeof field(poll, "title") === "string" &&
    isListOf(options, isOption) &&
    isListOf(people, (person) => isPerson(person, options.length)) &&
    typeof field(others, "count") === "number" &&
    isListOf(field(others, "yes"), isNumber) &&
    isListOf(field(others, "ifNeedBe"), isNumber) &&
    isListOf(field(value, "required"), isString) &&
    isAbsentOr(field(value, "numbers"), (numbers) => isListOf(numbers, isNumber)) &&
    isAbsentOr(field(value, "missing"), isMissingPeople) &&
    typeof field(field(value, "refresh"), "name") === "string"
  );
}

function isOption(value: unknown): boolean {
  const date = field(value, "date");
  if (typeof date === "string") return !Number.isNaN(Date.parse(`${date}T00:00:00Z`));
  return !Number.isNaN(Date.parse(String(field(value, "startTime")))) && isNumber(field(value, "duration"));
}

function isPerson(value: unknown, options: number): boolean {
  const votes = field(value, "votes");
  return (
    typeof field(value, "id") === "string" &&
    typeof field(value, "name") === "string" &&
    typeof votes === "string" &&
    votes.length === options
  );
}

function isMissingPeople(value: unknown): boolean {
  return isListOf(field(value, "names"), isString) && isNumber(field(value, "more"));
}

function isAbsentOr(value: unknown, fits: (value: unknown) => boolean): boolean {
  return value === undefined || fits(value);
}

function isString(value: unknown): boolean {
  return typeof value === "string";
}

function isListOf(value: unknown, fits: (item: unknown) => boolean): value is unknown[] {
  return Array.isArray(value) && value.every(fits);
}

function isNumber(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value);
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

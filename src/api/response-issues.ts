import type * as z from "zod";
import { userAgent } from "./policy.ts";

/** Where a response is not as expected: a path in its JSON (`data.options.0.date`) and why. Never holds its values. */
export interface ResponseIssue {
  /** The path in the response's JSON, such as `data.options.0.date`, or `body` for the whole of it. */
  readonly path: string;
  /** What was expected and what type was received. */
  readonly message: string;
}

/** More issues add nothing: a renamed field of a list is missing in every item. */
const maxIssues = 10;

/** The issues of a response that does not match its schema, at most ten. */
export function listResponseIssues(
  issues: readonly z.core.$ZodIssue[],
  response: unknown,
): readonly ResponseIssue[] {
  return issues.slice(0, maxIssues).map((issue) => ({
    path: issue.path.map(String).join(".") || "body",
    message: `expected ${describeExpected(issue)}, got ${describeType(getAt(response, issue.path))}`,
  }));
}

// A header is a value too: only these types are repeated.
const namedTypes = ["text/html", "text/plain", "text/xml", "application/xml", "application/octet-stream"];

/** The issue of a body that is not JSON, by its content type. */
export function createNotJsonIssue(contentType: string, text: string): ResponseIssue {
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  const named = namedTypes.includes(type) ? type : "something else";
  return { path: "body", message: `expected JSON, got ${text === "" ? "an empty body" : named}` };
}

/** One sentence about the issues, for an error's message. */
export function describeIssues(issues: readonly ResponseIssue[]): string {
  return issues.map(({ path, message }) => `${path}: ${message}`).join("; ");
}

/** What to suspect when a response does not match its schema. Names the version, for a report. */
export const mayHaveChanged = `The service may have changed since this version (${userAgent.replace("/", " ")})`;

function describeExpected(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return addArticle(issue.expected === "int" ? "integer" : issue.expected);
    case "invalid_value":
      return listValues(issue.values);
    case "invalid_union":
      return issue.errors.length === 0 && "options" in issue && Array.isArray(issue.options)
        ? listValues(issue.options)
        : "another form";
    case "invalid_format":
      return formats.get(issue.format) ?? issue.format;
    case "too_small":
      return issue.origin === "string" ? "a string that is not empty" : `a number >= ${issue.minimum}`;
    default:
      return "another value";
  }
}

const formats = new Map([
  ["datetime", "an ISO date-time"],
  ["date", "an ISO date"],
]);

function listValues(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(" or ");
}

function describeType(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (value === "") return "an empty string";
  return addArticle(Array.isArray(value) ? "array" : typeof value);
}

function addArticle(type: string): string {
  return `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}

function getAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, key)
        ? Reflect.get(inner, key)
        : undefined,
    value,
  );
}

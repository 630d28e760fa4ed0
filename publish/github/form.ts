/** Reads the form of an issue: GitHub writes each field below a heading with its name. */
import { sanitizeLine } from "../../src/sanitize.ts";
import { PlanError, parsePeople } from "../../src/scheduling/index.ts";
import { readLength } from "../../src/scheduling/minutes.ts";

/** An issue, as GitHub's API has it. */
export interface Issue {
  number: number;
  title: string;
  body: string | null;
  html_url: string;
}

/** The fields by the names that problems of a request have for them. */
const names = { dates: "Days", times: "Times", timeZone: "Time zone", duration: "Minutes" };

/** The field that a problem is about: `Times` for `times.0.start`. */
export const nameField = (path: string): string => names[path.split(".")[0] as keyof typeof names] ?? path;

/** Maximum length of an issue's text: a hundred times and several hundred people. GitHub takes 65,536 characters. */
const maxLength = 20_000;

/** What to vote on, and who is invited. Throws PlanError for a text that is too long; the planner says what else is wrong. */
export function readForm(issue: Issue) {
  const body = issue.body ?? "";
  if (body.length > maxLength)
    throw new PlanError([{ path: "The form", message: `has more than ${maxLength} characters` }]);
  const sections = `\n${body}`.replaceAll("\r", "").split("\n### ");
  const read = (name: string): string[] => {
    const section = sections.find((each) => each.startsWith(`${name}\n`)) ?? "";
    const lines = section.split("\n").slice(1);
    const items = lines.map((line) => line.trim().replace(/^[-*] /, ""));
    return items.filter((item) => item !== "" && item !== "_No response_");
  };
  const [times, dates] = [read(names.times), read(names.dates)];
  const [[timeZone = ""], [length = ""]] = [read(names.timeZone), read(names.duration)];
  const duration = readLength(length).value ?? 0;
  // Days have neither, although the form asks for both. One that is empty is told how to write a day.
  const options =
    times.length === 0
      ? { dates: dates.length === 0 ? [""] : dates }
      : { dates, times: times.map((start) => ({ start })), timeZone, duration };
  // The number tells polls of equal issues apart.
  const title = `${sanitizeLine(issue.title, 240)} (#${issue.number})`.trim();
  const request = { title, description: issue.html_url, ...options };
  return { request, invited: parsePeople(read("People")) };
}

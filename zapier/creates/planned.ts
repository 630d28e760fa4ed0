/** From a plan to the poll, with the problems and notes of both in the words of the form. */
import { type Client, type CreatePollInput, RalllyError } from "../../src/api/web.ts";
import { type Problem, wordProblem } from "../../src/problem.ts";
import { sanitizeText } from "../../src/sanitize.ts";
import { PlanError } from "../../src/scheduling/index.ts";
import type { Weekday } from "../../src/time/index.ts";
import { About } from "../errors.ts";
import { InputError, labelOf, quoteValue, weekdayNames } from "../input/index.ts";
import { type Described, describePoll, type Outputs, pollOutputs } from "../output/index.ts";

/** The label of the field that a path of a plan or of a request is about. */
type NamePath = (path: string) => string;

/** Names paths such as `windows.0.startDate` by the keys of the fields that have other names there; `other` names the rest. */
export const createNames =
  (keys: Readonly<Record<string, string>>, other: (part: string) => string = labelOf): NamePath =>
  (path) => {
    const parts = path.split(".");
    const named = parts.findLast((part) => Object.hasOwn(keys, part));
    return named === undefined ? other(parts[0] ?? "") : labelOf(keys[named] ?? "");
  };

/** Problems for which the planner's advice is no field of the form. */
const ownTexts: Readonly<Record<string, string>> = {
  midnight: "must be later than {from}. For options over midnight, choose Times under {optionType}",
};

/** A problem or a note of the planner with labels of the form instead of fields, and whole names of weekdays. */
function reword(problem: Problem, name: NamePath): string {
  const { listed = "" } = problem.values ?? {};
  const text = ownTexts[problem.code ?? ""] ?? problem.text;
  const days = String(listed).replace(/\w+/g, (day) => weekdayNames[day as Weekday] ?? day);
  return `${wordProblem({ ...problem, text, values: { ...problem.values, listed: days } }, name)}.`;
}

/** A plan with its notes as sentences. Throws `InputError` naming every field that cannot be used, with the hint of its path. */
export function word<Plan extends { notes: readonly Problem[] }>(
  name: NamePath,
  makePlan: () => Plan,
  hints: Readonly<Record<string, string>> = {},
) {
  try {
    const plan = makePlan();
    return { ...plan, notes: plan.notes.map((note) => `${name(note.path)}: ${reword(note, name)}`) };
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    throw new InputError(
      error.problems.map((problem) => ({
        field: name(problem.path),
        message: reword(problem, name),
        hint: hints[problem.path],
      })),
    );
  }
}

/** A poll that was created, with how the input was understood. */
export interface Created extends Described {
  notes: string;
}

export const createdOutputs: Outputs<Created> = { ...pollOutputs, notes: ({ notes }) => notes };

const maxNotesLength = 10_000;

const recoveredNote =
  "The response of the service was lost, and the poll was found in the space. If someone else created an identical poll at the same moment, it may be theirs.";

/** Creates a poll from its plan. */
export async function createPlanned(
  client: Client,
  { body, notes, name }: { body: CreatePollInput; notes: readonly string[]; name: NamePath },
): Promise<Created> {
  const { data, recovered } = await client.createPoll(body).catch((error: unknown) => {
    if (!(error instanceof RalllyError)) throw error;
    if (error.outcome === "unknown") throw new About(error, quoteValue(body.title));
    throw error.code === "VALIDATION_ERROR" ? explainRefusal(error, name) : error;
  });
  // First, because long notes are cut at their end.
  const all = recovered ? [recoveredNote, ...notes] : notes;
  return { ...describePoll(data), notes: sanitizeText(all.join("\n"), maxNotesLength) };
}

/** What the service refused, such as `title: Too long; location: Too long`, with the labels of the form. */
function explainRefusal(error: RalllyError, name: NamePath): Error {
  const parts = [...error.message.matchAll(/(?:^|; )([\w.]+): (.+?)(?=; [\w.]+: |$)/gs)];
  if (parts.length === 0) return error;
  return new InputError(parts.map(([, path = "", message = ""]) => ({ field: name(path), message })));
}

/** Zapier runs one create of a connection at a time: two of the same poll at once cannot be told apart. */
export const createLock = { key: "create_poll", scope: ["auth" as const], timeout: 40 };

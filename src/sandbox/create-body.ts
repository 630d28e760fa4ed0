import {
  type DatePollBody,
  datePollBody,
  knownFields,
  type TimePollBody,
  timePollBody,
  unclearBody,
} from "./create-schema.ts";
import { type FieldProblem, refuseFields } from "./problem.ts";
import { checkSlotRules } from "./slot-rules.ts";
import { listProblems } from "./validation.ts";

/** A create body that passed every check that needs nothing but the body. */
export type CreateBody = DatePollBody | TimePollBody;

/** Checks a create body strictly at every level. Throws one problem that names every field at fault. */
export function readCreateBody(body: unknown): CreateBody {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw refuseFields([{ field: "body", message: "Invalid input: expected object" }]);
  }
  const kind = "kind" in body ? body.kind : undefined;
  if (kind === "date") {
    const read = datePollBody.safeParse(body);
    if (read.success) return read.data;
    throw refuseFields(listProblems(read.error));
  }
  if (kind === "time") {
    const read = timePollBody.safeParse(body);
    const rules = checkSlotRules({ ...body });
    if (read.success && rules.length === 0) return read.data;
    throw refuseFields([...(read.success ? [] : listProblems(read.error)), ...rules]);
  }
  throw refuseFields(checkUnclearBody(body));
}

function checkUnclearBody(body: object): FieldProblem[] {
  const read = unclearBody.safeParse(body);
  const unknown = Object.keys(body).filter((field) => !knownFields.includes(field));
  return [
    ...(read.success ? [] : listProblems(read.error)),
    ...unknown.map((field) => ({ field, message: "Unrecognized key" })),
  ];
}

/** Types of responses. Nothing checks them at run time; the tests do. */
import type {
  DatePoll,
  DatePollResults,
  Participant as ParticipantShape,
  TimePollResults,
} from "../../src/api/web.ts";

export type { ParticipantShape };

/** An option with the fields of either kind, in a poll or, with its votes, in results. */
type OptionShape = DatePollResults["options"][number] & TimePollResults["options"][number];

export type PollShape = Omit<DatePoll, "kind" | "options"> & { kind: string; options: OptionShape[] };

export type ResultsShape = Omit<DatePollResults, "kind" | "options"> & { options: OptionShape[] };

/** An OpenAPI document. */
export interface DocumentShape {
  openapi: string;
  paths: Record<string, Record<string, OperationShape>>;
  components: { schemas: Record<string, object>; responses: Record<string, ResponseShape> };
}

/** One method of a path; the key `parameters` holds a list instead, which has none of these fields. */
export interface OperationShape {
  operationId?: string;
  responses?: Record<string, ResponseShape>;
}

/** A response in an OpenAPI document, or a reference to one. */
interface ResponseShape {
  $ref?: string;
  content?: { "application/json": { schema: { $ref: string } } };
}

/** A body with data, a page of data, or an error. */
export interface BodyShape<Data> {
  data: Data;
  nextCursor: string | null;
  error: { code: string; message: string };
}

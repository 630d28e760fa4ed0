import type { OperationName } from "../operations.ts";

/** What a change does to the calls of an operation. */
export type Impact =
  /** Responses may not match the schema: the call fails when it reads one. */
  | "unreadable"
  /** A value or a field that this version waits for or shows may be missing. */
  | "missing-value"
  /** Requests with the field, with the value or beyond the limit are refused. */
  | "some-refused"
  /** Every request is refused. */
  | "all-refused";

/** One difference between a schema of this version and one of the document. */
export interface Difference {
  /** Whether it is new and harmless, may break something, or could not be compared. */
  severity: "news" | "warning" | "unknown";
  /** The path of the field, such as `options[].date`. */
  field: string;
  /** Completes the sentence that begins with the field. */
  message: string;
  /** What it breaks. Present for warnings. */
  impact?: Impact;
}

/** Where in an operation a difference is. */
export type FindingPlace =
  | "document"
  | "operation"
  | "path"
  | "query"
  | "header"
  | "body"
  | "response"
  | "error";

/** A difference in one place of one operation. */
export interface PlacedDifference extends Difference {
  place: FindingPlace;
}

/** One difference between a document and this version. The texts contain names of the document: sanitize them. */
export interface Finding extends PlacedDifference {
  /** The operations of this version that it is about. Empty for a new operation. */
  operations: OperationName[];
}

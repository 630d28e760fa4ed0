import * as z from "zod";
import { createDatePollInput, createTimePollInput } from "../create-poll-fields.ts";
import { type Operation, type OperationName, operations } from "../operations.ts";
import { maxOptions } from "../poll-limits.ts";
import { knownProviders } from "../provider-hint.ts";
import { errorBody } from "../schemas.ts";
import { isRecord } from "./source-document.ts";

/** What this version sends and reads in one operation, as JSON Schemas. */
export interface KnownOperation {
  name: OperationName;
  method: Operation["method"];
  /** The path under the base URL, such as `/polls/{pollId}`. */
  path: string;
  /** The schema of each field of the query. All are optional. */
  query: ReadonlyMap<string, unknown>;
  /** The schema of the body. Undefined when this version sends none. */
  body: unknown;
  response: unknown;
}

/** The operations of this version that an OpenAPI document lists. The document itself is not always one of them. */
export function listKnownOperations(): KnownOperation[] {
  return (Object.entries(operations) as [OperationName, Operation][])
    .filter(([name]) => name !== "getOpenApi")
    .map(([name, { method, path, input, output, effect }]) => ({
      name,
      method,
      path,
      query: effect === "create" ? new Map() : describeQuery(path, input),
      body: effect === "create" ? describeBody() : undefined,
      response: toJsonSchema(output as z.ZodType),
    }));
}

/** The schema of the service's error body. */
export const describeErrorBody = (): unknown => toJsonSchema(errorBody);

// The client sends the output of a schema, such as a trimmed text.
const toJsonSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "output", unrepresentable: "any" });

function describeQuery(path: string, input: z.ZodType): Map<string, unknown> {
  const { properties } = toJsonSchema(input);
  return new Map(Object.entries(properties ?? {}).filter(([name]) => !path.includes(`{${name}}`)));
}

/** Lists the known providers, as the service's document does. This version sends others too. */
function fillProviders(schema: unknown): void {
  if (!isRecord(schema)) return;
  const { anyOf, properties } = schema;
  for (const form of Array.isArray(anyOf) ? anyOf : []) fillProviders(form);
  if (isRecord(properties) && isRecord(properties["provider"]))
    properties["provider"]["enum"] = knownProviders;
}

function describeBody(): unknown {
  const forms = [createDatePollInput, createTimePollInput].map((input) => {
    const { properties, ...rest } = toJsonSchema(input);
    const options = properties?.["options"];
    fillProviders(properties?.["conferencing"]);
    // This limit also counts generated options, so it is not in the schema of the field.
    return {
      ...rest,
      properties: { ...properties, options: { ...(isRecord(options) && options), maxItems: maxOptions } },
    };
  });
  return { anyOf: forms };
}

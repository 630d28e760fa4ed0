import * as z from "zod";
import { type Operation, type OperationName, operations } from "./operations.ts";

/**
 * Polls or people that a schema parses before it is compiled. Compiling takes as long as parsing some hundreds of them, so
 * a program of few calls does not compile.
 */
const compileAfter = 1_000;

/**
 * The operations with output schemas that are compiled after some use: lists are then checked in a third of the time and
 * without a copy, with the same results and the same issues. Where code must not be generated, the schemas stay as they are. The compiler
 * would add to the size of a Zapier app, so src/api/core.ts does not use it.
 */
export const compiledOperations = Object.fromEntries(
  Object.entries(operations).map(([name, operation]) => [
    name,
    { ...operation, output: compileLater(operation.output) },
  ]),
) as unknown as Record<OperationName, Operation>;

function compileLater(schema: z.ZodType<Json, Json>): Operation["output"] {
  let parsed = 0;
  let compiled: typeof schema | undefined;
  return {
    safeParse(json) {
      if (!compiled && parsed >= compileAfter) compiled = z.compile(schema);
      parsed += countItems(json);
      // The schemas change nothing, so a valid response needs no copy.
      if (compiled?.validate(json)) return { success: true, data: json };
      return schema.safeParse(json);
    },
  };
}

type Json = Record<string, unknown>;

function countItems(json: unknown): number {
  const { data } = Object(json);
  return Array.isArray(data) ? data.length : 1;
}

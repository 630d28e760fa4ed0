import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import * as z from "zod";

type Json = Record<string, unknown>;

/**
 * The input schema as the SDK wants it: the JSON is what a model is told, and checking is left to the tool, which
 * forgives what hosts do and explains in our own words.
 */
export function toInputSchema(schema: z.ZodType): StandardSchemaWithJSON {
  return listed(schema, "input", (value) => ({ value }));
}

/** The output schema as the SDK wants it, checked in full: a mistake of ours must not leave as a half-right answer. */
export function toOutputSchema(schema: z.ZodType): StandardSchemaWithJSON {
  return listed(schema, "output", (value) => schema["~standard"].validate(value));
}

function listed(
  schema: z.ZodType,
  io: "input" | "output",
  validate: StandardSchemaWithJSON["~standard"]["validate"],
): StandardSchemaWithJSON {
  const json = () => trim(z.toJSONSchema(schema, { io })) as Json;
  return {
    "~standard": {
      version: 1,
      vendor: "rallly-connect",
      validate,
      jsonSchema: { input: json, output: json },
    },
  };
}

// What every reader assumes anyway costs tokens in every conversation: the dialect, "anything else is allowed",
// and the bounds of a safe integer.
function trim(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(trim);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => !isAssumed(key, value))
      .map(([key, value]) => [key, trim(value)]),
  );
}

function isAssumed(key: string, value: unknown): boolean {
  if (key === "$schema") return true;
  if (key === "propertyNames") return true;
  if (key === "additionalProperties") return JSON.stringify(value) === "{}";
  return value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER;
}

/** Whether a value is an object with names, and no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value that the record itself has under a name from outside, never an inherited one such as `toString`. */
export function getOwn<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

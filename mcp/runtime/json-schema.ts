import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import * as z from "zod";

/** A JSON Schema. */
export type Json = Record<string, unknown>;

/** The JSON Schema of a tool's arguments. */
export const toInputJson = (schema: z.ZodType): Json => trim(z.toJSONSchema(schema, { io: "input" })) as Json;

/** The JSON Schema of a tool's data. */
export const toOutputJson = (schema: z.ZodType): Json =>
  trim(z.toJSONSchema(schema, { io: "output" })) as Json;

/** A JSON Schema for the SDK, with the check of values that belongs to it. */
export function toStandardSchema(
  json: Json,
  validate: StandardSchemaWithJSON["~standard"]["validate"],
): StandardSchemaWithJSON {
  const get = () => json;
  return {
    "~standard": {
      version: 1,
      vendor: "rallly-connect",
      validate,
      jsonSchema: { input: get, output: get },
    },
  };
}

// Leaves out what goes without saying, since it costs tokens in every conversation: the dialect, "anything else is
// allowed", "not empty", and the bounds of a safe integer.
function trim(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(trim);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => !isSelfEvident(key, value))
      .map(([key, value]) => [key, trim(value)]),
  );
}

function isSelfEvident(key: string, value: unknown): boolean {
  if (key === "$schema") return true;
  if (key === "propertyNames") return true;
  if (key === "minLength" || key === "minItems") return value === 1;
  if (key === "additionalProperties") return JSON.stringify(value) === "{}";
  return value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER;
}

/** Whether a value is an object and not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own property of a record by a name from outside. Never an inherited one such as `toString`. */
export function getOwn<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

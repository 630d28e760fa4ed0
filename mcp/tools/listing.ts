import type { Tool as McpTool } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { Tool } from "../tool.ts";
import { allTools } from "./index.ts";

/** What lists show of a tool: `tools/list` all but its summary. Plain data. */
export interface ListedTool
  extends Pick<Tool, "name" | "title" | "summary" | "description" | "effect" | "meta"> {
  annotations: ReturnType<typeof annotate>;
  inputSchema: McpTool["inputSchema"];
  outputSchema: McpTool["inputSchema"];
}

/** Every tool as listed. A bundle embeds it as data, so that a server lists its tools without loading them. */
export const listedTools: readonly ListedTool[] = allTools.map(
  ({ name, title, summary, description, effect, meta, input, output }) => ({
    name,
    title,
    summary,
    description,
    effect,
    ...(meta ? { meta } : {}),
    annotations: annotate(title, effect),
    inputSchema: toSchema(input, "input"),
    outputSchema: withSummary(toSchema(output, "output")),
  }),
);

/** Every result has its text in its data, too. */
function withSummary(schema: McpTool["inputSchema"]): McpTool["inputSchema"] {
  const { properties, required = [], ...rest } = schema;
  return {
    ...rest,
    properties: { summary: { type: "string" }, ...properties },
    required: ["summary", ...required],
  };
}

/** Leaves out what goes without saying, since it costs tokens in every conversation: "anything else is allowed", "not empty". */
function toSchema(type: z.ZodType, io: "input" | "output"): McpTool["inputSchema"] {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    io,
    override: ({ jsonSchema }) => {
      for (const [key, value] of Object.entries(jsonSchema))
        if (isSelfEvident(key, value)) Reflect.deleteProperty(jsonSchema, key);
    },
  });
  // Every tool takes and returns an object.
  return { ...schema, type: "object" } as McpTool["inputSchema"];
}

function isSelfEvident(key: string, value: unknown): boolean {
  if (key === "minLength" || key === "minItems") return value === 1;
  // Checked, but one host refuses schemas whose sum of these is above about 960.
  if (key === "maxItems") return true;
  // Longer than what anybody writes there.
  if (key === "maxLength") return Number(value) > 250;
  if (key === "additionalProperties" || key === "properties") return JSON.stringify(value) === "{}";
  return value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER;
}

/** A second delete changes nothing, a second create with `again` makes a second poll. Only a created poll reaches people outside the space. */
function annotate(title: string, effect: Tool["effect"]) {
  return {
    title,
    readOnlyHint: effect === "read",
    destructiveHint: effect === "delete",
    idempotentHint: effect !== "create",
    openWorldHint: effect === "create",
  };
}

import { type Json, toInputJson, toOutputJson } from "../runtime/json-schema.ts";
import type { Tool } from "../runtime/tool.ts";
import { allTools } from "./index.ts";

/** What `tools/list` shows of a tool. Plain data. */
export interface ListedTool extends Pick<Tool, "name" | "title" | "description" | "effect" | "meta"> {
  inputSchema: Json;
  outputSchema: Json;
}

/**
 * Every tool as listed. A bundle holds this module as the data that it computes, so that a server lists its tools without
 * loading them: see scripts/mcp-package/bundle.ts.
 */
export const listedTools: readonly ListedTool[] = allTools.map(
  ({ name, title, description, effect, meta, input, output }) => ({
    name,
    title,
    description,
    effect,
    meta,
    inputSchema: toInputJson(input),
    outputSchema: toOutputJson(output),
  }),
);

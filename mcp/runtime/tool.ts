import type { InputRequiredResult } from "@modelcontextprotocol/server";
import type * as z from "zod";
import type { Client } from "../../src/api/client-types.ts";
import { parseArguments, toInputSchema } from "./arguments.ts";
import type { Confirm } from "./confirm.ts";
import { ArgumentError } from "./errors.ts";
import type { TokenSigner } from "./signed-token.ts";

/** What a tool does to the space, which decides its hints and whether a read-only server has it. */
export type Effect = "read" | "create" | "delete";

/** What a tool says: a sentence or two in our own words, and data in which strangers' text may appear. */
export interface ToolResult<Data> {
  text: string;
  data: Data;
  /** A picture in characters for people, with strangers' text only in its cells. */
  textTable?: string;
  /** For a view, unseen by the model. */
  meta?: Record<string, unknown>;
}

/** What a tool has at hand while it runs. */
export interface ToolContext {
  client: Client;
  /** Aborts when the host cancels or the call's time is up. Hand it to every request. */
  signal: AbortSignal;
  /** The current time. */
  now: () => Date;
  seal: TokenSigner;
  confirm: Confirm;
}

/** One tool as it is written: what a model is told, and what is done. */
export interface ToolSource<In, Out extends Record<string, unknown>> {
  name: string;
  title: string;
  description: string;
  effect: Effect;
  input: z.ZodType<In>;
  output: z.ZodType<Out>;
  /** A right value for each argument, shown when a wrong one was given. List positions are left out of the path. */
  examples: Record<string, string>;
  /** For hosts, such as the view that shows the results. */
  meta?: Record<string, unknown>;
  run(input: In, call: ToolContext): Promise<ToolResult<Out> | InputRequiredResult>;
}

/** One tool, its own types forgotten, so that all of them fit in one list. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  effect: Effect;
  input: z.ZodType;
  output: z.ZodType;
  examples: Record<string, string>;
  meta: Record<string, unknown> | undefined;
  /** Reads the arguments as they came and runs the tool. Throws {@link ArgumentError} when they do not fit. */
  call(raw: unknown, call: ToolContext): Promise<ToolResult<Record<string, unknown>> | InputRequiredResult>;
}

/** Makes a {@link Tool} of its source. */
export function defineTool<In, Out extends Record<string, unknown>>(source: ToolSource<In, Out>): Tool {
  const { name, title, description, effect, input, output, examples, meta } = source;
  const listed = toInputSchema(input);
  return {
    name,
    title,
    description,
    effect,
    input,
    output,
    examples,
    meta,
    async call(raw, call) {
      const read = parseArguments(input, raw, listed);
      if (!read.ok) throw new ArgumentError(read.problems, examples, read.more);
      return source.run(read.value, call);
    },
  };
}

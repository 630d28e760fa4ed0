import type { InputRequiredResult } from "@modelcontextprotocol/server";
import type * as z from "zod";
import type { Client, Clock } from "../../src/api/core.ts";
import { type LongTexts, parseArguments } from "./arguments.ts";
import type { Confirm } from "./confirm.ts";
import { ArgumentError } from "./errors.ts";
import type { ReportProgress } from "./progress.ts";

/** What a tool does to the space. Its annotations follow from it, and whether a read-only server has the tool. */
export type Effect = "read" | "create" | "delete";

/** The result of a tool: a short text of the tool, and data that may contain other people's text. */
export interface ToolResult<Data> {
  text: string;
  data: Data;
  /** A text table for people whose host shows no view, with other people's text only in its cells. */
  textTable?: string;
  /** For a view. Not shown to the model. */
  meta?: Record<string, unknown>;
}

/** What a tool uses while it runs. */
export interface ToolContext {
  client: Client;
  /** Aborts when the host cancels or the deadline passes. Pass it to every request. */
  signal: AbortSignal;
  /** The current time. */
  now: () => Date;
  confirm: Confirm;
  /** Whether the host shows the results view. */
  showsView: boolean;
  /** For a tool that waits. Measures and sleeps; it does not have the current time. */
  clock: Required<Clock>;
  /** For a tool that waits. Aborts when the server begins to shut down: the call then returns what it knows. */
  stopping: AbortSignal;
  reportProgress: ReportProgress;
}

/** The definition of a tool. */
export interface ToolDefinition<In, Out extends Record<string, unknown>> {
  name: string;
  title: string;
  description: string;
  effect: Effect;
  input: z.ZodType<In>;
  output: z.ZodType<Out>;
  /** A valid value for each argument, shown in errors. Paths without list indexes. */
  examples: Record<string, string>;
  /** For hosts, such as the view that shows the results. */
  meta?: Record<string, unknown>;
  /** Arguments whose text may be longer than others, with their maximum length in characters. */
  longTexts?: LongTexts;
  /** Whether a call mostly waits. It needs no turn of the call limiter, and has time for a last request after the deadline. */
  waits?: boolean;
  run(input: In, context: ToolContext): Promise<ToolResult<Out> | InputRequiredResult>;
}

/** A tool without its type parameters, for lists of tools. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  effect: Effect;
  input: z.ZodType;
  output: z.ZodType;
  examples: Record<string, string>;
  meta: Record<string, unknown> | undefined;
  waits: boolean;
  /** Parses the arguments and runs the tool. Throws {@link ArgumentError} for invalid ones. */
  call(
    raw: unknown,
    context: ToolContext,
  ): Promise<ToolResult<Record<string, unknown>> | InputRequiredResult>;
}

/** Creates a {@link Tool} from its definition. */
export function defineTool<In, Out extends Record<string, unknown>>(
  definition: ToolDefinition<In, Out>,
): Tool {
  const { meta, waits = false, longTexts, run, ...listed } = definition;
  return {
    ...listed,
    meta,
    waits,
    async call(raw, context) {
      const parsed = parseArguments(listed.input, raw, longTexts);
      if (!parsed.ok) throw new ArgumentError(parsed.problems, listed.examples, parsed.more);
      return run(parsed.value, context);
    },
  };
}

import type * as z from "zod";
import type { Client } from "../src/api/web.ts";
import type { Sentences } from "./sentences.ts";

/** What a tool does to the space. Its annotations follow from it, and whether a read-only server has the tool. */
export type Effect = "read" | "create" | "delete";

/** The result of a tool: the facts in a few sentences of our own, and data that may contain other people's text. */
export interface ToolResult<Data> {
  text: string | Sentences;
  data: Data;
  /** For a view. Not shown to the model. */
  meta?: Record<string, unknown>;
}

/** What became of a question. All but "agreed" mean that nothing may be changed, and only "declined" that the person refused. */
export type Confirmation = "agreed" | "declined" | "closed" | "unanswered" | "failed";

/** What a tool uses while it runs. */
export interface ToolContext {
  client: Client;
  /** Aborts when the host cancels or the time for the call is over. Pass it to every request. */
  signal: AbortSignal;
  /** The current time. */
  now: () => Date;
  /**
   * Asks the person to confirm a change; "agreed" where the host cannot ask. Call it before the change: the tool may run a second
   * time with the answer, which counts only for the same `subject`, which names what is changed.
   */
  confirm: (subject: string, question: string) => Promise<Confirmation>;
  /** Runs after other calls of this space have run what they do under the same name. */
  inTurn: <Result>(name: string, run: () => Promise<Result>) => Promise<Result>;
  /** Whether the person may see a view of the result. */
  hasViews: boolean;
  /** Tells the host how much is done. Does nothing where the host did not ask for it. */
  progress: (done: number, total: number, message: string) => void;
}

type Data = Record<string, unknown>;

/** A tool: what a host lists, and what it does. */
export interface Tool<In extends z.ZodType = z.ZodType, Out extends z.ZodType<Data> = z.ZodType<Data>> {
  name: string;
  title: string;
  /** What it does, for people who read the documentation. */
  summary: string;
  /** For the model: what it does, when to use it and when not. A rule about safety names no tool, so that it is never left out. */
  description: Sentences;
  /** A strict object: the model is told about unknown arguments. Hosts' nulls, JSON texts and single values are converted before. */
  input: In;
  /** A loose object: only what helps the model is listed. */
  output: Out;
  effect: Effect;
  /** For hosts, such as the view that shows the results. */
  meta?: Data;
  /** Throws ArgumentError or ToolError for a call that cannot be done, and passes on errors of the client. */
  run(input: z.output<In>, context: ToolContext): Promise<ToolResult<z.output<Out>>>;
}

/** Defines a tool. Its file exports the result, and tools/index.ts lists it. */
export function defineTool<In extends z.ZodType, Out extends z.ZodType<Data>>(
  definition: Tool<In, Out>,
): Tool {
  return definition;
}

/** What calls of tools, reads of resources and completions need. Loaded through load-calls.ts. */
import { readCalendarEntry } from "../resources/calendar-entry.ts";
import { allTools } from "../tools/index.ts";

export { completeOption, completePollId, listNewestPolls } from "../resources/polls.ts";
export { readCapabilities } from "./client-capabilities.ts";
export { createConfirm, createQuestionCodec, createSecret } from "./confirm.ts";
export { runTool, type ToolOutcome, toResult } from "./run-tool.ts";

const runnable = new Map([...allTools, readCalendarEntry].map((tool) => [tool.name, tool]));

/** A tool, or what a resource runs like a tool, by its name. Throws for another name. */
export function getTool(name: string) {
  const tool = runnable.get(name);
  if (tool === undefined) throw new Error(`No tool has the name ${name}.`);
  return tool;
}

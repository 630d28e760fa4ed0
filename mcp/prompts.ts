import { completable, type McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { sanitizeText } from "../src/sanitize.ts";
import type { Caller } from "./caller.ts";
import type { Skill } from "./skills.ts";

/** Maximum length of an argument, in characters: of a list of invited people, which a cut would harm. A longer one is refused. */
const maxLength = 8_000;

/** What prompts need from the server. */
interface PromptSource {
  caller: Caller;
  /** Completes a poll's title from its start or words of it. */
  completePoll: (typed: string) => Promise<string[]>;
}

/** Registers a prompt for each skill: its text, and what the person gave. */
export function registerPrompts(server: McpServer, offered: readonly Skill[], source: PromptSource): void {
  for (const { title, description, text, prompt } of offered) {
    const args = Object.entries(prompt.args).map(([name, { description, isOptional }]) => {
      const value = z.string().max(maxLength).describe(description);
      if (name === "poll") return [name, completable(value, source.completePoll)] as const;
      return [name, isOptional ? value.optional() : value] as const;
    });
    const argsSchema = z.object(Object.fromEntries(args));
    server.registerPrompt(prompt.name, { title, description, argsSchema }, async (given) => {
      const { createMask } = await import("./calls.ts");
      const whole = createMask(source.caller)(`${text}\n\nGiven:\n${formatGiven(given)}`);
      return { messages: [{ role: "user", content: { type: "text", text: whole } }] };
    });
  }
}

/** The person's text as JSON, so that the model can tell it from the instructions. */
function formatGiven(given: Record<string, unknown>): string {
  const typed = Object.entries(given).map(([name, value]) => [name, sanitizeText(String(value), maxLength)]);
  return JSON.stringify(Object.fromEntries(typed), null, 1);
}

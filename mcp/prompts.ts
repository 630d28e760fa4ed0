import { completable, type McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { sanitizeText } from "../src/sanitize.ts";
import { isOffered } from "./instructions.ts";
import type { Caller } from "./server.ts";
import { chaseResponses, pickTime, type Skill, scheduleMeeting } from "./skills.ts";

/** Maximum length of the list of invited people, in characters. A longer one is refused, because a cut would lose people. */
const maxInvitedLength = 8_000;

/** Registers the prompts whose tools are all offered. Each has the text of a skill, and what the person gave. */
export function registerPrompts(
  server: McpServer,
  { caller, completePoll }: { caller: Caller; completePoll: (typed: string) => Promise<string[]> },
  tools: readonly { name: string }[],
): void {
  const poll = completable(
    z.string().describe("Id or link of the poll, or words of its title"),
    completePoll,
  );
  const register = (name: string, skill: Skill, argsSchema: z.ZodObject) => {
    if (!isOffered(skill.text, tools)) return;
    const { title, description } = skill;
    server.registerPrompt(name, { title, description, argsSchema }, async (given) => {
      const { createMask } = await import("./calls.ts");
      const text = createMask(caller)(`${skill.text}\n\nGiven:\n${formatGiven(given)}`);
      return { messages: [{ role: "user", content: { type: "text", text } }] };
    });
  };
  register(
    "plan_meeting",
    scheduleMeeting,
    z.object({
      about: z.string().describe("What the meeting is for"),
      when: z.string().optional().describe("Possible days and times"),
      timeZone: z.string().optional().describe("IANA time zone of those times, e.g. Europe/Berlin"),
    }),
  );
  register(
    "who_is_missing",
    chaseResponses,
    z.object({
      poll,
      invited: z.string().max(maxInvitedLength).describe("Names or addresses of everyone invited"),
    }),
  );
  register("summarise_poll", pickTime, z.object({ poll }));
}

/** The person's text as JSON, so that the model can tell it from the instructions. */
function formatGiven(given: Record<string, unknown>): string {
  const typed = Object.entries(given).map(([name, value]) => [
    name,
    sanitizeText(String(value), name === "invited" ? maxInvitedLength : undefined),
  ]);
  return JSON.stringify(Object.fromEntries(typed), null, 1);
}

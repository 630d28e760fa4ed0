import { completable, type McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { Redactor } from "../../src/api/core.ts";
import { sanitizeText } from "../../src/sanitize.ts";
import type { Tool } from "../runtime/tool.ts";
import { namedTools } from "./instructions.ts";

/** Finds ids of polls from the words of their titles. */
type Complete = (typed: string) => Promise<string[]>;

interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: z.ZodObject;
  /** The task, as the person would write it. */
  task: string;
  /** The steps for the model. */
  steps: string;
}

/** Registers the prompts whose tools are all offered. */
export function registerPrompts(
  server: McpServer,
  tools: readonly Tool[],
  complete: Complete,
  redactor: Redactor,
): void {
  const offered = new Set(tools.map(({ name }) => name));
  for (const prompt of createPrompts(complete)) {
    if (!namedTools(prompt.steps).every((name) => offered.has(name))) continue;
    const { name, title, description, arguments: argsSchema } = prompt;
    server.registerPrompt(name, { title, description, argsSchema }, (given) =>
      buildPrompt(prompt, given, redactor),
    );
  }
}

function createPrompts(complete: Complete): Prompt[] {
  const poll = completable(z.string().describe("Id of the poll, or words of its title"), complete);
  return [
    {
      name: "plan_meeting",
      title: "Plan a meeting",
      description: "Create a poll for a meeting, after a preview",
      arguments: z.object({
        about: z.string().describe("What the meeting is for"),
        when: z.string().optional().describe("Possible days and times"),
        timeZone: z.string().optional().describe("IANA time zone of those times, e.g. Europe/Berlin"),
      }),
      task: "Plan a meeting for me with a scheduling poll.",
      steps:
        "Ask me for missing days or times, duration and time zone. Preview with create_poll and dryRun, show me weekdays and local times, and create the poll after I agree. Then give me the inviteUrl and a short message for the invitees.",
    },
    {
      name: "who_is_missing",
      title: "See who has not answered",
      description: "Compare the people who answered with those who were invited",
      arguments: z.object({ poll, invited: z.string().describe("Names or addresses of everyone invited") }),
      task: "Tell me who has not answered this poll yet.",
      steps:
        "If this is not a poll id, find the poll with list_polls. Read all pages of list_participants (includeEmails only if I gave addresses). The service knows only people who answered, so compare with my list: name who is missing, who answered but is not on the list, and every uncertain match. Then offer a short reminder with the inviteUrl from get_poll.",
    },
    {
      name: "summarise_poll",
      title: "Summarise a poll",
      description: "The state of a poll in a few sentences",
      arguments: z.object({ poll }),
      task: "Summarise the state of this poll in at most five sentences that I can pass on.",
      steps:
        "If this is not a poll id, find the poll with list_polls. Call find_best_times. State how many answered, which option leads and by how much, ties, and who is not available for it. Give weekday, date, local time and time zone.",
    },
  ];
}

// The person's text is JSON, so that the model can tell it from the instructions.
function buildPrompt({ task, steps }: Prompt, given: Record<string, unknown>, redactor: Redactor) {
  const typed = Object.entries(given).flatMap(([name, value]) =>
    value ? [[name, sanitizeText(String(value), undefined, redactor)]] : [],
  );
  const text = `${task}\n\nGiven:\n${JSON.stringify(Object.fromEntries(typed), null, 1)}\n\n${steps}`;
  return { messages: [{ role: "user" as const, content: { type: "text" as const, text } }] };
}

import { completable } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { Redactor } from "../../src/api/core.ts";
import { sanitizeText } from "../../src/sanitize.ts";
import { namedTools } from "./instructions.ts";

/** Finds ids of polls from the words of their titles. */
type Complete = (typed: string) => Promise<string[]>;

interface Prompt {
  name: string;
  title: string;
  description: string;
  /** Creates the arguments with the one for a poll, which completes its value for one caller. */
  createArguments: (poll: z.ZodString) => z.ZodObject;
  /** The task, as the person would write it. */
  task: string;
  /** The steps for the model. */
  steps: string;
  /** A further step, left out when a tool in it is not offered. */
  optionalStep?: string;
}

/** Maximum length of a list of invited people, in characters. A longer one is refused, because a cut would lose people. */
const maxInvitedLength = 8_000;

/**
 * Prepares the prompts whose tools are all offered. The result creates those of a caller: they can be registered with several servers.
 */
export function preparePrompts(tools: readonly { name: string }[]) {
  const offered = new Set(tools.map(({ name }) => name));
  const isOffered = (text: string) => namedTools(text).every((name) => offered.has(name));
  const prepared = allPrompts
    .filter(({ steps }) => isOffered(steps))
    .map(({ steps, optionalStep = "", ...prompt }) => ({
      ...prompt,
      steps: isOffered(optionalStep) ? `${steps} ${optionalStep}`.trim() : steps,
    }));
  return (complete: Complete, redactor: Redactor) => {
    const poll = completable(z.string().describe("Id of the poll, or words of its title"), complete);
    return prepared.map(({ name, title, description, createArguments, task, steps }) => ({
      name,
      config: { title, description, argsSchema: createArguments(poll) },
      build: (given: Record<string, unknown>) => buildPrompt(task, steps, given, redactor),
    }));
  };
}

const namePoll = "Pass poll as pollId if it is an id or a link, else as title.";

const meetingArguments = z.object({
  about: z.string().describe("What the meeting is for"),
  when: z.string().optional().describe("Possible days and times"),
  timeZone: z.string().optional().describe("IANA time zone of those times, e.g. Europe/Berlin"),
});

const invited = z.string().max(maxInvitedLength).describe("Names or addresses of everyone invited");

const allPrompts: readonly Prompt[] = [
  {
    name: "plan_meeting",
    title: "Plan a meeting",
    description: "Create a poll for a meeting, after a preview",
    createArguments: () => meetingArguments,
    task: "Plan a meeting for me with a scheduling poll.",
    steps:
      "Ask me for missing days or times, duration and time zone. If this is an earlier meeting again, pass that poll as copyFrom. If you can read my calendar, pass my events in that time as busy. Preview with create_poll and dryRun, show me weekdays and local times and what was left out, and create the poll after I agree. Then give me the inviteUrl and a short message for the invitees.",
  },
  {
    name: "who_is_missing",
    title: "See who has not answered",
    description: "Compare the people who answered with those who were invited, and remind the others",
    createArguments: (poll) => z.object({ poll, invited }),
    task: "Tell me who has not answered this poll yet.",
    steps: `Call find_missing_people with my list. ${namePoll} Name who is missing, ask me about the ambiguous people and name who answered but is not on the list. Then give me the reminder in our language.`,
    optionalStep:
      "If I want to wait for the missing people now, call wait_for_responses with them as people.",
  },
  {
    name: "summarise_poll",
    title: "Summarise a poll",
    description: "The state of a poll in a few sentences",
    createArguments: (poll) => z.object({ poll }),
    task: "Summarise the state of this poll in at most five sentences that I can pass on.",
    steps: `Call find_best_times. ${namePoll} State how many answered, which option leads and by how much, ties, and who is not available for it. Give weekday, date, local time and time zone.`,
  },
];

// The person's text is JSON, so that the model can tell it from the instructions.
function buildPrompt(task: string, steps: string, given: Record<string, unknown>, redactor: Redactor) {
  const maxLength = (name: string) => (name === "invited" ? maxInvitedLength : undefined);
  const typed = Object.entries(given).flatMap(([name, value]) =>
    value ? [[name, sanitizeText(String(value), maxLength(name), redactor)]] : [],
  );
  const text = `${task}\n\nGiven:\n${JSON.stringify(Object.fromEntries(typed), null, 1)}\n\n${steps}`;
  return { messages: [{ role: "user" as const, content: { type: "text" as const, text } }] };
}

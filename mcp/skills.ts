import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type StandardSchemaV1,
} from "@modelcontextprotocol/server";
import { redactKeys } from "../src/redact.ts";
import { sanitizeLine, sanitizeText } from "../src/sanitize.ts";
import type { Caller } from "./call.ts";
import { previewAdvice } from "./instructions.ts";
import { createMask } from "./log.ts";

/** How to do a whole job with the tools: a skill for hosts that load skills, and a prompt for people who choose one. */
export interface Skill {
  /** As in `skill://NAME/SKILL.md`. */
  name: string;
  /** For people. */
  title: string;
  /** When to use it. */
  description: string;
  text: string;
  prompt: { name: string; args: Readonly<Record<string, PromptArgument>> };
}

interface PromptArgument {
  description: string;
  isOptional?: boolean;
}

const poll = { description: "Id or link of the poll, or words of its title" };
const namePoll = "Pass the poll as I named it: id, link or words of the title.";

const scheduleMeeting: Skill = {
  name: "schedule-meeting",
  title: "Plan a meeting",
  description: "Schedule a meeting with a poll: ask people when they can, or repeat an earlier poll.",
  text: `Schedule a meeting for me with a scheduling poll.

1. Ask me for what is missing: possible days or times, duration and time zone. If it is an earlier meeting again, pass that poll as copyFrom.
2. If you can read my calendar, pass my events in that time as busy, and tell me what was left out.
3. Call create_poll. ${previewAdvice}
4. Give me the inviteUrl and a short message for the invitees in our language.`,
  prompt: {
    name: "plan_meeting",
    args: {
      about: { description: "What the meeting is for" },
      when: { description: "Possible days and times", isOptional: true },
      timeZone: { description: "IANA time zone of those times, e.g. Europe/Berlin", isOptional: true },
    },
  },
};

const chaseResponses: Skill = {
  name: "chase-responses",
  title: "See who has not answered",
  description: "Find out who of the invited people has not answered a poll, and remind them.",
  text: `Tell me who has not answered this poll yet.

1. Call find_missing_people with my list of invited people. ${namePoll}
2. Name who is missing, ask me about unclear names, and name who answered but is not on the list.
3. Write a reminder in our language with the facts of the result, to send to the missing people.
4. Answers take days: do not wait or poll. I ask again later.`,
  prompt: {
    name: "who_is_missing",
    args: { poll, invited: { description: "Names or addresses of everyone invited" } },
  },
};

const pickTime: Skill = {
  name: "pick-time",
  title: "Pick and announce a time",
  description: "Summarize the answers of a poll, pick the time with the person, and announce it.",
  text: `Help me to pick a time from this poll and to announce it.

1. Call find_best_times. ${namePoll} If somebody must attend, pass them as required.
2. Tell me in at most five sentences how many answered, which option leads and by how much, ties, and who cannot make it. Give weekday, date, local time and time zone.
3. When I have chosen, write the announcement in our language. I finalize the poll at its adminUrl: the API cannot.
4. If answers are missing and you can subscribe to events of this server, offer it: "Shall I tell you when all eight have answered?"`,
  prompt: { name: "summarise_poll", args: { poll } },
};

/** All skills, in the order of the work. Claude's plugin has them as files. */
export const skills: readonly Skill[] = [scheduleMeeting, chaseResponses, pickTime];

/** The file of a skill. */
export function toSkillFile({ name, description, text }: Skill): string {
  return `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n${text}\n`;
}

/** A skill as a resource: how it is listed, and its text. */
export function toSkillResource(skill: Skill) {
  const { name, title, description } = skill;
  const listed = { uri: `skill://${name}/SKILL.md`, name, title, description, mimeType: "text/markdown" };
  return { listed, load: async () => toSkillFile(skill) };
}

/** Maximum length of an argument, in characters: of a list of invited people, which a cut would harm. A longer one is refused. */
const maxLength = 8_000;

/**
 * Registers a prompt for each skill: its text, and what the person gave. Not by the SDK's registerPrompt, which takes schemas: over
 * HTTP they would be made for each request, and be half of what a request costs.
 */
export function registerPrompts({ server }: McpServer, offered: readonly Skill[], caller: Caller): void {
  server.setRequestHandler("prompts/list", () => ({
    prompts: offered.map(({ title, description, prompt: { name, args } }) => ({
      name,
      title,
      description,
      arguments: Object.entries(args).map(([name, { description, isOptional = false }]) => ({
        name,
        description,
        required: !isOptional,
      })),
    })),
  }));
  server.setRequestHandler("prompts/get", { params: anyParams }, (params) => {
    const skill = offered.find(({ prompt }) => prompt.name === params["name"]);
    // What was typed may be a key.
    const name = sanitizeLine(String(params["name"]), 100, redactKeys);
    if (skill === undefined) throw refuse(`No prompt has the name ${name}.`);
    const given = readArguments(skill, Object(params["arguments"]));
    // As JSON, so that the model can tell the person's text from the instructions.
    const whole = createMask(caller)(`${skill.text}\n\nGiven:\n${JSON.stringify(given, null, 1)}`);
    return { messages: [{ role: "user", content: { type: "text", text: whole } }] };
  });
}

/** Takes all parameters: the SDK's own schema refuses some as an internal error, in words of its library. */
const anyParams: StandardSchemaV1<Record<string, unknown>> = {
  "~standard": { version: 1, vendor: "rallly-connect", validate: (value) => ({ value: Object(value) }) },
};

function readArguments({ prompt }: Skill, given: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(prompt.args).flatMap(([name, { isOptional }]) => {
    const text = given[name];
    if (text === undefined && !isOptional) throw refuse(`The argument ${name} is missing.`);
    if (text === undefined) return [];
    if (typeof text !== "string") throw refuse(`The argument ${name} must be a text.`);
    if (text.length > maxLength) throw refuse(`${name} has at most ${maxLength} characters.`);
    return [[name, sanitizeText(text, maxLength)] as const];
  });
  return Object.fromEntries(texts);
}

const refuse = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);

import { type McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { sanitizeText } from "../src/sanitize.ts";
import type { Caller } from "./caller.ts";
import type { Skill } from "./skills.ts";

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
  server.setRequestHandler("prompts/get", async ({ params }) => {
    const skill = offered.find(({ prompt }) => prompt.name === params.name);
    if (skill === undefined) throw refuse(`No prompt has the name ${sanitizeText(params.name, 100)}.`);
    const given = readArguments(skill, params.arguments);
    const { createMask } = await import("./calls.ts");
    // As JSON, so that the model can tell the person's text from the instructions.
    const whole = createMask(caller)(`${skill.text}\n\nGiven:\n${JSON.stringify(given, null, 1)}`);
    return { messages: [{ role: "user", content: { type: "text", text: whole } }] };
  });
}

function readArguments({ prompt }: Skill, given: Record<string, string> = {}): Record<string, string> {
  const texts = Object.entries(prompt.args).flatMap(([name, { isOptional }]) => {
    const text = given[name];
    if (text === undefined && !isOptional) throw refuse(`The argument ${name} is missing.`);
    if (text === undefined) return [];
    if (text.length > maxLength) throw refuse(`${name} has at most ${maxLength} characters.`);
    return [[name, sanitizeText(text, maxLength)] as const];
  });
  return Object.fromEntries(texts);
}

const refuse = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);

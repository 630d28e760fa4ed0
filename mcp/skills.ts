import { type McpServer, ResourceNotFoundError, ResourceTemplate } from "@modelcontextprotocol/server";
import * as z from "zod";
import { isOffered, previewAdvice } from "./instructions.ts";

/** How to do a whole job with the tools: a skill for hosts that load skills, and the text of a prompt. */
export interface Skill {
  /** As in `skill://NAME/SKILL.md`. */
  name: string;
  /** For people. */
  title: string;
  /** When to use it. */
  description: string;
  text: string;
}

const namePoll = "Pass the poll as I named it: id, link or words of the title.";

export const scheduleMeeting: Skill = {
  name: "schedule-meeting",
  title: "Plan a meeting",
  description: "Schedule a meeting with a poll: ask people when they can, or repeat an earlier poll.",
  text: `Schedule a meeting for me with a scheduling poll.

1. Ask me for what is missing: possible days or times, duration and time zone. If it is an earlier meeting again, pass that poll as copyFrom.
2. If you can read my calendar, pass my events in that time as busy, and tell me what was left out.
3. Call create_poll. ${previewAdvice}
4. Give me the inviteUrl and a short message for the invitees in our language.`,
};

export const chaseResponses: Skill = {
  name: "chase-responses",
  title: "See who has not answered",
  description: "Find out who of the invited people has not answered a poll, and remind them.",
  text: `Tell me who has not answered this poll yet.

1. Call find_missing_people with my list of invited people. ${namePoll}
2. Name who is missing, ask me about unclear names, and name who answered but is not on the list.
3. Give me the reminder in our language, to send to the missing people.
4. Answers take days: do not wait or poll. I ask again later.`,
};

export const pickTime: Skill = {
  name: "pick-time",
  title: "Pick and announce a time",
  description: "Summarize the answers of a poll, pick the time with the person, and announce it.",
  text: `Help me to pick a time from this poll and to announce it.

1. Call find_best_times. ${namePoll} If somebody must attend, pass them as required.
2. Tell me in at most five sentences how many answered, which option leads and by how much, ties, and who cannot make it. Give weekday, date, local time and time zone.
3. When I have chosen, write the announcement in our language. I finalize the poll at its adminUrl: the API cannot.`,
};

const skills = [scheduleMeeting, chaseResponses, pickTime];

/** The URI of a skill's file. */
export const toSkillUri = ({ name }: Skill) => `skill://${name}/SKILL.md`;

/** The file of a skill. */
export function toSkillFile({ name, description, text }: Skill): string {
  return `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n${text}\n`;
}

/** Offers the skills whose tools are all offered (SEP-2640). */
export function registerSkills(server: McpServer, tools: readonly { name: string }[]): void {
  const offered = skills.filter(({ text }) => isOffered(text, tools));
  const mimeType = "text/markdown";
  const list = () => ({
    resources: offered.map((skill) => ({
      uri: toSkillUri(skill),
      name: skill.name,
      title: skill.title,
      description: skill.description,
      mimeType,
    })),
  });
  server.registerResource(
    "skills",
    new ResourceTemplate("skill://{name}/SKILL.md", { list }),
    { title: "Skills", description: "How to do a whole job with the tools.", mimeType },
    ({ href }) => {
      const skill = offered.find((each) => toSkillUri(each) === href);
      if (skill === undefined) throw new ResourceNotFoundError(href);
      return { contents: [{ uri: href, mimeType, text: toSkillFile(skill) }] };
    },
  );
  const loadEntries = async () => (await import("./calls.ts")).listSkillEntries(offered);
  server.server.setRequestHandler("skills/list", { params: z.looseObject({}).optional() }, async () => ({
    skills: await loadEntries(),
  }));
  server.server.setRequestHandler(
    "skills/get",
    { params: z.looseObject({ uri: z.string() }) },
    async ({ uri }) => {
      const skill = (await loadEntries()).find((each) => each.uri === uri);
      if (skill === undefined) throw new ResourceNotFoundError(uri);
      return { skill };
    },
  );
  server.server.registerCapabilities({ extensions: { "io.modelcontextprotocol/skills": {} } });
}

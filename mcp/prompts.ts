import { completable, type McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { cleanProse } from "./untrusted.ts";

/** Registers the jobs that people start by name. `complete` finds a poll's id from the words of its title. */
export function registerPrompts(server: McpServer, complete: (typed: string) => Promise<string[]>): void {
  const pollId = completable(z.string().describe("Id of the poll, or words of its title"), complete);

  server.registerPrompt(
    "plan_meeting",
    {
      title: "Plan a meeting",
      description: "Turn a wish for a meeting into a poll, checked before it is made",
      argsSchema: z.object({
        about: z.string().describe("What the meeting is for"),
        when: z.string().optional().describe("Days and times that could work"),
        timeZone: z.string().optional().describe("IANA time zone of those times, e.g. Europe/Berlin"),
      }),
    },
    (wishes) =>
      ask(
        "Plan a meeting for me with a scheduling poll.",
        wishes,
        "Ask me for what is missing: which days or times, how long, which time zone. Preview with create_poll and dryRun, show me weekdays and local times, and create the poll once I agree. Then give me the inviteUrl and a short message that I can send to the invitees.",
      ),
  );

  server.registerPrompt(
    "who_is_missing",
    {
      title: "See who has not answered",
      description: "Compare the answers with the people who were invited",
      argsSchema: z.object({
        poll: pollId,
        invited: z.string().describe("Names or addresses of everyone invited"),
      }),
    },
    (wishes) =>
      ask(
        "Tell me who has not answered this poll yet.",
        wishes,
        "Find the poll with list_polls if this is not its id, then read list_participants (page on while hasMore; includeEmails only if I gave addresses). The service knows only people who answered, so compare with my list: name who is missing, who answered that is not on the list, and every match you are not sure of. Then offer a short reminder with the inviteUrl.",
      ),
  );

  server.registerPrompt(
    "summarise_poll",
    {
      title: "Summarise a poll",
      description: "Where a poll stands, in a few sentences to pass on",
      argsSchema: z.object({ poll: pollId }),
    },
    (wishes) =>
      ask(
        "Summarise where this poll stands, in at most five sentences that I can pass on.",
        wishes,
        "Find the poll with list_polls if this is not its id. Read get_poll_results and list_participants. Say how many answered, which option leads and by how much, ties, and who cannot make the leading option. Give weekday, date, local time and time zone.",
      ),
  );
}

// What the person typed stays apart from what we say, so that neither can pass for the other.
function ask(job: string, wishes: Record<string, string | undefined>, how: string) {
  const given = Object.entries(wishes).flatMap(([name, value]) => (value ? [[name, cleanProse(value)]] : []));
  const text = `${job}\n\nGiven:\n${JSON.stringify(Object.fromEntries(given), null, 1)}\n\n${how}`;
  return { messages: [{ role: "user" as const, content: { type: "text" as const, text } }] };
}

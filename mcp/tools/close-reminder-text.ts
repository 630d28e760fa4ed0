import * as z from "zod";
import { sanitizeLine } from "../../src/sanitize.ts";
import { compareInvitees } from "../../src/scheduling/index.ts";
import { joinSentences, pluralize } from "../output/format.ts";
import { peopleList, readPeople } from "./fields.ts";
import { definePollTool } from "./poll-tool.ts";

const maxInvited = 1_000;
const maxShown = 100;

export const closeReminderText = definePollTool({
  name: "close_reminder_text",
  title: "Close reminder text",
  summary: "writes the last reminder for people who have not answered",
  description:
    "Write a last reminder, before a poll closes, for the invited people who have not answered. Ask the person for the list. It sends nothing: give the text to the person.",
  input: { invited: peopleList(maxInvited).min(1).describe("Names, emails or Name <email>") },
  output: { to: z.array(z.string()), reminder: z.string().optional() },
  votes: true,
  run({ poll, participants }, input) {
    const { lists, reading } = readPeople({ invited: input.invited }, maxInvited);
    const { missing, unclear } = compareInvitees(lists.invited, participants);
    const isNeeded = poll.status === "open" && missing.length > 0;
    const list = (people: readonly { text: string }[]) =>
      people.slice(0, maxShown).map(({ text }) => sanitizeLine(text, 120));
    return {
      text: joinSentences(
        `${pluralize(missing.length, "person has", "people have")} not answered; unclear: ${unclear.length}.`,
        isNeeded && "Give reminder to the person to send, in their language.",
      ),
      data: {
        ...reading,
        to: list(missing),
        unclear: list(unclear),
        reminder: isNeeded
          ? `"${sanitizeLine(poll.title)}" closes soon, and your answer is missing: ${poll.inviteUrl}`
          : undefined,
      },
    };
  },
});

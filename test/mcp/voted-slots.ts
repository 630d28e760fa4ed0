import { callTool, failTool, openHost } from "./harness.ts";
import type { Mark } from "./voted-mornings.ts";

/** A poll in New York: a slot on Monday, two on Tuesday, and two on Wednesday that start at the same time. */
export async function openVotedSlots(votes: Record<string, Mark[]>) {
  const opened = await openHost();
  const { data } = await opened.client.createPoll({
    title: "Budget talks",
    kind: "time",
    timeZone: "America/New_York",
    options: [
      { startTime: "2027-03-01T14:00:00Z", duration: 30 },
      { startTime: "2027-03-02T14:00:00Z", duration: 30 },
      { startTime: "2027-03-02T19:00:00Z", duration: 30 },
      { startTime: "2027-03-03T14:00:00Z", duration: 30 },
      { startTime: "2027-03-03T14:00:00Z", duration: 60 },
    ],
  });
  const vote = (name: string, marks: Mark[], email = `${name.toLowerCase()}@example.com`) =>
    opened.sandbox.vote(data.id, {
      name,
      email,
      choices: Object.fromEntries(marks.map((mark, index) => [data.options[index]?.id ?? "", mark])),
    });
  for (const [name, marks] of Object.entries(votes)) vote(name, marks);
  const list = (more: Record<string, unknown> = {}) =>
    callTool(opened.host, "list_participants", { pollId: data.id, ...more });
  const fail = (more: Record<string, unknown> = {}) =>
    failTool(opened.host, "list_participants", { pollId: data.id, ...more });
  return { ...opened, pollId: data.id, vote, list, fail };
}

/** Four people: one votes for every slot, one for none. */
export const team: Record<string, Mark[]> = {
  Ada: ["yes", "yes", "yes", "yes", "yes"],
  Bob: ["yes", "no", "ifNeedBe"],
  Cleo: ["ifNeedBe", "no", "no"],
  Dan: [],
};

/** The people of a result. */
export const rows = (data: Record<string, unknown>) => data["participants"] as Record<string, string>[];
/** The names of the people of a result. */
export const names = (data: Record<string, unknown>) => rows(data).map(({ name }) => name);

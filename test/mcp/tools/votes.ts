import type { CreatePollInput } from "../../../src/api/index.ts";
import { callTool, failTool, openHost } from "../harness.ts";
import { toChoices } from "../space.ts";

/** The options of {@link openVotes}: a slot on Monday, two on Tuesday, and two on Wednesday that start at the same time. */
const slots = [
  { startTime: "2027-03-01T14:00:00Z", duration: 30 },
  { startTime: "2027-03-02T14:00:00Z", duration: 30 },
  { startTime: "2027-03-02T19:00:00Z", duration: 30 },
  { startTime: "2027-03-03T14:00:00Z", duration: 30 },
  { startTime: "2027-03-03T14:00:00Z", duration: 60 },
];

const newYork = { title: "Budget talks", kind: "time", timeZone: "America/New_York", options: slots };

/** Opens a poll, in New York if nothing else is said, with votes: a mark for each option, `y` yes, `?` if need be, `-` no. */
export async function openVotes(votes: Record<string, string>, poll: object = {}) {
  const opened = await openHost();
  const base = "kind" in poll ? {} : newYork;
  const { data } = await opened.client.createPoll({ ...base, ...poll } as CreatePollInput);
  const vote = (name: string, text: string, email = `${name.toLowerCase().replace(/\W/g, "")}@example.com`) =>
    opened.sandbox.vote(data.id, { name, email, choices: toChoices(data.options, text) });
  for (const [name, text] of Object.entries(votes)) vote(name, text);
  const call = (tool: string, args: object = {}) => callTool(opened.host, tool, { poll: data.id, ...args });
  /** Calls a tool at another time. */
  const callAt = async (now: string, tool: string, args: object = {}) => {
    const { host } = await openHost({ sandbox: opened.sandbox, server: { now: () => new Date(now) } });
    return callTool(host, tool, { poll: data.id, ...args });
  };
  const fail = (tool: string, args: object = {}) => failTool(opened.host, tool, { poll: data.id, ...args });
  return { ...opened, pollId: data.id, poll: data, vote, call, callAt, fail };
}

/** Four people: one votes for every slot, one for none. */
export const team = { Ada: "yyyyy", Bob: "y-?--", Cleo: "?----", Dan: "-----" };

/** The names of the people of a result. */
export const names = (data: Record<string, unknown>) =>
  (data["participants"] as { name: string }[]).map(({ name }) => name);

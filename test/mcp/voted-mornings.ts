import { callTool, openHost } from "./harness.ts";

/** A vote. */
export type Mark = "yes" | "ifNeedBe" | "no";

/** A poll of three mornings in Berlin, with one vote a morning and person. */
export async function openVoted(votes: Record<string, Mark[]>, title = "Kick-off dinner") {
  const opened = await openHost();
  const { data } = await opened.client.createPoll({
    title,
    kind: "time",
    timeZone: "Europe/Berlin",
    duration: 60,
    options: [1, 2, 3].map((day) => ({ startTime: `2027-03-0${day}T08:00:00Z` })),
  });
  for (const [name, marks] of Object.entries(votes)) {
    const choices = Object.fromEntries(data.options.map(({ id }, index) => [id, marks[index] ?? "no"]));
    opened.sandbox.vote(data.id, {
      name,
      email: `${name.toLowerCase().replace(/\W/g, "")}@example.com`,
      choices,
    });
  }
  const best = async (more: Record<string, unknown> = {}) =>
    callTool(opened.host, "find_best_times", { pollId: data.id, ...more });
  return { ...opened, pollId: data.id, best };
}

/** Three people with one vote for each morning. */
export const team: Record<string, Mark[]> = {
  Ada: ["yes", "yes", "no"],
  Bob: ["no", "yes", "yes"],
  Cleo: ["no", "ifNeedBe", "yes"],
};

/** The mornings, as a result shows them. */
export const [mon, tue, wed] = ["Mon 2027-03-01", "Tue 2027-03-02", "Wed 2027-03-03"].map(
  (day) => `${day} 09:00–10:00 +01:00`,
);
/** The options of a result, in their order. */
export const whens = (data: Record<string, unknown>) =>
  (data["options"] as { when: string }[]).map(({ when }) => when);

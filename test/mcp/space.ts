import type { CreatePollInput } from "../../src/api/index.ts";
import { type HostOptions, openHost, openSandbox } from "./harness.ts";

/** A poll of days: its votes are a letter for each day, as {@link toChoices} reads them. */
export interface SpacePoll extends Partial<Omit<CreatePollInput, "kind" | "options">> {
  title: string;
  dates?: readonly string[];
  votes?: readonly (readonly [name: string, marks: string, email?: string])[];
}

const marks: Record<string, "yes" | "ifNeedBe"> = { y: "yes", i: "ifNeedBe", "?": "ifNeedBe" };

/** Votes of which each is a letter: `y` yes, `i` or `?` if need be, `n` or `-` no. */
export const toChoices = (options: readonly { id: string }[], letters: string) =>
  Object.fromEntries(Array.from(letters, (letter, at) => [options[at]?.id, marks[letter] ?? "no"] as const));

/** Opens a space with these polls alone, a title being a poll of one day, and a host on it. The last poll is the newest. */
export async function openSpace(polls: readonly (string | SpacePoll)[], options: HostOptions = {}) {
  const opened = await openHost({ sandbox: await openSandbox({ seed: "empty" }), ...options });
  const ids: string[] = [];
  for (const poll of polls) {
    const { dates = ["2030-03-04"], votes = [], ...rest } = typeof poll === "string" ? { title: poll } : poll;
    const input = { ...rest, kind: "date", options: dates.map((date) => ({ date })) } as CreatePollInput;
    const { id, options } = (await opened.client.createPoll(input)).data;
    for (const [name, letters, email] of votes)
      opened.sandbox.vote(id, {
        name,
        ...(email !== undefined && { email }),
        choices: toChoices(options, letters),
      });
    ids.push(id);
  }
  return { ...opened, ids };
}

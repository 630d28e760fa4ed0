import type { CreatePollInput } from "../../src/api/index.ts";
import { type HostOptions, openHost, openSandbox } from "./harness.ts";

/** A poll of days: its votes are a letter for each day, `y` yes, `i` if need be, `n` no. */
export interface SpacePoll extends Partial<Omit<CreatePollInput, "kind" | "options">> {
  title: string;
  dates?: readonly string[];
  votes?: readonly (readonly [name: string, marks: string, email?: string])[];
}

const marks: Record<string, "yes" | "ifNeedBe" | "no"> = { y: "yes", i: "ifNeedBe", n: "no" };

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
        choices: Object.fromEntries(
          [...letters].map((letter, at) => [options[at]?.id, marks[letter] ?? "no"]),
        ),
      });
    ids.push(id);
  }
  return { ...opened, ids };
}

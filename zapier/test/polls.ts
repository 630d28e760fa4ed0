/** Polls of a sandbox that is emptied before each test. */
import { beforeEach } from "vitest";
import { createClient } from "../../src/api/index.ts";
import type { startHarness } from "./harness.ts";

/** A client of the sandbox, and a function that creates polls one second apart. */
export function createPollHelpers(harness: ReturnType<typeof startHarness>) {
  const client = () => createClient({ apiKey: harness.sandbox.apiKey, baseUrl: harness.sandbox.url });

  beforeEach(async () => {
    const space = client();
    for (;;) {
      const { data } = await space.listPolls({ limit: 100 });
      if (data.length === 0) return;
      await Promise.all(data.map(({ id }) => space.deletePoll({ pollId: id })));
    }
  });

  async function createPolls(count: number, title = "Poll"): Promise<string[]> {
    const space = client();
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      harness.sandbox.advance(1000);
      const { data } = await space.createPoll({
        title: `${title} ${index}`,
        kind: "date",
        options: [{ date: "2027-03-01" }],
      });
      ids.push(data.id);
    }
    return ids;
  }

  return { client, createPolls };
}

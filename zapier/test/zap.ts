/** A Zap's memory, as Zapier keeps it: seeded once when it is switched on, then every id fires once. */
import type { startHarness } from "./harness.ts";

type Harness = ReturnType<typeof startHarness>;
type Item = Record<string, unknown> & { id: string };

/** A Zap that waits for a trigger, switched off at first. */
export function createZap(harness: Harness, step: unknown, inputData: Record<string, unknown> = {}) {
  const seen = new Set<string>();
  const poll = (meta: Record<string, unknown>) => harness.run<Item[]>(step, { inputData, meta });
  return {
    /** Learns what is old; nothing fires. */
    async switchOn(): Promise<void> {
      for (const { id } of await poll({ isPopulatingDedupe: true })) seen.add(id);
    },
    /** What a tick fires, in the order in which Zapier runs it: the oldest first. */
    async tick(): Promise<Item[]> {
      const fresh = (await poll({})).filter(({ id }) => !seen.has(id));
      for (const { id } of fresh) seen.add(id);
      return fresh.reverse();
    },
    /** What the editor shows while the Zap is built. */
    sample: () => poll({ isLoadingSample: true }),
  };
}

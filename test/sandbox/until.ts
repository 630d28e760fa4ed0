import { setTimeout } from "node:timers/promises";

/** Milliseconds; far longer than any test takes, so that only a hang fails. */
const timeoutMs = 25_000;

/**
 * Waits for a condition, in real time even with fake timers, which vi.waitFor would advance. Throws after 25 s.
 */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const startedAt = performance.now();
  while (!(await condition())) {
    if (performance.now() - startedAt > timeoutMs) throw new Error(`timed out: ${condition}`);
    await setTimeout(2);
  }
}

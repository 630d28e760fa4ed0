import { setTimeout } from "node:timers/promises";

/** Far longer than anything here takes, so that it ends only what would never end. */
const bound = 25_000;

/**
 * Waits until that holds, on the machine's own time also where timers are faked (vi.waitFor would move those on).
 * Throws when it never does.
 */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const begun = performance.now();
  while (!(await holds())) {
    if (performance.now() - begun > bound) throw new Error(`it never came about: ${holds}`);
    await setTimeout(2);
  }
}

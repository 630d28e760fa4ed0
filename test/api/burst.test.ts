import { describe, expect, it } from "vitest";
import { createClient } from "../../src/api/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";

describe("a client at the limit of a real service", () => {
  it("returns no 429 for a burst against the sandbox with a minute of half a second", async () => {
    const speed = 120;
    const startedAt = Date.now();
    const now = () => Date.parse("2027-02-01T08:00:00Z") + (Date.now() - startedAt) * speed;
    const sandbox = await startSandbox({ now, limits: { perMinute: 60, perDay: 5000 } });
    const clock = {
      now,
      sleep: (milliseconds: number, signal?: AbortSignal) =>
        new Promise<void>((resolve, reject) => {
          const timer = setTimeout(resolve, Math.min(milliseconds / speed, 2 ** 31 - 1));
          signal?.addEventListener("abort", () => {
            clearTimeout(timer);
            reject(signal.reason);
          });
        }),
    };
    const client = createClient({
      apiKey: sandbox.apiKey,
      baseUrl: sandbox.url,
      clock,
      deadlineMs: 3_600_000,
    });
    const results = await Promise.allSettled(
      Array.from({ length: 300 }, () => client.listPolls({ limit: 1 })),
    );
    expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
    await sandbox.close();
  });
});

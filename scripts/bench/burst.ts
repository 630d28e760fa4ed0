/**
 * Measures a burst against the limit of 60 requests a minute, over real sockets: by default 300 calls at once against
 * windows of 2 seconds. With `--set clock=30` the window is a minute and both clocks run 30 times as fast, so that
 * headers in whole seconds have the precision that they have at the service.
 */
import { type Clock, createClient } from "../../src/api/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { type Figure, median, toRow } from "./figure.ts";

const perMinute = 60;

/** A clock that runs `speed` times as fast as the machine's. */
function createFastClock(speed: number): Clock {
  const start = Date.now();
  const now = () => start + (Date.now() - start) * speed;
  return {
    now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const timer = setTimeout(resolve, Math.min(milliseconds / speed, 2 ** 31 - 1));
        signal?.addEventListener("abort", () => {
          clearTimeout(timer);
          reject(signal.reason);
        });
      }),
  };
}

async function runBurst(calls: number, windowSeconds: number, speed: number) {
  const clock = createFastClock(speed);
  const sandbox = await startSandbox({
    seed: "empty",
    now: clock.now,
    limits: { perMinute, perDay: 1_000_000, minuteMs: windowSeconds * 1000 },
  });
  const client = createClient({
    apiKey: sandbox.apiKey,
    baseUrl: sandbox.url,
    deadlineMs: 86_400_000,
    ...(speed === 1 ? {} : { clock }),
  });
  const start = clock.now();
  const results = await Promise.allSettled(
    Array.from({ length: calls }, () => client.listPolls({ limit: 1 })),
  );
  const seconds = (clock.now() - start) / 1000;
  const received429 = sandbox.requests.filter(({ status }) => status === 429).length;
  await sandbox.close();
  return { seconds, received429, rejected: results.filter(({ status }) => status === "rejected").length };
}

export const figure: Figure = {
  title: "a burst of calls against the rate limit",
  settings: { calls: 300, seconds: 2, clock: 1, runs: 1 },
  checkSettings: { calls: 180 },
  async measure({ settings, log }) {
    const { calls = 0, seconds = 0, clock = 1, runs = 1 } = settings;
    // Fewer calls fit into the first window and do not wait.
    if (!(calls > perMinute)) throw new Error(`calls must be more than ${perMinute}: fewer do not wait.`);
    const windowSeconds = clock === 1 ? seconds : 60;
    // The first window starts with the first call, and the last window must start before the last call.
    const minSeconds = (Math.ceil(calls / perMinute) - 1) * windowSeconds;
    const measured: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const burst = await runBurst(calls, windowSeconds, clock);
      log(
        `${burst.seconds.toFixed(2)} s, ${burst.received429} responses 429, ${burst.rejected} calls rejected`,
      );
      if (burst.rejected > 0) throw new Error(`${burst.rejected} calls were rejected.`);
      measured.push(burst.seconds);
    }
    return [
      toRow(
        {
          figure: `${calls} calls at once, limit of ${perMinute} in ${windowSeconds} s`,
          unit: "s",
          comparedWith: "the minimum",
          bound: { ratioAtMost: 1.1 },
          accepted: { ratioAtMost: 1.4 },
        },
        [median(measured)],
        [minSeconds],
      ),
    ];
  },
};

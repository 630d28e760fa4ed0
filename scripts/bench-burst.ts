/**
 * Measures a burst against the limit of 60 requests a minute, over real sockets: by default 600 calls at once against
 * windows of 2 seconds, five times. With `--clock 30` the window is a minute and both clocks run 30 times as fast, so that
 * headers in whole seconds have the precision that they have at the service.
 */
import { parseArgs } from "node:util";
import { type Clock, createClient } from "../src/api/index.ts";
import { startSandbox } from "../src/sandbox/index.ts";

const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "600" },
    seconds: { type: "string", default: "2" },
    clock: { type: "string", default: "1" },
    runs: { type: "string", default: "5" },
  },
});
const [calls, speed, runs] = [Number(values.calls), Number(values.clock), Number(values.runs)];
const minuteSeconds = speed === 1 ? Number(values.seconds) : 60;
const perMinute = 60;
// Fewer calls fit into the first window and do not wait.
const minCalls = perMinute + 1;
if (!(calls >= minCalls)) {
  console.error(
    `--calls must be ${minCalls} or more: fewer calls do not wait, so there is nothing to measure.`,
  );
  process.exit(1);
}

/** A clock that runs `speed` times as fast as the machine's. */
function createFastClock(): Clock {
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

async function runBurst() {
  const clock = createFastClock();
  const sandbox = await startSandbox({
    seed: "empty",
    now: clock.now,
    limits: { perMinute, perDay: 1_000_000, minuteMs: minuteSeconds * 1000 },
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

// The first window starts with the first call, and the last window must start before the last call.
const minSeconds = (Math.ceil(calls / perMinute) - 1) * minuteSeconds;
console.log(
  `${calls} calls at ${perMinute} every ${minuteSeconds} s${speed === 1 ? "" : `, on a clock ${speed} times as fast`}: the minimum is ${minSeconds} s.\n`,
);
console.log("measured    ratio   429 got       rejected");
for (let run = 0; run < runs; run += 1) {
  const { seconds, received429, rejected } = await runBurst();
  const figures = [
    seconds.toFixed(2).padStart(6),
    (seconds / minSeconds).toFixed(4),
    String(received429),
    String(rejected),
  ];
  const [measured = "", ratio = "", ...counts] = figures;
  console.log(`${measured} s   ${ratio}   ${counts[0]?.padStart(7)}   ${counts[1]?.padStart(12)}`);
}

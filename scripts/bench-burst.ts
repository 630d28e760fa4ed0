/**
 * How long a burst takes against the limit of 60 requests a minute, over real sockets: by default 600 calls at once,
 * against minutes of 2 seconds, five times over. With `--clock 30` the minute is the service's own and both clocks
 * run 30 times as fast, so that whole seconds in headers weigh what they weigh against the service.
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
// Fewer fit into the first window, and nothing is waited for: there would be no least time to compare with.
const fewest = perMinute + 1;
if (!(calls >= fewest)) {
  console.error(`--calls must be ${fewest} or more: fewer wait for nothing, so there is nothing to measure.`);
  process.exit(1);
}

/** A clock that runs at a multiple of the machine's speed; 1 is the machine's own. */
function createFastClock(): Clock {
  const begun = Date.now();
  const now = () => begun + (Date.now() - begun) * speed;
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
  const begun = clock.now();
  const answers = await Promise.allSettled(
    Array.from({ length: calls }, () => client.listPolls({ limit: 1 })),
  );
  const took = (clock.now() - begun) / 1000;
  const met = sandbox.requests.filter(({ status }) => status === 429).length;
  await sandbox.close();
  return { took, met, surfaced: answers.filter(({ status }) => status === "rejected").length };
}

// The first window opens with the first call, and the last one has to open before the last call can be made.
const least = (Math.ceil(calls / perMinute) - 1) * minuteSeconds;
console.log(
  `${calls} calls at ${perMinute} every ${minuteSeconds} s${speed === 1 ? "" : `, on a clock ${speed} times as fast`}: the least possible is ${least} s.\n`,
);
console.log("measured    ratio   429 met   429 surfaced");
for (let run = 0; run < runs; run += 1) {
  const { took, met, surfaced } = await runBurst();
  const figures = [took.toFixed(2).padStart(6), (took / least).toFixed(4), String(met), String(surfaced)];
  const [measured = "", ratio = "", ...counts] = figures;
  console.log(`${measured} s   ${ratio}   ${counts[0]?.padStart(7)}   ${counts[1]?.padStart(12)}`);
}

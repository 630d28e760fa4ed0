/** `npm run chaos -- --calls 10000 --seed 1`: random calls through every fault. Exits with 1 when an invariant is violated. */
import { parseArgs } from "node:util";
import { runChaos } from "./chaos/run.ts";
import { startProgress } from "./progress.ts";

const { values } = parseArgs({
  options: { calls: { type: "string", default: "10000" }, seed: { type: "string", default: "1" } },
});
const [calls, seed] = [Number(values.calls), Number(values.seed)];
if (!(calls > 0) || !Number.isInteger(seed))
  throw new RangeError("--calls must be a number above 0, --seed an integer");

const progress = startProgress(calls, "calls");
const { requests, faulted, late, refused, outcomes, violations } = await runChaos({
  calls,
  seed,
  onProgress: progress.set,
});
progress.end();
console.log(
  `${calls} calls from 16 callers made ${requests} requests; ${faulted} of them got a fault (seed ${seed}).
${late} creates and deletes were executed late; ${refused} attempts had their connection refused.\n`,
);
for (const [line, count] of [...outcomes].sort()) console.log(`${String(count).padStart(7)}  ${line}`);

const invariants: [string, readonly string[]][] = [
  ["duplicates", violations.duplicates],
  ["creates reported failed that exist", violations.hiddenCreates],
  ["creates reported successful that do not exist", violations.phantomCreates],
  ["deletes reported wrongly", violations.wrongDeletes],
  ["wrong responses", violations.wrongResponses],
  ["calls past their deadline", violations.overdue],
  ["key leaks", violations.leaks],
];
console.log("");
for (const [invariant, violated] of invariants) {
  console.log(
    `${String(violated.length).padStart(7)}  ${invariant}${violated.length > 0 ? `: ${violated.slice(0, 3).join("; ")}` : ""}`,
  );
}
process.exitCode = invariants.every(([, violated]) => violated.length === 0) ? 0 : 1;

/** `npm run chaos -- --calls 10000 --seed 1`: thousands of calls through every fault; exits 1 when a promise is broken. */
import { parseArgs } from "node:util";
import { runChaos } from "./chaos/run.ts";

const { values } = parseArgs({
  options: { calls: { type: "string", default: "10000" }, seed: { type: "string", default: "1" } },
});
const [calls, seed] = [Number(values.calls), Number(values.seed)];
if (!(calls > 0) || !Number.isInteger(seed))
  throw new RangeError("--calls takes a number above 0, --seed an integer");

const { requests, struck, late, refused, outcomes, violations } = await runChaos({ calls, seed });
console.log(
  `${calls} calls from 16 callers made ${requests} requests; ${struck} of them met a fault (seed ${seed}).
${late} creates and deletions were carried out late; ${refused} attempts met a closed port.\n`,
);
for (const [line, count] of [...outcomes].sort()) console.log(`${String(count).padStart(7)}  ${line}`);

const promises: [string, readonly string[]][] = [
  ["duplicates", violations.duplicates],
  ["creates reported failed that exist", violations.hiddenCreates],
  ["creates reported made that do not exist", violations.phantomCreates],
  ["deletes reported wrongly", violations.wrongDeletes],
  ["wrong responses", violations.wrongResponses],
  ["calls past their deadline", violations.overdue],
  ["key leaks", violations.leaks],
];
console.log("");
for (const [promise, broken] of promises) {
  console.log(
    `${String(broken.length).padStart(7)}  ${promise}${broken.length > 0 ? `: ${broken.slice(0, 3).join("; ")}` : ""}`,
  );
}
process.exitCode = promises.every(([, broken]) => broken.length === 0) ? 0 : 1;

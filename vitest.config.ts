import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

// `zapier-platform test` runs `npm test` with this variable set. It should run the tests of the Zapier app only.
const startedByZapier = process.env["ZAPIER_BASE_ENDPOINT"] !== undefined;

// Sockets and spawned processes on a loaded two-core machine: generous, and never a measure of speed.
const testTimeout = 30_000;
const hookTimeout = 30_000;

/**
 * What later files in the same process would notice: a replaced module, timers (undici keeps one for good) or time zone, or the global
 * fetch. Zapier's platform replaces that by one which reads each response to its end before it returns it. test/shared-process.ts
 * fails a file that makes such a change and is not found here.
 */
const changesProcess =
  /vi\.mock\(|useFakeTimers\(\)|toFake: \["setTimeout|fakeTimeouts|describeFaults\(|env\["TZ"\]|\.\/harness/;

/** The test files that run in a process of their own. */
const isolated = ["test", "zapier/test"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  )
  .filter((name) => name.endsWith(".test.ts"))
  .filter((file) => changesProcess.test(readFileSync(file, "utf8")));

// Each module is loaded once for all files of a project: importing them costs more than most tests.
const shared = { isolate: false, testTimeout, hookTimeout };
const setupFiles = ["test/property-seed.ts"];

const projects = [
  {
    test: {
      name: "zapier",
      include: ["zapier/test/**/*.test.ts"],
      exclude: isolated,
      setupFiles: [...setupFiles, "zapier/test/memory-limit.ts"],
      ...shared,
    },
  },
  {
    test: {
      name: "isolated",
      include: startedByZapier ? isolated.filter((file) => file.includes("zapier")) : isolated,
      setupFiles,
      testTimeout,
      hookTimeout,
    },
  },
];

const others = {
  test: {
    name: "code",
    include: ["test/**/*.test.ts"],
    exclude: isolated,
    setupFiles: [...setupFiles, "test/shared-process.ts"],
    ...shared,
  },
};

export default defineConfig({
  test: {
    // Many tests wait for processes and sockets, so one more than there are cores.
    maxWorkers: availableParallelism() + 1,
    projects: startedByZapier ? projects : [...projects, others],
    coverage: {
      provider: "v8",
      include: ["src/api/**", "src/time/**"],
      reporter: ["text-summary", "json-summary"],
      thresholds: { lines: 95, branches: 95 },
    },
  },
});

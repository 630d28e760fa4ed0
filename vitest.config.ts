import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// `zapier-platform test` runs `npm test` with this variable set. It should run the tests of the Zapier app only.
const startedByZapier = process.env["ZAPIER_BASE_ENDPOINT"] !== undefined;

// Sockets and spawned processes on a loaded two-core machine: generous, and never a measure of speed.
const testTimeout = 30_000;
const hookTimeout = 30_000;

/** Tests that need modules of their own: one replaces a module, one changes the time zone of its process. */
const isolated = ["test/zapier/unshown-poll.test.ts", "test/zapier/days-everywhere.test.ts"];

// Each module is loaded once for all files of a project: importing them costs more than most tests.
const shared = { isolate: false, testTimeout, hookTimeout };

const zapier = [
  {
    test: {
      name: "zapier",
      include: ["test/zapier/**/*.test.ts"],
      exclude: isolated,
      setupFiles: ["test/zapier/memory-limit.ts"],
      ...shared,
    },
  },
  { test: { name: "zapier-isolated", include: isolated, testTimeout, hookTimeout } },
];

const others = {
  test: { name: "code", include: ["test/**/*.test.ts"], exclude: ["test/zapier/**"], ...shared },
};

export default defineConfig({
  test: {
    // Many tests wait for processes and sockets, so one more than there are cores.
    maxWorkers: availableParallelism() + 1,
    projects: startedByZapier ? zapier : [...zapier, others],
    coverage: {
      provider: "v8",
      include: ["src/api/**", "src/time/**"],
      reporter: ["text-summary", "json-summary"],
      thresholds: { lines: 95, branches: 95 },
    },
  },
});

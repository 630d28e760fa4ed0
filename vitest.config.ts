import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// `zapier-platform test` runs `npm test` with this variable set. It should run the tests of the Zapier app only.
const startedByZapier = process.env["ZAPIER_BASE_ENDPOINT"] !== undefined;

// Sockets and spawned processes on a loaded two-core machine: generous, and never a measure of speed.
const testTimeout = 30_000;
const hookTimeout = 30_000;

const zapier = {
  test: { name: "zapier", include: ["test/zapier/**/*.test.ts"], testTimeout, hookTimeout },
};

/** Loads each module once for all files: importing them costs more than most tests. */
const others = {
  test: {
    name: "code",
    include: ["test/**/*.test.ts"],
    exclude: ["test/zapier/**"],
    isolate: false,
    testTimeout,
    hookTimeout,
  },
};

export default defineConfig({
  test: {
    // Many tests wait for processes and sockets, so one more than there are cores.
    maxWorkers: availableParallelism() + 1,
    projects: startedByZapier ? [zapier] : [zapier, others],
    coverage: {
      provider: "v8",
      include: ["src/api/**", "src/time/**"],
      reporter: ["text-summary", "json-summary"],
      thresholds: { lines: 95, branches: 95 },
    },
  },
});

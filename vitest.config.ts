import { defineConfig } from "vitest/config";

// `zapier-platform test` runs `npm test` with this variable set. It should run the tests of the Zapier app only.
const startedByZapier = process.env["ZAPIER_BASE_ENDPOINT"] !== undefined;

export default defineConfig({
  test: {
    include: [startedByZapier ? "test/zapier/**/*.test.ts" : "test/**/*.test.ts"],
    // Sockets and spawned processes on a loaded two-core machine: generous, and never a measure of speed.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    coverage: {
      provider: "v8",
      include: ["src/api/**", "src/time/**"],
      reporter: ["text-summary", "json-summary"],
      thresholds: { lines: 95, branches: 95 },
    },
  },
});

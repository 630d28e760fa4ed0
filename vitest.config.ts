import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { viewPlugin } from "./scripts/build/view.ts";

// Sockets and spawned processes on a loaded two-core machine: generous, and never a measure of speed.
const testTimeout = 30_000;
const hookTimeout = 30_000;
const setupFiles = ["test/property-seed.ts"];

/** What later files in the same process would notice: a replaced module, fake timers, other zone data, or another time zone. */
const changesProcess =
  /vi\.mock\(|[fF]akeTimers\(|fakeTimeouts|describeFaults\(|DateTimeFormat = |env\["TZ"\]/;

/** The test files that run in a process of their own. */
const isolated = globSync("test/**/*.test.ts").filter((file) =>
  changesProcess.test(readFileSync(file, "utf8")),
);

export default defineConfig({
  plugins: [viewPlugin],
  test: {
    // Many tests wait for processes and sockets, so one more than there are cores.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: "code",
          include: ["test/**/*.test.ts"],
          exclude: isolated,
          setupFiles: [...setupFiles, "test/shared-process.ts"],
          // Each module is loaded once for all files: importing them costs more than most tests.
          isolate: false,
          testTimeout,
          hookTimeout,
        },
      },
      {
        extends: true,
        test: {
          name: "isolated",
          include: [...isolated, "examples/*.test.ts"],
          setupFiles,
          testTimeout,
          hookTimeout,
        },
      },
      // Zapier's platform replaces the global fetch by one which reads each response to its end before it returns it.
      {
        test: {
          name: "zapier",
          include: ["zapier/test/**/*.test.ts"],
          isolate: false,
          setupFiles,
          testTimeout,
          hookTimeout,
        },
      },
    ],
  },
});

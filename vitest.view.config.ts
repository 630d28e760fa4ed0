import { defineConfig } from "vitest/config";
import { viewPlugin } from "./scripts/build/view.ts";

// The browser that npm installs runs on Linux on x86-64; elsewhere there is nothing to run these tests in.
const runsHere = process.platform === "linux" && process.arch === "x64";

export default defineConfig({
  plugins: [viewPlugin],
  test: {
    include: runsHere ? ["test/{view,sandbox}/browser/*.browser.ts"] : [],
    passWithNoTests: !runsHere,
    globalSetup: runsHere ? ["test/browser.ts"] : [],
    // Two browsers at a time fit on a small machine.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is waited for comes at once, but not on a busy machine.
    expect: { poll: { timeout: 30_000 } },
  },
});

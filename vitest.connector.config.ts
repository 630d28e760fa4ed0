import { defineConfig } from "vitest/config";

// Cloudflare's runtime needs the Node that npm installs, so these tests have a run of their own.
export default defineConfig({
  test: {
    include: ["test/connector/*.connector.ts"],
    globalSetup: ["test/connector/build.ts"],
    // Half of the time of a test is a runtime that starts, or waits: two at a time fit on a small machine.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is waited for comes at once, but not on a busy machine.
    expect: { poll: { timeout: 30_000 } },
  },
});

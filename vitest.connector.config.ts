import { defineConfig } from "vitest/config";

// Cloudflare's runtime needs the Node that npm installs, so these tests have a run of their own.
export default defineConfig({
  test: {
    include: ["test/connector/*.connector.ts"],
    globalSetup: ["test/connector/build.ts"],
    // One runtime at a time: the machine may be small.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});

/** What `npm run mutation` runs against every mutant: only tests that are quick, since each runs some hundred times. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/{api,time,scheduling}/**/*.test.ts"],
    exclude: [
      // Hundreds of faults over real sockets: 20 s and more.
      "test/api/faults.test.ts",
      "test/api/chaos.test.ts",
      // Thousands of random inputs; what they found stands in the tests beside them.
      "test/api/agreement.test.ts",
      "test/time/properties.test.ts",
    ],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});

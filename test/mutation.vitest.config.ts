/** What `npm run mutation` runs against every mutant: only tests that are quick, since each runs some hundred times. */
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const slow = /(operations|undici|abort)\.test\.ts$/;

/** The quickest first: most mutants are found by these, and the first test that fails ends a run. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => (slow.test(moduleId) ? 1 : 0);
    return [...files].sort((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    include: ["test/{api,time,scheduling}/**/*.test.ts"],
    exclude: [
      // Hundreds of faults over real sockets: 20 s and more.
      "test/api/faults.test.ts",
      "test/api/chaos.test.ts",
      // A burst over real time.
      "test/api/burst.test.ts",
      // Moves the timers that undici keeps for good: with one set of modules for all files, the next file's never fire.
      "test/api/late-commits.test.ts",
      // Thousands of random inputs; what they found stands in the tests beside them.
      "test/api/agreement.test.ts",
      "test/time/properties.test.ts",
    ],
    isolate: false,
    sequence: { sequencer: QuickFirst },
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});

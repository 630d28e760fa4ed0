/** What `npm run mutation` runs against every mutant: only tests that are quick, since each runs some hundred times. */
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Tests of single functions, without a server. */
const quick =
  /test\/(time|scheduling)\/|zapier\/(written-times|form-\w+|window|line-items|output|pages)\.test\.ts$/;
const slow = /(operations|undici|abort|triggers|best-time|find-response|definition|list)\.test\.ts$/;

/** The quickest first: most mutants are found by these, and the first test that fails ends a run. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      quick.test(moduleId) ? 0 : slow.test(moduleId) ? 2 : 1;
    return [...files].sort((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    include: [
      "test/{api,time,scheduling,zapier}/**/*.test.ts",
      // Those that call the tools in this process.
      "test/mcp/{arguments,create-poll*,delete-poll,errors,find-best-times,list,list-polls,past-polls,reading,scheduled-polls}.test.ts",
    ],
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
      "test/zapier/{dedupe,own-texts,form-properties}.test.ts",
      // Many polls, large values or many forms of one value through the whole app: seconds each.
      "test/zapier/{run-size,cost,input-bounds,faults,proxy-statuses,mapped-times,mapped-values,typed-input}.test.ts",
      // Changes the time zone of the process, which the threads that Stryker uses do not notice.
      "test/zapier/days-everywhere.test.ts",
      // Replaces a module, which other files share.
      "test/zapier/unshown-poll.test.ts",
    ],
    isolate: false,
    setupFiles: ["test/zapier/memory-limit.ts"],
    sequence: { sequencer: QuickFirst },
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});

import { describe, expect, it } from "vitest";
import { readingJobs } from "./reading.ts";
import { runJob } from "./run-job.ts";
import { writingJobs } from "./writing.ts";

describe("the job", () => {
  it.each([...readingJobs, ...writingJobs].map((job) => [job.question, job] as const))(
    "%s",
    async (_, job) => {
      const { answer, calls, made, gone } = await runJob(job);
      expect(answer).toEqual(job.answer);
      expect(calls).toBeLessThanOrEqual(job.calls);
      expect({ made, gone }).toEqual({ made: job.made ?? 0, gone: job.gone ?? 0 });
    },
  );
});

import { describe, expect, it } from "vitest";
import { readingJobs } from "./reading.ts";
import { runJob, type Shown } from "./run-job.ts";
import { writingJobs } from "./writing.ts";

describe.each<Shown>(["texts", "structuredContent"])("by %s alone, the job", (shown) => {
  it.each([...readingJobs, ...writingJobs].map((job) => [job.question, job] as const))(
    "%s",
    async (_, job) => {
      const { answer, calls, made, gone } = await runJob(job, shown);
      expect(answer).toEqual(job.answer);
      expect(calls).toBeLessThanOrEqual(job.calls);
      expect({ made, gone }).toEqual({ made: job.made ?? 0, gone: job.gone ?? 0 });
    },
  );
});

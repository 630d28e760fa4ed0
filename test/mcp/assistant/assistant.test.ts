/**
 * A scripted assistant does the jobs of people over the protocol, on a real sandbox: once with the texts of the results alone,
 * once with the structured content alone. A second script does each job with the service's bare endpoints. Answers and changes
 * must be equal.
 */
import { describe, expect, it } from "vitest";
import { jobs } from "./jobs.ts";
import { type Form, runBare, runJob } from "./run-job.ts";

const forms: Form[] = ["text", "structured"];

describe.each(jobs.map((job) => [job.question, job] as const))("%s", (_, job) => {
  it.each(forms)("is answered from %s alone", async (form) => {
    const [run, truth] = [await runJob(job, form), await runBare(job)];
    expect(run.answer).toEqual(job.answer);
    expect(truth.answer).toEqual(job.answer);
    expect(run.exchanges).toHaveLength(job.calls);
    expect(run.titles).toEqual({ made: job.made ?? [], gone: job.gone ?? [] });
    expect({ made: run.made, gone: run.gone }).toEqual({ made: truth.made, gone: truth.gone });
  });
});

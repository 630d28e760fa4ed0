/**
 * A scripted assistant does the jobs of people over the protocol, on a real sandbox: once with the texts of the results alone,
 * once with the structured content alone. A second script does each job with the service's bare endpoints. Answers and changes
 * must be equal.
 */
import { describe, expect, it } from "vitest";
import { allTools } from "../../../mcp/index.ts";
import type { Job } from "./job.ts";
import { jobs } from "./jobs.ts";
import { type Form, type JobRun, runBare, runJob } from "./run-job.ts";

const forms: Form[] = ["text", "structured"];
const runs = new Map<string, Promise<JobRun>>();

/** Runs a job once in each form, however many tests look at it. */
function runOnce(job: Job, form: Form): Promise<JobRun> {
  const key = `${form}: ${job.question}`;
  const run = runs.get(key) ?? runJob(job, form);
  runs.set(key, run);
  return run;
}

describe.each(jobs.map((job) => [job.question, job] as const))("%s", (_, job) => {
  it.each(forms)("is answered from %s alone", async (form) => {
    const [run, truth] = [await runOnce(job, form), await runBare(job)];
    expect(run.answer).toEqual(job.answer);
    expect(truth.answer).toEqual(job.answer);
    expect(run.exchanges).toHaveLength(job.calls);
    expect(run.titles).toEqual({ made: job.made ?? [], gone: job.gone ?? [] });
    expect({ made: run.made, gone: run.gone }).toEqual({ made: truth.made, gone: truth.gone });
  });
});

it("the jobs use every tool", async () => {
  const used = new Set<unknown>();
  for (const job of jobs) {
    const { exchanges } = await runOnce(job, "structured");
    for (const { request } of exchanges) used.add(JSON.parse(request).name);
  }
  for (const { name } of allTools) expect(used).toContain(name);
});

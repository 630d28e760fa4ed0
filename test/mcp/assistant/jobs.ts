import { busyJobs } from "./busy-jobs.ts";
import { creatingJobs } from "./creating-jobs.ts";
import { deletingJobs } from "./deleting-jobs.ts";
import type { Job } from "./job.ts";
import { peopleJobs } from "./people-jobs.ts";
import { readingJobs } from "./reading-jobs.ts";

/** What people ask an assistant for, each with the calls that answer it. */
export const jobs: Job[] = [...readingJobs, ...peopleJobs, ...creatingJobs, ...busyJobs, ...deletingJobs];

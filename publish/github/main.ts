import { serveIssues } from "./action.ts";

process.exitCode = await serveIssues(process.env, console.error);

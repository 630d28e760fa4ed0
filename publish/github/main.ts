import { describe, serveIssues } from "./action.ts";

process.exitCode = await serveIssues(process.env, console.error).catch((error) => {
  console.error(`rallly-connect: ${describe(error)}`);
  return 1;
});

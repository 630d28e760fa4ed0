#!/usr/bin/env node
import { enableCompileCache } from "../compile-cache.ts";
import { checkNodeVersion } from "../node-version.ts";

if (checkNodeVersion("rallly-connect")) {
  enableCompileCache("rallly-connect");
  // Imported after the check, because an old Node cannot parse the program.
  void import("./program.ts").then(async ({ runSandbox }) => {
    process.exitCode = await runSandbox(process.argv.slice(2));
  });
}

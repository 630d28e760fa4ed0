#!/usr/bin/env node
import { enableCompileCache } from "../src/compile-cache.ts";
import { checkNodeVersion } from "../src/node-version.ts";

if (checkNodeVersion("rallly-connect")) {
  enableCompileCache("rallly-connect");
  const [command, ...rest] = process.argv.slice(2);
  // Loaded only now: an old Node could not parse the program.
  void import("./program.ts").then(async ({ runDoctor, runMcp }) => {
    process.exitCode = await (command === "doctor" ? runDoctor(rest) : runMcp(process.argv.slice(2)));
  });
}

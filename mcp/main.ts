#!/usr/bin/env node
import { enableCompileCache } from "../src/compile-cache.ts";
import { checkNodeVersion } from "../src/node-version.ts";

if (checkNodeVersion("rallly-connect")) {
  enableCompileCache("rallly-connect");
  // Loaded only now: an old Node could not parse the program.
  void import("./program.ts").then(async ({ runDoctor, runMcp }) => {
    const [command, ...rest] = process.argv.slice(2);
    const code = await (command === "doctor" ? runDoctor(rest) : runMcp(process.argv.slice(2)));
    // What still runs, such as a connection to the service, does not matter anymore.
    process.stdout.write("", () => process.exit(code));
  });
}

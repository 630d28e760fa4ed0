#!/usr/bin/env node
import { enableCompileCache } from "../src/compile-cache.ts";
import { checkNodeVersion } from "../src/node-version.ts";

if (checkNodeVersion("rallly-connect")) {
  enableCompileCache("rallly-connect");
  // Loaded only now: an old Node could not parse the program.
  void import("./program.ts");
}

#!/usr/bin/env node
import { enableCompileCache } from "../compile-cache.ts";
import { checkNodeVersion } from "../node-version.ts";

if (checkNodeVersion("rallly-sandbox")) {
  enableCompileCache("rallly-sandbox");
  // Imported after the check, because an old Node cannot parse the program.
  void import("./program.ts");
}

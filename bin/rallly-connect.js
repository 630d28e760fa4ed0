#!/usr/bin/env node
// Not built like the rest, so that a clone in which npm ran no scripts says so.
import { existsSync } from "node:fs";

const program = new URL("../dist/cli/main.js", import.meta.url);
if (existsSync(program)) await import(program.href);
else {
  console.error(
    "rallly-connect is not built, because npm ran no scripts here. Run: npm ci --ignore-scripts=false",
  );
  process.exitCode = 1;
}

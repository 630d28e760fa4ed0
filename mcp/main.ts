#!/usr/bin/env node
import { checkNodeVersion } from "../src/node-version.ts";

// Loaded only now: an old Node could not parse the program.
if (checkNodeVersion("rallly-mcp")) void import("./program.ts");

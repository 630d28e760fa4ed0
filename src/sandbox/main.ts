#!/usr/bin/env node
import { checkNodeVersion } from "../node-version.ts";

// Loaded only now: an old Node could not parse the program.
if (checkNodeVersion("rallly-sandbox")) void import("./program.ts");

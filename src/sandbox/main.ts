#!/usr/bin/env node
import { checkNodeVersion } from "../node-version.ts";

// Imported after the check, because an old Node cannot parse the program.
if (checkNodeVersion("rallly-sandbox")) void import("./program.ts");

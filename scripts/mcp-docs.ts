/** Writes a real call of each tool into docs/mcp.md. A test compares both. */
import { writeFile } from "node:fs/promises";
import { page, refreshPage } from "./mcp/exchanges.ts";

await writeFile(page, await refreshPage());

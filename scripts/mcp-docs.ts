/** Writes into docs/mcp.md what each tool really answers. A test holds the page to it. */
import { writeFile } from "node:fs/promises";
import { page, refreshPage } from "./mcp/document.ts";

await writeFile(page, await refreshPage());

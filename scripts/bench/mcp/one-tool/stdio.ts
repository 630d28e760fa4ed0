/** The one-tool server on stdio. */
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createOneToolServer } from "./tool.ts";

serveStdio(createOneToolServer);

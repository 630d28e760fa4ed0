/** The one-tool server over HTTP, on a free port of loopback. Prints its URL to stderr. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { createOneToolServer } from "./tool.ts";

const handle = toNodeHandler(createMcpHandler(createOneToolServer));
const server = createServer(
  (request, response) => void handle(Object.assign(request, { method: "POST", url: "/mcp" }), response),
);
server.listen(0, "127.0.0.1", () => {
  process.stderr.write(`serving http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp\n`);
});

/**
 * The smallest useful server on the SDK: one tool, which sends the request of get_poll and returns the response unchecked.
 * The figures of the MCP server are compared with it. Each of its two programs is bundled into one file.
 */
import { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";

/** Creates the server. RALLLY_BASE_URL and RALLLY_API_KEY are set as for the MCP server. */
export function createOneToolServer(): McpServer {
  const server = new McpServer({ name: "one-tool", version: "1.0.0" });
  server.registerTool(
    "get_poll",
    { description: "Read one poll.", inputSchema: z.object({ pollId: z.string() }) },
    async ({ pollId }) => {
      const response = await fetch(`${process.env["RALLLY_BASE_URL"]}/polls/${pollId}`, {
        headers: { authorization: `Bearer ${process.env["RALLLY_API_KEY"]}` },
      });
      return { content: [{ type: "text", text: JSON.stringify(await response.json()) }] };
    },
  );
  return server;
}

import type { McpServer } from "@modelcontextprotocol/server";
import { readView, viewContentMeta, viewMimeType, viewUri } from "../view/resource.ts";

/** Registers the page in which hosts that show MCP Apps present what find_best_times answers. */
export function registerResultsView(server: McpServer): void {
  server.registerResource(
    "results_view",
    viewUri,
    {
      title: "Results view",
      description: "Who can come when, as a table to look at. For hosts to show, not for models to read.",
      mimeType: viewMimeType,
      _meta: viewContentMeta,
      cacheHint: { ttlMs: 3_600_000, cacheScope: "public" },
    },
    async () => ({
      contents: [{ uri: viewUri, mimeType: viewMimeType, text: await readView(), _meta: viewContentMeta }],
    }),
  );
}

/** esbuild options that every bundle with the MCP server needs: the package and the connector. */
import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";
import { embedData } from "./embed-data.ts";

/** Replaces the SDK's modules of runtime differences. */
export const sdkAlias = {
  "@modelcontextprotocol/server/_shims": fileURLToPath(new URL("sdk-shims.ts", import.meta.url)),
};

/**
 * Embeds the list of tools and the Windows time zones: creating the schemas of all tools takes longer than listing them, and an
 * eighth of the data of windows-iana is used. `indent` is as in {@link embedData}.
 */
export const embedServerData = (indent?: number): Plugin =>
  embedData(/[\\/](mcp[\\/]tools[\\/]listing|calendar[\\/]windows-zones)\.ts$/, indent);

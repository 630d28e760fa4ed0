import type { Plugin } from "esbuild";

/**
 * Replaces the module of the tool list by the data that it computes: creating the schemas of all tools takes longer than listing
 * them, and a host lists the tools in every conversation.
 */
export const embedTools: Plugin = {
  name: "embed-tools",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]mcp[\\/]tools[\\/]listing\.ts$/ }, async ({ path }) => {
      const values = Object.entries((await import(path)) as Record<string, object>);
      const lines = values.map(
        ([name, value]) => `export const ${name} = ${JSON.stringify(value, null, 1)};`,
      );
      return { contents: lines.join("\n"), loader: "js" };
    });
  },
};

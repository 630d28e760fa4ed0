import { readFile } from "node:fs/promises";
import type { Grid } from "./grid.ts";
import { gridKey } from "./grid.ts";

/** Address of the results view among the server's resources. */
export const viewUri = "ui://rallly-connect/results.html";

/** The type by which hosts know a resource as a view. */
export const viewMimeType = "text/html;profile=mcp-app";

/** `_meta` of a tool whose results the view shows; older hosts read the flat key. */
export const viewToolMeta = { ui: { resourceUri: viewUri }, "ui/resourceUri": viewUri } as const;

/** `_meta` of the resource and of its content: an empty csp grants the view no network at all. */
export const viewContentMeta = { ui: { csp: {}, prefersBorder: false } } as const;

/** `_meta` of a tool's result: the grid that the view shows. */
export function describeResult(grid: Grid): { [gridKey]: Grid } {
  return { [gridKey]: grid };
}

// Beside this module in the build and beside a bundle; in the build's folder when this runs from its source.
const places = ["./results.html", "../../dist/mcp/view/results.html"];

/** The view's page, as `npm run build` wrote it. Throws when it was never built. */
export async function readView(): Promise<string> {
  for (const place of places) {
    try {
      return await readFile(new URL(place, import.meta.url), "utf8");
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    }
  }
  throw new Error("The results view has not been built: run `npm run build`.");
}

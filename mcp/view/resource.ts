/** URI of the results view as a resource. */
export const viewUri = "ui://rallly-connect/results.html";

/** Media type of a view. */
export const viewMimeType = "text/html;profile=mcp-app";

/** `_meta` of a tool whose results the view shows. Older hosts read the flat key. */
export const viewToolMeta = { ui: { resourceUri: viewUri }, "ui/resourceUri": viewUri } as const;

/** `_meta` of the resource and its content. An empty csp allows no network. */
export const viewContentMeta = { ui: { csp: {}, prefersBorder: false } } as const;

// In the build; beside a bundle; when running from source.
const paths = ["../mcp/view/results.html", "./results.html", "../../dist/mcp/view/results.html"];

/** Loads the page of the view that `npm run build` wrote. Throws when it was not built. */
export async function loadView(): Promise<string> {
  // Imported here, because few sessions read it.
  const { readFile } = await import("node:fs/promises");
  for (const path of paths) {
    try {
      return await readFile(new URL(path, import.meta.url), "utf8");
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    }
  }
  throw new Error("The results view has not been built: run `npm run build`.");
}

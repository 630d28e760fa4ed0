/** URI of the results view as a resource. */
export const viewUri = "ui://rallly-connect/results.html";

/** Media type of a view. */
export const viewMimeType = "text/html;profile=mcp-app";

/** `_meta` of a tool whose results the view shows. Older hosts read the flat key. */
export const viewToolMeta = { ui: { resourceUri: viewUri }, "ui/resourceUri": viewUri } as const;

/** `_meta` of the resource and its content. An empty csp allows no network. */
export const viewContentMeta = { ui: { csp: {}, prefersBorder: false } } as const;

/** Loads the page of the view, which is text in the program. Few sessions read it. */
export async function loadView(): Promise<string> {
  return (await import("../../dist/mcp/view/results.html")).default;
}

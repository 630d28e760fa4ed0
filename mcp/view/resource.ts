/** The views: pages in which hosts with MCP Apps show results. An empty csp allows no network. Few sessions read the pages. */
const _meta = { ui: { csp: {}, permissions: { clipboardWrite: {} }, prefersBorder: false } };

/** How each view is listed, and its page. */
export const views = [
  {
    listed: list("results", "A table of people and options, and their week."),
    load: async () => (await import("../../dist/mcp/view/results.html")).default,
  },
  {
    listed: list("plan", "A calendar of the options that a poll will have."),
    load: async () => (await import("../../dist/mcp/view/plan.html")).default,
  },
] as const;

function list(name: "results" | "plan", shown: string) {
  const mimeType = "text/html;profile=mcp-app";
  const title = name === "plan" ? "Plan view" : "Results view";
  const description = `${shown} For hosts to show, not for models to read.`;
  return {
    uri: `ui://rallly-connect/${name}.html`,
    name: `${name}_view`,
    title,
    description,
    mimeType,
    _meta,
  };
}

/** `_meta` of a tool with a view. Older hosts read the flat key. */
const toToolMeta = ({ listed: { uri } }: { listed: { uri: string } }) => ({
  ui: { resourceUri: uri },
  "ui/resourceUri": uri,
});

/** `_meta` of a tool whose results the results view shows. */
export const viewToolMeta = toToolMeta(views[0]);

/** `_meta` of create_poll, whose results the plan view shows. */
export const planToolMeta = toToolMeta(views[1]);

/** Media type of a view. */
export const viewMimeType = "text/html;profile=mcp-app";

/** The views: pages in which hosts with MCP Apps show results. An empty csp allows no network. Few sessions read the pages. */
export const views = [
  {
    name: "results_view",
    title: "Results view",
    uri: "ui://rallly-connect/results.html",
    description: "A table of people and options, and their week. For hosts to show, not for models to read.",
    meta: { ui: { csp: {}, permissions: { clipboardWrite: {} }, prefersBorder: false } },
    load: async () => (await import("../../dist/mcp/view/results.html")).default,
  },
  {
    name: "plan_view",
    title: "Plan view",
    uri: "ui://rallly-connect/plan.html",
    description:
      "A calendar of the options that a poll will have. For hosts to show, not for models to read.",
    meta: { ui: { csp: {}, permissions: { clipboardWrite: {} }, prefersBorder: false } },
    load: async () => (await import("../../dist/mcp/view/plan.html")).default,
  },
] as const;

/** `_meta` of a tool with a view. Older hosts read the flat key. */
const toToolMeta = ({ uri }: { uri: string }) => ({ ui: { resourceUri: uri }, "ui/resourceUri": uri });

/** `_meta` of a tool whose results the results view shows. */
export const viewToolMeta = toToolMeta(views[0]);

/** `_meta` of create_poll, whose results the plan view shows. */
export const planToolMeta = toToolMeta(views[1]);

/** The views: pages in which hosts with MCP Apps show results. An empty csp allows no network. Few sessions read the pages. */
const _meta = { ui: { csp: {}, permissions: { clipboardWrite: {} }, prefersBorder: false } };
const listed = { mimeType: "text/html;profile=mcp-app", _meta };

/** How each view is listed, and its page. */
export const views = [
  {
    listed: {
      ...{ ...listed, uri: "ui://rallly-connect/results.html", name: "results_view", title: "Results view" },
      description:
        "A table of people and options, and their week. For hosts to show, not for models to read.",
    },
    load: async () => (await import("../../dist/mcp/view/results.html")).default,
  },
  {
    listed: {
      ...{ ...listed, uri: "ui://rallly-connect/plan.html", name: "plan_view", title: "Plan view" },
      description:
        "A calendar of the options that a poll will have. For hosts to show, not for models to read.",
    },
    load: async () => (await import("../../dist/mcp/view/plan.html")).default,
  },
] as const;

/** `_meta` of a tool with a view. Older hosts read the flat key. */
const toToolMeta = ({ listed: { uri } }: { listed: { uri: string } }) => ({
  ui: { resourceUri: uri },
  "ui/resourceUri": uri,
});

/** `_meta` of a tool whose results the results view shows. */
export const viewToolMeta = toToolMeta(views[0]);

/** `_meta` of create_poll, whose results the plan view shows. */
export const planToolMeta = toToolMeta(views[1]);

import type { Grid } from "../grid.ts";
import { parseGrid, parseTextResource, resultText } from "../parse-grid.ts";
import { applyHostStyles, connectHost, type HostContext, watchSize } from "./host.ts";
import { createScreen } from "./screen.ts";

const host = connectHost(handleNotification);
let context: HostContext = {};
let capabilities: object = {};

const screen = createScreen({
  open: async (url) => {
    const result = await host.request("ui/open-link", { url });
    if (isError(result)) throw new Error("The host did not open the link.");
  },
  refresh: async (grid) => {
    const { name, arguments: args } = grid.refresh;
    const result = await host.request("tools/call", { name, arguments: args });
    const fresh = parseGrid(result);
    if (isError(result) || fresh === null)
      throw new Error(resultText(result) || "The response has no results.");
    return fresh;
  },
  canSaveFiles: () => "serverResources" in capabilities && "downloadFile" in capabilities,
  save: async (uri) => {
    const resource = parseTextResource(await host.request("resources/read", { uri }));
    if (resource === null) throw new Error("The response has no calendar entry.");
    const result = await host.request("ui/download-file", { contents: [{ type: "resource", resource }] });
    if (isError(result)) throw new Error("The host did not save the calendar entry.");
  },
});

function handleNotification(method: string, params: unknown): void {
  if (method === "ui/notifications/tool-result") showResult(params);
  if (method === "ui/notifications/tool-cancelled") screen.showMessage("The search was cancelled.");
  if (method === "ui/notifications/host-context-changed") updateContext(params);
}

function showResult(result: unknown): void {
  const grid: Grid | null = isError(result) ? null : parseGrid(result);
  if (grid === null) screen.showMessage(resultText(result) || "There are no results to show.");
  else screen.showGrid(grid);
}

function updateContext(change: unknown): void {
  if (typeof change !== "object" || change === null) return;
  context = { ...context, ...change };
  applyHostStyles(context);
  screen.setViewer({ locale: context.locale, timeZone: context.timeZone });
}

function toObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function isError(result: unknown): boolean {
  return typeof result === "object" && result !== null && "isError" in result && result.isError === true;
}

const initialized = await host
  .request("ui/initialize", {
    appInfo: { name: "rallly-connect-results", version: "1.0.0" },
    appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
    protocolVersion: "2026-01-26",
  })
  .catch(() => screen.showMessage("This host does not show results."));
capabilities = toObject(toObject(initialized)["hostCapabilities"]);
updateContext(toObject(initialized)["hostContext"]);
host.notify("ui/notifications/initialized", {});
watchSize((size) => host.notify("ui/notifications/size-changed", size));

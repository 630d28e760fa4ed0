import type { Grid } from "../grid.ts";
import { parseGrid, resultText } from "../parse-grid.ts";
import { applyHostStyles, connectHost, type HostContext, watchSize } from "./host.ts";
import { createScreen } from "./screen.ts";

const bridge = connectHost(hear);
let context: HostContext = {};

const screen = createScreen({
  open: async (url) => {
    const answer = await bridge.request("ui/open-link", { url });
    if (isFailure(answer)) throw new Error("The host did not open the link.");
  },
  refresh: async (grid) => {
    const { name, arguments: args } = grid.refresh;
    const result = await bridge.request("tools/call", { name, arguments: args });
    const fresh = parseGrid(result);
    if (isFailure(result) || fresh === null)
      throw new Error(resultText(result) || "The answer held no results.");
    return fresh;
  },
});

function hear(method: string, params: unknown): void {
  if (method === "ui/notifications/tool-result") showResult(params);
  if (method === "ui/notifications/tool-cancelled") screen.showMessage("The search was cancelled.");
  if (method === "ui/notifications/host-context-changed") changeContext(params);
}

function showResult(result: unknown): void {
  const grid: Grid | null = isFailure(result) ? null : parseGrid(result);
  if (grid === null) screen.showMessage(resultText(result) || "There are no results to show.");
  else screen.show(grid);
}

function changeContext(change: unknown): void {
  if (typeof change !== "object" || change === null) return;
  context = { ...context, ...change };
  applyHostStyles(context);
  screen.setPlace({ locale: context.locale, timeZone: context.timeZone });
}

function isFailure(result: unknown): boolean {
  return typeof result === "object" && result !== null && "isError" in result && result.isError === true;
}

const started = await bridge
  .request("ui/initialize", {
    appInfo: { name: "rallly-connect-results", version: "1.0.0" },
    appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
    protocolVersion: "2026-01-26",
  })
  .catch(() => screen.showMessage("This host does not show results."));
if (typeof started === "object" && started !== null && "hostContext" in started)
  changeContext(started.hostContext);
bridge.notify("ui/notifications/initialized", {});
watchSize((size) => bridge.notify("ui/notifications/size-changed", size));

import type { Grid } from "../grid.ts";
import { readGrid, readText } from "../received.ts";
import { openBridge } from "./bridge.ts";
import { applyLook, type HostContext, watchSize } from "./look.ts";
import { createScreen } from "./screen.ts";

const bridge = openBridge(hear);
let context: HostContext = {};

const screen = createScreen({
  open: async (url) => {
    const answer = await bridge.ask("ui/open-link", { url });
    if (isFailure(answer)) throw new Error("The host did not open the link.");
  },
  refresh: async (grid) => {
    const { name, arguments: args } = grid.refresh;
    const result = await bridge.ask("tools/call", { name, arguments: args });
    const fresh = readGrid(result);
    if (isFailure(result) || fresh === null)
      throw new Error(readText(result) || "The answer held no results.");
    return fresh;
  },
});

function hear(method: string, params: unknown): void {
  if (method === "ui/notifications/tool-result") showResult(params);
  if (method === "ui/notifications/tool-cancelled") screen.say("The search was cancelled.");
  if (method === "ui/notifications/host-context-changed") changeContext(params);
}

function showResult(result: unknown): void {
  const grid: Grid | null = isFailure(result) ? null : readGrid(result);
  if (grid === null) screen.say(readText(result) || "There are no results to show.");
  else screen.show(grid);
}

function changeContext(change: unknown): void {
  if (typeof change !== "object" || change === null) return;
  context = { ...context, ...change };
  applyLook(context);
  screen.setPlace({ locale: context.locale, timeZone: context.timeZone });
}

function isFailure(result: unknown): boolean {
  return typeof result === "object" && result !== null && "isError" in result && result.isError === true;
}

const started = await bridge
  .ask("ui/initialize", {
    appInfo: { name: "rallly-connect-results", version: "1.0.0" },
    appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
    protocolVersion: "2026-01-26",
  })
  .catch(() => screen.say("This host does not show results."));
if (typeof started === "object" && started !== null && "hostContext" in started)
  changeContext(started.hostContext);
bridge.tell("ui/notifications/initialized", {});
watchSize((size) => bridge.tell("ui/notifications/size-changed", size));

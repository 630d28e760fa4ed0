import { readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { getMcpConfigForManifest, v0_3 } from "@anthropic-ai/mcpb";
import type { Start } from "./run-host.ts";

/** How a desktop host starts an unpacked bundle, once a person has filled in its settings. Throws when it cannot. */
export async function readDesktopStart(folder: string, settings: Record<string, string>): Promise<Start> {
  const start = await getMcpConfigForManifest({
    manifest: v0_3.McpbManifestSchema.parse(JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"))),
    extensionPath: folder,
    systemDirs: {},
    userConfig: settings,
    pathSeparator: sep,
  });
  if (start === undefined) throw new Error("The bundle cannot start with these settings.");
  const { command, args = [], env = {} } = start;
  return { command, args, env };
}

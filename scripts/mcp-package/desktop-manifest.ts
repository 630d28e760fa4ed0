import { environment } from "./environment.ts";
import {
  author,
  description,
  engines,
  keywords,
  license,
  packageName,
  title,
  version,
} from "./package-info.ts";
import { toolSummaries } from "./tool-summaries.ts";

const { key, address } = environment;

/** Where the server lies in a desktop bundle. ESM by its ending, since no package.json is beside it. */
export const serverFile = "server/index.mjs";

/** The manifest of the desktop bundle (MCPB 0.3): one click installs the server, and the host asks for the key. */
export const desktopManifest = {
  manifest_version: "0.3",
  name: packageName,
  display_name: title,
  version,
  description,
  author: { name: author },
  license,
  keywords,
  server: {
    type: "node",
    entry_point: serverFile,
    mcp_config: {
      command: "node",
      args: [`${filledIn("__dirname")}/${serverFile}`],
      env: { [key.name]: filledIn("user_config.api_key"), [address.name]: filledIn("user_config.base_url") },
    },
  },
  tools: toolSummaries,
  prompts_generated: true,
  compatibility: { platforms: ["darwin", "win32", "linux"], runtimes: { node: engines.node } },
  user_config: {
    api_key: {
      type: "string",
      title: key.title,
      description: key.description,
      sensitive: true,
      required: true,
    },
    // The default is said here: a host that finds none may hand over the placeholder itself.
    base_url: {
      type: "string",
      title: address.title,
      description: address.description,
      required: false,
      default: address.default,
    },
  },
};

// Manifests mark what the host fills in as template strings do.
function filledIn(name: string): string {
  return `\${${name}}`;
}

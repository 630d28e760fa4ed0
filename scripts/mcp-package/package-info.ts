/** What the published server is called. Everything that names it reads it here. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defaultBaseUrl } from "../../src/api/core.ts";

/** The repository's folder. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

interface RootManifest {
  version: string;
  license: string;
  keywords: string[];
  engines: { node: string };
}

const manifest = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
) as RootManifest;

/** The name on npm, and of the command. */
export const packageName = "rallly-mcp";

/**
 * The name in the MCP registry: a namespace that the publisher owns, a slash, the server. To publish, change the
 * namespace here and nowhere else.
 */
export const registryName = "io.github.rallly-connect/rallly-mcp";

/** What people see. */
export const title = "Rallly scheduling polls";

/** One sentence; the registry takes at most 100 characters. */
export const description =
  "Create Rallly scheduling polls, read the votes and find the best time for everyone.";

/** Who made it, as LICENSE says. */
export const author = "the rallly-connect authors";

/** Version, licence and the engines come from the repository's own manifest. */
export const { version, license, engines } = manifest;

/** Words to find it by: the repository's, without the part that this is not. */
export const keywords = manifest.keywords.filter((word) => word !== "zapier");

/** The environment variables of the server, described for the person who sets it up. */
export const environment = {
  key: {
    name: "RALLLY_API_KEY",
    title: "API key",
    description: "Key of the space: made by its owner in the space's settings, under API keys (Pro plan).",
  },
  address: {
    name: "RALLLY_BASE_URL",
    title: "Address of the API",
    description: "Only for another address than the hosted service's; with /v1.",
    default: defaultBaseUrl,
  },
} as const;

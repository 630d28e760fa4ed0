/** Names, texts and paths of the published package. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defaultBaseUrl } from "../../src/api/core.ts";

/** The folder of the repository. */
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

/** The name on npm and of the command. */
export const packageName = "rallly-mcp";

/**
 * The name in the MCP registry: a namespace of the publisher, a slash, the server. To publish, change the namespace only
 * here.
 */
export const registryName = "io.github.rallly-connect/rallly-mcp";

/** The title for people. */
export const title = "Rallly scheduling polls";

/** One sentence of at most 100 characters, the limit of the registry. */
export const description =
  "Create Rallly scheduling polls, read the votes and find the best time for everyone.";

/** The author, as in LICENSE. */
export const author = "the rallly-connect authors";

/** From the package.json of the repository. */
export const { version, license, engines } = manifest;

/** The keywords of the repository, without Zapier. */
export const keywords = manifest.keywords.filter((keyword) => keyword !== "zapier");

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

/** The folder of everything to publish; git ignores it. */
export const buildFolder = join(root, "build");

/** The npm package, unpacked, with server.json. */
export const packageFolder = join(buildFolder, packageName);

/** The tarball of the npm package. */
export const tarball = join(buildFolder, `${packageName}-${version}.tgz`);

/** The content of the desktop bundle. */
export const desktopFolder = join(buildFolder, `${packageName}-desktop`);

/** The desktop bundle. */
export const desktopBundle = join(buildFolder, `${packageName}.mcpb`);

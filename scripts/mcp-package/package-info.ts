/** Names, texts and paths of the published package. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultBaseUrl } from "../../src/api/core.ts";
import { root } from "../bundle/root.ts";

interface RootManifest {
  version: string;
  license: string;
  repository: { type: string; url: string };
  keywords: string[];
  engines: { node: string };
}

const manifest = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
) as RootManifest;

/** The name on npm and of the command. */
export const packageName = "rallly-mcp";

/** The repository, from the package.json of the repository. npm compares it with the repository that publishes. */
export const { repository } = manifest;

/** The address of the repository on GitHub. */
export const repositoryUrl = repository.url.replace(/^git\+|\.git$/g, "");

/** The name in the MCP registry: the namespace of the repository's owner on GitHub, with the same case, a slash, the server. */
export const registryName = `io.github.${new URL(repositoryUrl).pathname.split("/")[1]}/${packageName}`;

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
  sandbox: {
    name: "RALLLY_SANDBOX",
    title: "Try it with a sandbox",
    description: "Needs no key: uses an imitation of Rallly on this computer, with demo polls.",
  },
  proxy: {
    name: "HTTPS_PROXY",
    title: "Proxy",
    description:
      "Only behind a company's proxy: its URL, such as http://user:password@proxy.example.com:8080.",
  },
  certificates: {
    name: "NODE_EXTRA_CA_CERTS",
    title: "Certificates",
    description: "Only in a network that inspects traffic: a PEM file with the certificate of its authority.",
  },
} as const;

/** The folder of everything to publish; git ignores it. */
export const buildFolder = join(root, "build");

/** The npm package, unpacked. */
export const packageFolder = join(buildFolder, packageName);

/** The tarball of the npm package. */
export const tarball = join(buildFolder, `${packageName}-${version}.tgz`);

/** The content of the desktop bundle. */
export const desktopFolder = join(buildFolder, `${packageName}-desktop`);

/** The desktop bundle. */
export const desktopBundle = join(buildFolder, `${packageName}.mcpb`);

/** The entry of the MCP registry. */
export const registryFile = join(buildFolder, "server.json");

/** The app for Zapier, and its sources for Zapier's reviewers. */
export const zapierArchives = {
  app: join(buildFolder, `rallly-zapier-${version}.zip`),
  sources: join(buildFolder, `rallly-zapier-${version}-sources.zip`),
};

/** The checksums of the files to publish. */
export const checksumsFile = join(buildFolder, "SHA256SUMS");

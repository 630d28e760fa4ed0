import { basename } from "node:path";
import {
  author,
  description,
  desktopBundle,
  engines,
  environment,
  keywords,
  license,
  packageName,
  registryName,
  repository,
  repositoryUrl,
  title,
  version,
} from "./package-info.ts";
import { toolSummaries } from "./readme.ts";

const { key, address, sandbox, proxy, certificates } = environment;

const toExport = (code: string, declaration: string) => ({
  types: `./types/${declaration}.d.ts`,
  default: `./dist/${code}.js`,
});

/**
 * Runtimes and bundlers that get the build without Node's modules. Deno and Bun also know `node`, and bundlers for edge
 * runtimes `browser`, so these come before the rest.
 */
const webConditions = ["workerd", "edge-light", "worker", "deno", "bun", "browser"];

/** An export with two builds. `declaration` is that of both, unless the web build has its own. */
const toExports = (code: string, declaration: string, webDeclaration = declaration) => ({
  ...Object.fromEntries(webConditions.map((name) => [name, toExport(`web/${code}`, webDeclaration)])),
  ...toExport(code, declaration),
});

/** The package.json of the published package. It has no dependencies. */
export const packageManifest = {
  name: packageName,
  version,
  description,
  keywords,
  license,
  repository,
  mcpName: registryName,
  type: "module",
  engines,
  exports: {
    ".": toExport("mcp", "mcp/index"),
    "./mcp": toExport("mcp", "mcp/index"),
    "./api": toExports("api", "src/api/index", "src/api/fetch-client"),
    "./time": toExports("time", "src/time/index"),
    "./scheduling": toExports("scheduling", "src/scheduling/index"),
    "./sandbox": toExport("sandbox", "src/sandbox/index"),
    "./package.json": "./package.json",
  },
  // Bundlers drop unused code. The programs run when they are imported.
  sideEffects: ["./dist/rallly-*.js"],
  bin: { "rallly-mcp": "dist/rallly-mcp.js", "rallly-sandbox": "dist/rallly-sandbox.js" },
  files: ["dist", "types", "THIRD-PARTY-NOTICES.txt"],
};

/** Paths of the declarations of all exports, in the build. */
export const declarations = [
  ...new Set(
    [...JSON.stringify(packageManifest.exports).matchAll(/"\.\/types\/([^"]+)"/g)].map(
      ([, declaration = ""]) => declaration,
    ),
  ),
];

/** The path of the server in a desktop bundle. Its extension makes it an ES module, because there is no package.json beside it. */
export const serverFile = "server/index.mjs";

/** The path of the icon in a desktop bundle. */
export const iconFile = "icon.png";

/** The manifest of the desktop bundle (MCPB 0.3): one click installs the server, and the host asks for the key. */
export const desktopManifest = {
  manifest_version: "0.3",
  name: packageName,
  display_name: title,
  version,
  description,
  author: { name: author },
  license,
  icon: iconFile,
  keywords,
  server: {
    type: "node",
    entry_point: serverFile,
    mcp_config: {
      command: "node",
      args: [`${placeholder("__dirname")}/${serverFile}`],
      env: {
        [key.name]: placeholder("user_config.api_key"),
        [address.name]: placeholder("user_config.base_url"),
        [sandbox.name]: placeholder("user_config.sandbox"),
        // In lower case: the server then still uses an HTTPS_PROXY that it inherits if the setting is empty.
        [proxy.name.toLowerCase()]: placeholder("user_config.proxy"),
        [certificates.name]: placeholder("user_config.certificates"),
      },
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
      // Not needed for the sandbox. Without a key, the tools say how to get one. Without a default, a host may pass the
      // placeholder itself.
      required: false,
      default: "",
    },
    sandbox: {
      type: "boolean",
      title: sandbox.title,
      description: sandbox.description,
      required: false,
      default: false,
    },
    base_url: {
      type: "string",
      title: address.title,
      description: address.description,
      required: false,
      default: address.default,
    },
    proxy: {
      type: "string",
      title: proxy.title,
      description: proxy.description,
      // It may have a password.
      sensitive: true,
      required: false,
      default: "",
    },
    certificates: {
      type: "file",
      title: certificates.title,
      description: certificates.description,
      required: false,
      default: "",
    },
  },
};

// The syntax of manifests for values that the host fills in.
function placeholder(name: string): string {
  return `\${${name}}`;
}

/** The server.json of the MCP registry. Takes the SHA-256 of the desktop bundle in hexadecimal. */
export const createRegistryEntry = (bundleSha256: string) => ({
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: registryName,
  title,
  description,
  version,
  repository: { url: repositoryUrl, source: "github" },
  packages: [
    {
      registryType: "npm",
      identifier: packageName,
      version,
      transport: { type: "stdio" },
      environmentVariables: [
        { name: key.name, description: key.description, format: "string", isRequired: true, isSecret: true },
        {
          name: address.name,
          description: address.description,
          format: "string",
          isRequired: false,
          default: address.default,
        },
        {
          name: proxy.name,
          description: proxy.description,
          format: "string",
          isRequired: false,
          isSecret: true,
        },
        {
          name: certificates.name,
          description: certificates.description,
          format: "filepath",
          isRequired: false,
        },
      ],
    },
    // Its manifest has the version and asks for the key.
    {
      registryType: "mcpb",
      identifier: `${repositoryUrl}/releases/download/v${version}/${basename(desktopBundle)}`,
      fileSha256: bundleSha256,
      transport: { type: "stdio" },
    },
  ],
});

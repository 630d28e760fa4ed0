import {
  description,
  engines,
  keywords,
  license,
  packageName,
  registryName,
  version,
} from "./package-info.ts";

const offered = (code: string, declaration: string) => ({
  types: `./types/${declaration}.d.ts`,
  default: `./dist/${code}.js`,
});

/** The package.json of what other people install. It has no dependencies. */
export const packageManifest = {
  name: packageName,
  version,
  description,
  keywords,
  license,
  mcpName: registryName,
  type: "module",
  engines,
  exports: {
    ".": offered("mcp", "mcp/index"),
    "./mcp": offered("mcp", "mcp/index"),
    "./api": offered("api", "src/api/index"),
    "./time": offered("time", "src/time/index"),
    "./scheduling": offered("scheduling", "src/scheduling/index"),
    "./sandbox": offered("sandbox", "src/sandbox/index"),
    "./package.json": "./package.json",
  },
  bin: { "rallly-mcp": "dist/rallly-mcp.js", "rallly-sandbox": "dist/rallly-sandbox.js" },
  files: ["dist", "types", "THIRD-PARTY-NOTICES.txt"],
};

/** The declarations of everything offered, as they lie in the build. */
export const declarations = [
  ...new Set(
    Object.values(packageManifest.exports)
      .filter((entry) => typeof entry === "object")
      .map(({ types }) => types.replace("./types/", "")),
  ),
];

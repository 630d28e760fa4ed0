/** The files of a release: one version everywhere, and an entry that the MCP registry accepts. */
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { repositoryUrl } from "../../scripts/mcp-package/package-info.ts";
import {
  createRegistryEntry,
  desktopManifest,
  packageManifest,
} from "../../scripts/mcp-package/package-manifest.ts";
import { version } from "../../src/version.ts";
import zapierApp from "../../zapier/index.ts";
import { serverSchema } from "./server-schema.ts";

const own = JSON.parse(readFileSync("package.json", "utf8")) as { version: string; mcpName?: string };
const entry = createRegistryEntry("0".repeat(64));
const validate = new Ajv({ allErrors: true, strict: true }).compile(serverSchema);

describe("the version", () => {
  it("is that of package.json in the code, the packages, server.json, the Zapier app and the lock file", () => {
    const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
    const npm = entry.packages.find(({ registryType }) => registryType === "npm");
    const bundle = entry.packages.find(({ registryType }) => registryType === "mcpb");
    expect({
      code: version,
      npmPackage: packageManifest.version,
      desktopBundle: desktopManifest.version,
      registry: entry.version,
      registryNpm: npm && "version" in npm && npm.version,
      registryBundle: /\/download\/v(.+)\/rallly-mcp\.mcpb$/.exec(bundle?.identifier ?? "")?.[1],
      zapier: zapierApp.version,
      lock: lock.version,
      lockPackage: lock.packages[""].version,
    }).toEqual({
      code: own.version,
      npmPackage: own.version,
      desktopBundle: own.version,
      registry: own.version,
      registryNpm: own.version,
      registryBundle: own.version,
      zapier: own.version,
      lock: own.version,
      lockPackage: own.version,
    });
  });

  it("has an entry in CHANGELOG.md, and in the changelog of the Zapier app", () => {
    const heading = (file: string) =>
      [...readFileSync(file, "utf8").matchAll(/^## \[?(\d[\w.-]*)\]?/gm)].map(([, name]) => name)[0];
    expect(heading("CHANGELOG.md")).toBe(own.version);
    expect(heading("zapier/submission/CHANGELOG.md")).toBe(own.version);
  });
});

describe("server.json", () => {
  it("fits the rules of the MCP registry", () => {
    expect(validate(entry), JSON.stringify(validate.errors)).toBe(true);
  });

  it.each([
    ["a name without a slash", { ...entry, name: "rallly-mcp" }],
    ["a description of 101 characters", { ...entry, description: "x".repeat(101) }],
    ["a range as version", { ...entry, version: "^0.1.0" }],
    ["a bundle without checksum", { ...entry, packages: [{ ...entry.packages[1], fileSha256: undefined }] }],
    ["an unknown field", { ...entry, homepage: "https://example.com" }],
  ])("would not fit them with %s", (_, changed) => {
    expect(validate(JSON.parse(JSON.stringify(changed)))).toBe(false);
  });

  it("has the mcpName of the npm package, in the namespace of the repository's owner", () => {
    expect(entry.name).toBe(packageManifest.mcpName);
    const [, owner] = new URL(repositoryUrl).pathname.split("/");
    expect(entry.name).toBe(`io.github.${owner}/rallly-mcp`);
    expect(packageManifest.repository.url).toBe(`git+${repositoryUrl}.git`);
    expect(entry.packages.find(({ registryType }) => registryType === "npm")?.identifier).toBe(
      packageManifest.name,
    );
  });

  it("declares the key as required, and the key and the proxy as secret", () => {
    const variables = entry.packages.flatMap((one) => one.environmentVariables ?? []);
    const names = (field: "isRequired" | "isSecret") =>
      variables.filter((one) => one[field]).map(({ name }) => name);
    expect(names("isRequired")).toEqual(["RALLLY_API_KEY"]);
    expect(names("isSecret")).toEqual(["RALLLY_API_KEY", "HTTPS_PROXY"]);
    expect(variables.map(({ name }) => name)).not.toContain("RALLLY_ALLOW_HTTP");
  });
});

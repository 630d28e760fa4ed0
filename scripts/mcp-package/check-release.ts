/** Checks of the files to publish, as `npm run package` leaves them. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { root } from "../bundle/root.ts";
import { resolvePackageFile } from "../mcp/programs.ts";
import type { Step } from "../progress.ts";
import { run } from "./commands.ts";
import {
  buildFolder,
  checksumsFile,
  desktopBundle,
  packageFolder,
  registryFile,
  tarball,
} from "./package-info.ts";
import type { createRegistryEntry } from "./package-manifest.ts";

/** Number of steps of {@link checkRelease}. */
export const releaseSteps = 4;

/** Runs every check as a step. */
export async function checkRelease(step: Step): Promise<void> {
  await step("SHA256SUMS has the checksums of the files", checkChecksums);
  await step("server.json has the checksum of the desktop bundle", checkRegistryEntry);
  await step("publint finds nothing in the tarball", checkManifest);
  await step("attw finds no wrong types in the tarball", checkTypes);
}

const sha256 = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");

function checkChecksums(): void {
  const lines = readFileSync(checksumsFile, "utf8").trim().split("\n");
  assert.equal(lines.length, 5);
  for (const line of lines) {
    const [expected, name = ""] = line.split("  ");
    const file = join(buildFolder, name);
    assert.ok(existsSync(file), name);
    assert.equal(sha256(file), expected, name);
  }
}

function checkRegistryEntry(): void {
  const entry = JSON.parse(readFileSync(registryFile, "utf8")) as ReturnType<typeof createRegistryEntry>;
  const bundle = entry.packages.find(({ registryType }) => registryType === "mcpb");
  assert.ok(bundle !== undefined && "fileSha256" in bundle);
  assert.equal(bundle.fileSha256, sha256(desktopBundle));
}

async function checkManifest(): Promise<void> {
  const content = readFileSync(tarball);
  const data = content.buffer.slice(content.byteOffset, content.byteOffset + content.byteLength);
  const { messages, pkg } = await publint({ pack: { tarball: data as ArrayBuffer }, strict: true });
  assert.deepEqual(
    messages.map((message) => formatMessage(message, pkg)),
    [],
  );
  assert.equal(pkg["name"], JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8")).name);
}

/** The package is ESM only, like its engines, so attw ignores resolutions that cannot load ES modules: node10 and require. */
async function checkTypes(): Promise<void> {
  const attw = resolvePackageFile("@arethetypeswrong/cli", "dist/index.js");
  await run(process.execPath, [attw, tarball, "--profile", "esm-only", "--no-color"], root);
}

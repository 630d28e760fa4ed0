import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";

/** The path of the Chromium that npm installed, which unpacks itself and its libraries once. Linux on x86-64 only. */
async function findBrowser(): Promise<string> {
  process.env["AWS_LAMBDA_JS_RUNTIME"] ??= "nodejs24.x";
  const { default: bundled } = await import("@sparticuz/chromium");
  return bundled.executablePath();
}

/** Unpacks it before files run at once: one would launch what another one is still writing. */
export default async function unpackBrowser(): Promise<void> {
  await findBrowser();
}

/** Launches it, with a home of its own. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await findBrowser(),
    // The package's own list would switch off the browser's protections.
    args: ["--no-sandbox", "--font-render-hinting=none", "--disable-gpu"],
    env: { ...process.env, HOME: mkdtempSync(join(tmpdir(), "view-")) },
  });
}

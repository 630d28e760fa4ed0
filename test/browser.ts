import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";

/** Launches the Chromium that npm installed. It unpacks itself and its libraries into a folder of its own. Linux on x86-64 only. */
export async function launchBrowser(): Promise<Browser> {
  process.env["AWS_LAMBDA_JS_RUNTIME"] ??= "nodejs24.x";
  const { default: bundled } = await import("@sparticuz/chromium");
  return chromium.launch({
    executablePath: await bundled.executablePath(),
    // The package's own list would switch off the browser's protections.
    args: ["--no-sandbox", "--font-render-hinting=none", "--disable-gpu"],
    env: { ...process.env, HOME: mkdtempSync(join(tmpdir(), "view-")) },
  });
}

/** Renders the icon of the Zapier app: zapier/submission/icon.png from icon.svg. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { launchBrowser } from "./browser.ts";

const svg = new URL("../zapier/submission/icon.svg", import.meta.url);
const png = new URL("../zapier/submission/icon.png", import.meta.url);

/** The icon as a PNG of 256 x 256 pixels on a transparent background. */
export async function renderIcon(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 256, height: 256 } });
  try {
    await page.setContent(`<body style="margin:0">${readFileSync(svg, "utf8")}`);
    return await page.screenshot({ omitBackground: true });
  } finally {
    await page.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const browser = await launchBrowser();
  writeFileSync(png, await renderIcon(browser));
  await browser.close();
}

/** Takes the picture of the invite page in README.md and docs/sandbox.md. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { create, start } from "../request.ts";
import { choose, launchBrowser, visit } from "./visit.ts";

const answers = {
  "Ana Souza": ["yes", "no", "yes", "yes"],
  "דנה לוי": ["no", "ifNeedBe", "yes", "ifNeedBe"],
  "Henrik Åström": ["yes", "no", "ifNeedBe", "yes"],
} as const;

it("takes the picture of an invite page", async () => {
  const browser = await launchBrowser();
  const sandbox = await startSandbox({ now: start, seed: "empty", limits: "none" });
  const { id, options } = await create(sandbox, {
    title: "Design review: the new booking flow",
    kind: "time",
    timeZone: "Europe/Paris",
    duration: 45,
    location: "Room 5, or the usual call",
    options: ["2027-03-02T09:00", "2027-03-02T14:00", "2027-03-03T14:00", "2027-03-03T16:30"].map(
      (startTime) => ({
        startTime,
      }),
    ),
  });
  for (const [name, votes] of Object.entries(answers)) {
    const choices = Object.fromEntries(options.map((option, index) => [option.id, votes[index] ?? "no"]));
    sandbox.vote(id, { name, choices });
  }
  const { page, incidents } = await visit(browser, sandbox, `/invite/${id}?zone=America/New_York`, {
    viewport: { width: 780, height: 800 },
    deviceScaleFactor: 2,
  });
  await page.getByLabel("Your name").fill("Grace O’Connor");
  for (const [option, vote] of (["Yes", "No", "If need be", "Yes"] as const).entries())
    await choose(page, option, vote);
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  const screenshot = await page.screenshot({ fullPage: true });
  const encoded = await page.evaluate(encodeWebP, screenshot.toString("base64"));
  const picture = keepImageOnly(Buffer.from(encoded, "base64"));
  writeFileSync(fileURLToPath(new URL("../../../docs/images/sandbox-invite.webp", import.meta.url)), picture);
  expect(picture.subarray(8, 12).toString()).toBe("WEBP");
  expect(picture.byteLength).toBeGreaterThan(20_000);
  expect(picture.byteLength).toBeLessThan(150_000);
  expect(incidents).toEqual([]);
  await browser.close();
  await sandbox.close();
});

/** Encodes a PNG as WebP, which is much smaller. Takes and returns base64; runs in the browser. */
async function encodeWebP(png: string): Promise<string> {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  const encoded = await canvas.convertToBlob({ type: "image/webp", quality: 0.7 });
  return btoa(
    Array.from(new Uint8Array(await encoded.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(""),
  );
}

/** Drops the color profile, which contains the current time, so that an unchanged page gives the same file. */
function keepImageOnly(webp: Buffer): Buffer {
  const image = webp.subarray(webp.indexOf("VP8 "));
  const heading = Buffer.from("RIFF....WEBP");
  heading.writeUInt32LE(4 + image.length, 4);
  return Buffer.concat([heading, image]);
}

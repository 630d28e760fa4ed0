import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";
import { restorePositions } from "../../scripts/zapier-stack.ts";
import { bundleApp } from "../../scripts/zapier-stage.ts";

interface BundledApp {
  searches: { find_poll: { operation: { perform: (...given: unknown[]) => Promise<unknown> } } };
}

const folder = mkdtempSync(join(tmpdir(), "zapier-stack-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("a stack trace of the bundled app gets the files and lines of its sources", async () => {
  symlinkSync(
    fileURLToPath(new URL("../../node_modules", import.meta.url)),
    join(folder, "node_modules"),
    "junction",
  );
  const file = join(folder, "index.js");
  await bundleApp(file);
  const { default: app } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
    default: BundledApp;
  };
  const { perform } = app.searches.find_poll.operation;
  // Zapier always passes its tools, so that a run without them fails inside the app.
  const error = await perform(undefined, { inputData: {}, authData: {} }).catch((thrown: unknown) => thrown);
  const { stack = "" } = error as Error;
  expect(stack).toContain("index.js:");
  const restored = restorePositions(stack, `${file}.map`);
  expect(restored).toMatch(/zapier\/client\.ts:\d+:\d+/);
  expect(restored).toMatch(/zapier\/searches\/find-poll\.ts:\d+:\d+/);
  expect(restored).not.toContain("index.js:");
}, 60_000);

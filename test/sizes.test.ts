import { expect, it } from "vitest";
import { bundles, measureBundle } from "../scripts/measure/bundle-sizes.ts";

it.each(bundles)("$figure stays within its budget", async (bundle) => {
  expect(await measureBundle(bundle)).toBeLessThanOrEqual(bundle.budget);
});

/**
 * Fails a test file that changes what later files in the same process notice. Only files that `changesProcess` in vitest.config.ts
 * recognizes by their source have a process of their own: a renamed helper would hide a change from it. Replaced modules are not
 * noticed here. Files of the project `zapier` share the fetch of Zapier's platform instead.
 */
import { afterAll, vi } from "vitest";

const globals = ["fetch", "setTimeout", "Date"] as const;
const before = globals.map((name) => ({
  name,
  value: globalThis[name],
  descriptor: Object.getOwnPropertyDescriptor(globalThis, name) ?? {},
}));
const timeZone = process.env["TZ"];

// undici keeps a replaced setTimeout for good, also when the file restores it.
let fakesTimeouts = false;
const { useFakeTimers } = vi;
vi.useFakeTimers = (config) => {
  if (config?.toFake?.includes("setTimeout") ?? true) fakesTimeouts = true;
  return useFakeTimers(config);
};

// Hooks run in the reverse order of their registration, so this one runs after those of the file.
afterAll(() => {
  vi.useFakeTimers = useFakeTimers;
  const changed = before
    .filter(({ name, value }) => globalThis[name] !== value)
    .map(({ name }) => `leaves another globalThis.${name}`);
  if (process.env["TZ"] !== timeZone) changed.push("leaves another process.env.TZ");
  if (fakesTimeouts) changed.push("replaces setTimeout with vi.useFakeTimers");
  if (changed.length === 0) return;
  // Later files must not fail too.
  for (const { name, descriptor } of before) Object.defineProperty(globalThis, name, descriptor);
  if (timeZone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = timeZone;
  throw new Error(
    `This file ${changed.join(" and ")}, and shares its process with other files. Restore it (undici keeps a ` +
      "replaced setTimeout), or add what the file uses to changesProcess in vitest.config.ts, so that it has its own process.",
  );
});

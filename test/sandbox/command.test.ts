/** The options of `startSandbox`. */
import { describe, expect, it } from "vitest";
import { ControlError, type SandboxOptions, startSandbox } from "../../src/sandbox/index.ts";

describe("startSandbox", () => {
  it.each<[string, object]>([
    ["prot", { prot: 4270 }],
    ["port", { port: 65_536 }],
    ["data", { data: "" }],
    ["now", { now: "2027-02-30T10:00:00Z" }],
    ["now", { now: "2027-02-03T10:00" }],
    ["now", { now: "2027-02-03" }],
    ["now", { now: 8.64e15 }],
    ["seed", { seed: "full" }],
    ["limits", { limits: { perMinute: 60 } }],
    ["webhooks.timeout", { webhooks: { timeout: 1 } }],
    ["report", { report: "stderr" }],
  ])("names the invalid option %s: %j", async (field, options) => {
    const started = startSandbox(options as SandboxOptions);
    await expect(started).rejects.toThrow(ControlError);
    await expect(started).rejects.toThrow(new RegExp(`(^|; )${field.replaceAll(".", "\\.")}: `));
  });
});

/** The options of startSandbox: an unknown or invalid option is named, and nothing is started. */
import { afterEach, describe, expect, it } from "vitest";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox/index.ts";

const started: Sandbox[] = [];
afterEach(async () => {
  for (const sandbox of started.splice(0)) await sandbox.close();
});

describe("startSandbox", () => {
  it.each<[string, object]>([
    ["prot", { prot: 4270 }],
    ["port", { port: 65_536 }],
    ["port", { port: -1 }],
    ["port", { port: 80.5 }],
    ["port", { port: "4270" }],
    ["data", { data: "" }],
    ["data", { data: "polls\0.jsonl" }],
    ["now", { now: "yesterday" }],
    ["now", { now: "2027-02-30T10:00:00Z" }],
    ["now", { now: Number.NaN }],
    ["now", { now: new Date("yesterday") }],
    ["now", { now: {} }],
    ["seed", { seed: "full" }],
    ["limits", { limits: "few" }],
    ["limits", { limits: { perMinute: 60 } }],
    ["limits", { limits: { perMinute: Number.NaN, perDay: 1 } }],
    ["limits.minuteMs", { limits: { perMinute: 1, perDay: 1, minuteMs: 0 } }],
    ["limits.minuteSeconds", { limits: { perMinute: 1, perDay: 1, minuteSeconds: 1 } }],
    ["webhooks.timeout", { webhooks: { timeout: 1 } }],
    ["faults", { faults: [] }],
    ["limits.perHour", { limits: { perMinute: 1, perDay: 1, perHour: 1 } }],
    ["webhooks.timeoutMs", { webhooks: { timeoutMs: Number.POSITIVE_INFINITY } }],
    ["webhooks.retryScale", { webhooks: { retryScale: -1 } }],
    ["webhooks.endpoints.0.url", { webhooks: { endpoints: [{ secret: "whsec_x" }] } }],
    [
      "webhooks.endpoints.0.events.0",
      { webhooks: { endpoints: [{ url: "http://localhost:9/", events: ["x"] }] } },
    ],
    ["faults.rules.0.fault.forMs", { faults: { rules: [{ fault: { kind: "refuse", forMs: -1 } }] } }],
    ["report", { report: "stderr" }],
    ["providers", { providers: "webex" }],
    ["providers.1", { providers: ["webex", "Webex"] }],
    ["providers.0", { providers: ["zoom"] }],
    ["providers.0", { providers: ["custom"] }],
    ["allowExternalWebhooks", { allowExternalWebhooks: "yes" }],
  ])("rejects and names %s: %j", async (field, options) => {
    const start = startSandbox(options as SandboxOptions);
    start.then((sandbox) => started.push(sandbox)).catch(() => {});
    await expect(start).rejects.toThrow(RangeError);
    await expect(start).rejects.toThrow(new RegExp(`(^|; )${field.replaceAll(".", "\\.")}: `));
  });

  it("names every invalid option", async () => {
    const options = { prot: 1, seed: "full", now: "soon" };
    await expect(startSandbox(options as SandboxOptions)).rejects.toThrow(/now: .*; seed: .*; prot: /);
  });

  it("treats undefined options as omitted", async () => {
    const nothing: SandboxOptions = {
      port: undefined,
      data: undefined,
      now: undefined,
      limits: undefined,
      seed: undefined,
      webhooks: undefined,
      faults: undefined,
      allowExternalWebhooks: undefined,
      report: undefined,
    };
    const sandbox = await startSandbox(nothing);
    started.push(sandbox);
    expect(Math.abs(Date.parse(sandbox.now()) - Date.now())).toBeLessThan(60_000);
  });
});

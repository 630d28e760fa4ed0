/** "Webhooks by Zapier" in front of the sandbox: deliveries arrive on a real socket and come out as that app gives them. */
import { afterAll, beforeAll } from "vitest";
import { startReceiver } from "../../test/sandbox/receiver.ts";
import type { startHarness } from "./harness.ts";

/** The signing secret of the endpoint. */
export const webhookSecret = "whsec_Zb41nTq8Lr02Vx7KpYdS";

/** Registers an endpoint at the sandbox before a file's tests. */
export function catchWebhooks(harness: ReturnType<typeof startHarness>) {
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => {
    receiver = await startReceiver();
    harness.sandbox.webhooks.add({ url: receiver.url, secret: webhookSecret });
  });
  afterAll(() => receiver.close());

  /** The newest delivery of a type. */
  async function waitFor(type: string) {
    await harness.sandbox.webhooks.settled();
    const delivery = receiver.received.findLast(({ raw }) => JSON.parse(raw.toString()).type === type);
    if (delivery === undefined) throw new Error(`There was no delivery of ${type}.`);
    return delivery;
  }

  return {
    /** What "Catch Raw Hook" gives: the body unparsed, and the headers under new names. */
    async catchRawHook(type: string): Promise<{ raw_body: string; headers: Record<string, string> }> {
      const { raw, headers } = await waitFor(type);
      const renamed = Object.entries(headers).map(([name, value]) => [
        `Http-${name.replace(/(?:^|-)\w/g, (letter) => letter.toUpperCase())}`,
        String(value),
      ]);
      return { raw_body: raw.toString(), headers: Object.fromEntries(renamed) as Record<string, string> };
    },
    /** What "Catch Hook" gives: the parsed body, whose nested fields the editor shows joined by two underscores. */
    async catchHook(type: string): Promise<Record<string, string>> {
      const { raw } = await waitFor(type);
      return Object.fromEntries(flatten(JSON.parse(raw.toString()) as object)) as Record<string, string>;
    },
  };
}

const flatten = (value: object, prefix = ""): [string, unknown][] =>
  Object.entries(value).flatMap(([key, item]) =>
    typeof item === "object" && item !== null
      ? flatten(item as object, `${prefix}${key}__`)
      : [[prefix + key, item]],
  );

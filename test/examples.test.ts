/** Runs the programs of examples/ unchanged on a sandbox. In a checkout, `rallly-connect` is the built package itself. */
import { expect, it, onTestFinished } from "vitest";
import { createClient } from "../src/api/index.ts";
import { startSandbox } from "../src/sandbox/index.ts";
import { findPort, runProgram, startProgram } from "./programs.ts";
import { until } from "./sandbox/until.ts";

async function startService() {
  const sandbox = await startSandbox({ seed: "empty", webhooks: { retryScale: 0 } });
  onTestFinished(() => sandbox.close());
  return { sandbox, env: { RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: sandbox.url } };
}

it("examples/client.ts creates a poll, then ranks its options by the votes", async () => {
  const { sandbox, env } = await startService();
  const run = (...args: string[]) => runProgram(process.execPath, ["examples/client.ts", ...args], { env });
  const [, id = ""] = /^(\w+): invite people with http/.exec(await run()) ?? [];
  expect(await run(id)).toContain("Nobody can come yet.");
  sandbox.vote(id, { name: "Ada", choices: { "2030-03-04T14:00:00Z": "yes" } });
  expect(await run(id)).toMatch(/Best: Mon, 4 March 2030, 15:00-16:00 .*, 1 can come\.\n$/);
  const refused = startProgram(process.execPath, ["examples/client.ts", "no-such-poll"], { env });
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toMatch(/^POLL_NOT_FOUND: /);
});

it("examples/webhook-receiver.ts verifies deliveries and reads the poll", async () => {
  const { sandbox, env } = await startService();
  const secret = "whsec_examples_and_nothing_else";
  const port = await findPort();
  const receiver = startProgram(process.execPath, ["examples/webhook-receiver.ts"], {
    env: { ...env, PORT: String(port), WEBHOOK_SECRET: secret },
  });
  const url = `http://127.0.0.1:${port}/`;
  const post = async (body: string) => (await fetch(url, { method: "POST", body })).status;
  await until(() => post("{}").then(Boolean, () => false));
  expect(await post("{}")).toBe(400);

  sandbox.webhooks.add({ url, secret });
  const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
  const date = "2030-03-04";
  const { data: poll } = await client.createPoll({ title: "Lunch", kind: "date", options: [{ date }] });
  // The first read of the poll fails, so the event is delivered again.
  const status = { kind: "respond", status: 400 } as const;
  sandbox.setFaults({ rules: [{ fault: status, path: "/v1/polls/*", times: 1 }] });
  sandbox.vote(poll.id, { name: "Ada", choices: { [date]: "yes" } });
  await sandbox.webhooks.settled();
  const deliveries = sandbox.webhooks.deliveries.filter(({ type }) => type === "poll.participant.created");
  expect(deliveries.map((delivery) => delivery.status)).toEqual([500, 204]);
  await until(() => receiver.output().includes("Lunch: 1 answered"));
});

/** A given dispatcher that sends a request again, over a real socket. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent, RetryAgent } from "undici";
import { expect, it, onTestFinished } from "vitest";
import { createUndiciTransport } from "../../src/api/index.ts";
import { createRequest } from "./transport-request.ts";

const countTimers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

it("leaves no idle timer of its first attempt", async () => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.writeHead(requests === 1 ? 503 : 200).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const agent = new Agent();
  onTestFinished(async () => {
    await agent.close();
    server.close();
  });
  const transport = createUndiciTransport({
    dispatcher: new RetryAgent(agent, { minTimeout: 1, maxTimeout: 1 }),
  });
  const { port } = server.address() as AddressInfo;
  const before = countTimers();
  const response = await transport(createRequest(`http://127.0.0.1:${port}/v1`));
  expect([requests, response.status]).toEqual([2, 200]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(countTimers()).toBeLessThanOrEqual(before);
});

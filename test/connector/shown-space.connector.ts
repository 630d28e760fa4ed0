import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import type { Poll } from "../../src/api/index.ts";
import { openConnector } from "./harness.ts";
import { connectHost, type HostState } from "./host.ts";
import { openPage, submit } from "./person.ts";

/** Serves a list of polls as the API does. Returns its base URL. */
async function servePolls(polls: readonly Poll[]): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ data: polls, nextCursor: null }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

it("shows what a key opens: an organizer, polls whose organizers have left, or no polls", async () => {
  const { sandbox } = await openConnector();
  const response = await fetch(`${sandbox.url}/polls?limit=3`, {
    headers: { authorization: `Bearer ${sandbox.apiKey}` },
  });
  const { data } = (await response.json()) as { data: Poll[] };
  const [first, second] = data;
  if (!first || !second) throw new Error("The sandbox has no polls.");
  const left = { ...first, title: "Nobody organizes this", organizer: null };
  for (const [polls, shown] of [
    [
      [left, second],
      `the space in which <strong><bdi>${second.organizer?.name}</bdi></strong> organizes polls`,
    ],
    [
      [left],
      "It opens a space.</p>\n<p>Its newest polls:</p><ul><li><bdi>Nobody organizes this</bdi></li></ul>",
    ],
    [[], "It opens a space without polls.</p>"],
  ] as const) {
    const { origin } = await openConnector({ baseUrl: await servePolls(polls) });
    const state: HostState = {};
    await connectHost(origin, { key: "sk_any_0123456789abcdef" }, { state });
    const page = await openPage(state.page ?? "");
    expect(await (await submit(page, { key: "sk_any_0123456789abcdef" })).text()).toContain(shown);
  }
});

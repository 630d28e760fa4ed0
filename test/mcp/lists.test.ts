import { describe, expect, it } from "vitest";
import { allTools } from "../../mcp/tools/index.ts";
import { openHost, openModernHost, openSandbox } from "./harness.ts";

const noKey = {
  apiKey: undefined,
  keyHelp: "",
  loadClient: () => Promise.reject(new Error("no key")),
};

describe.each([
  ["2025", openHost],
  ["2026-07-28", openModernHost],
])("lists in the protocol of %s", (_, open) => {
  it("need no key and no request", async () => {
    const sandbox = await openSandbox();
    const { host } = await open({ sandbox, caller: noKey });
    const { tools } = await host.listTools();
    expect(tools.map(({ name }) => name)).toEqual(allTools.map(({ name }) => name));
    expect((await host.listResourceTemplates()).resourceTemplates).toHaveLength(2);
    expect((await host.listPrompts()).prompts).toHaveLength(3);
    expect(sandbox.requests).toEqual([]);
  });

  it("of a read-only server have no writes, and a forced call of one is refused", async () => {
    const { host, sandbox } = await open({ server: { readOnly: true, only: ["create_poll", "get_poll"] } });
    const { tools } = await host.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["get_poll"]);
    const call = host.callTool({ name: "create_poll", arguments: { title: "x", dates: ["2027-03-01"] } });
    await expect(call).rejects.toThrow(/create_poll/);
    expect((await host.listPrompts()).prompts).toEqual([]);
    expect(host.getInstructions()).not.toMatch(/create_poll|find_missing_people/);
    expect(sandbox.requests).toEqual([]);
  });

  it("show views only to hosts that can show them", async () => {
    const extensions = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };
    const results = "ui://rallly-connect/results.html";
    const plan = "ui://rallly-connect/plan.html";
    for (const [capabilities, readOnly, uris] of [
      [{}, false, []],
      [{ extensions }, false, [results, plan]],
      // read-only-resources: without create_poll there is no plan.
      [{ extensions }, true, [results]],
    ] as const) {
      const { host } = await open({ client: { capabilities }, server: { readOnly } });
      const { resources } = await host.listResources();
      const listed = resources.map(({ uri }) => uri).filter((uri) => uri.startsWith("ui:"));
      expect(listed.sort()).toEqual([...uris].sort());
      const { tools } = await host.listTools();
      expect(tools.some(({ _meta }) => _meta !== undefined)).toBe(uris.length > 0);
    }
  });

  it("show an icon of the server only", async () => {
    const { host } = await open();
    expect(host.getServerVersion()?.icons?.[0]?.src).toMatch(/^data:image\/svg\+xml/);
    const { tools } = await host.listTools();
    expect(tools.some(({ icons }) => icons !== undefined)).toBe(false);
  });
});

it("Lists may be cached for a minute, by one caller only", async () => {
  const { host } = await openModernHost();
  expect(await host.listTools()).toMatchObject({ ttlMs: 60_000, cacheScope: "private" });
  expect(await host.listPrompts()).toMatchObject({ ttlMs: 60_000, cacheScope: "private" });
});

it("Instructions name the workflow within 512 characters, and fit into 2,048", async () => {
  const { host } = await openHost();
  const instructions = host.getInstructions() ?? "";
  const order = ["create_poll", "find_missing_people", "find_best_times"].map((name) =>
    instructions.slice(0, 512).indexOf(name),
  );
  expect(order.every((position, index) => position > (order[index - 1] ?? 0))).toBe(true);
  expect(instructions.length).toBeLessThanOrEqual(2048);
});

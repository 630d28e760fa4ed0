import { describe, expect, it } from "vitest";
import { openConnector } from "./harness.ts";
import { connectHost, type HostState } from "./host.ts";
import { openPage, submit } from "./person.ts";

/** Posts an MCP message with a token, as a host does. */
function post(origin: string, token: string, message: Record<string, unknown>): Promise<Response> {
  return fetch(`${origin}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
  });
}

const callOf = (name: string, input: Record<string, unknown> = {}) => ({
  method: "tools/call",
  params: { name, arguments: input },
});

async function connect(entry: { key?: string; access?: "read" | "write" } = {}) {
  const served = await openConnector();
  const state: HostState = {};
  const host = await connectHost(served.origin, { key: served.sandbox.apiKey, ...entry }, { state });
  const token = () => state.tokens?.access_token ?? "";
  return { ...served, state, host, token };
}

describe("a grant to read only", () => {
  it("lists only tools that read", async () => {
    const { host } = await connect({ access: "read" });
    const names = await host.listTools();
    expect(names).toContain("list_polls");
    expect(names).not.toContain("create_poll");
    expect(names).not.toContain("delete_poll");
  });

  it.each(["create_poll", "delete_poll"])(
    "refuses %s with insufficient_scope, and sends nothing",
    async (name) => {
      const { origin, token, sandbox } = await connect({ access: "read" });
      const before = sandbox.requests.length;
      const response = await post(
        origin,
        token(),
        callOf(name, { title: "No", dates: ["2037-03-02"], pollId: "DemoPoll0001" }),
      );
      expect(response.status).toBe(403);
      expect(response.headers.get("www-authenticate")).toBe(
        `Bearer realm="OAuth", error="insufficient_scope", scope="polls:read polls:write", resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp", error_description="This connection is read only. Connect again and choose everything."`,
      );
      expect(sandbox.requests.length).toBe(before);
    },
  );

  it("keeps its scope when it is refreshed", async () => {
    const { origin, state, host, token } = await connect({ access: "read" });
    if (state.tokens) state.tokens.access_token = "refused";
    expect((await host.call("list_polls"))["isError"]).toBeFalsy();
    expect((await post(origin, token(), callOf("create_poll"))).status).toBe(403);
  });
});

describe("a key that the service no longer accepts", () => {
  it("ends the grant with 401, also for the refresh token", async () => {
    const { origin, sandbox, state, token, stored, log } = await connect();
    sandbox.setFaults({ rules: [{ fault: { kind: "status", status: 401 } }] });
    const response = await post(origin, token(), callOf("list_polls"));
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toContain('error="invalid_token"');
    expect(response.headers.get("www-authenticate")).toContain(`resource_metadata="${origin}/.well-known/`);
    expect((await post(origin, token(), callOf("list_polls"))).status).toBe(401);
    const refreshed = await fetch(`${origin}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "refresh_token",
        refresh_token: state.tokens?.refresh_token ?? "",
        client_id: state.client?.client_id ?? "",
      }),
    });
    expect(await refreshed.json()).toMatchObject({ error: "invalid_grant" });
    expect(Object.keys(await stored()).filter((key) => /^(grant|token):/.test(key))).toEqual([]);
    expect(log()).not.toContain(sandbox.apiKey);
  });
});

it("survives a gateway's 401 without the service's error body", async () => {
  const { origin, sandbox, token } = await connect();
  sandbox.setFaults({ rules: [{ fault: { kind: "status", status: 401, html: true } }] });
  expect((await post(origin, token(), callOf("list_polls"))).status).toBe(200);
  sandbox.setFaults({ rules: [] });
  const response = await post(origin, token(), callOf("list_polls"));
  expect(await response.text()).toContain("DemoPoll0025");
});

describe("the key", () => {
  it("is in nothing that is stored, logged or sent", async () => {
    const { origin, sandbox, host, stored, log, state } = await connect();
    await host.call("list_polls");
    await host.call("get_poll", { pollId: sandbox.apiKey });
    const page = await openPage(state.page ?? "");
    const refused = await submit(page, { key: `${sandbox.apiKey}x` });
    const everything = [
      JSON.stringify(await stored()),
      log(),
      await refused.text(),
      JSON.stringify(state),
      origin,
    ];
    for (const text of everything) expect(text).not.toContain(sandbox.apiKey);
  });
});

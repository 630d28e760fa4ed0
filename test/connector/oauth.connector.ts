import { describe, expect, it } from "vitest";
import { openConnector } from "./harness.ts";
import { connectHost, type HostState, type Line } from "./host.ts";
import { callback } from "./person.ts";

const lines: Line[] = ["2.x", "1.x"];
const metadataUrl = "https://host.example/client.json";
const metadata = {
  client_id: metadataUrl,
  client_name: "Example host",
  redirect_uris: [callback],
  token_endpoint_auth_method: "none",
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
};

describe.each(lines)("a host with SDK %s", (line) => {
  it("goes from 401 to a finished call with dynamic registration", async () => {
    const { origin, sandbox } = await openConnector();
    const host = await connectHost(origin, { key: sandbox.apiKey }, { line });
    expect(await host.listTools()).toHaveLength(10);
    const made = await host.call("create_poll", { title: "Connected", dates: ["2037-03-02"] });
    expect(made["isError"]).toBeFalsy();
    expect((await host.call("get_poll", { title: "Connected" }))["structuredContent"]).toMatchObject({
      title: "Connected",
      status: "open",
    });
  });

  it("goes from 401 to a finished call with a metadata document", async () => {
    const { origin, sandbox } = await openConnector({ documents: { [metadataUrl]: metadata } });
    const host = await connectHost(origin, { key: sandbox.apiKey }, { line, clientMetadataUrl: metadataUrl });
    expect(host.state.client?.client_id).toBe(metadataUrl);
    const listed = await host.call("list_polls");
    expect(listed["structuredContent"]).toMatchObject({ polls: expect.anything() });
  });

  it("refreshes its tokens when they are refused", async () => {
    const { origin, sandbox } = await openConnector();
    const state: HostState = {};
    const host = await connectHost(origin, { key: sandbox.apiKey }, { line, state });
    const before = { ...state.tokens };
    if (state.tokens) state.tokens.access_token = `${before.access_token}x`;
    expect((await host.call("list_polls"))["isError"]).toBeFalsy();
    expect(state.tokens?.access_token).not.toBe(before.access_token);
    expect(state.tokens?.refresh_token).not.toBe(before.refresh_token);
  });
});

import { expect, it } from "vitest";
import { countGrants, openConnector } from "./harness.ts";
import { connectHost, type HostState } from "./host.ts";

/** Revokes a token as a host does when a person disconnects in it (RFC 7009). */
function revoke(origin: string, token: string | undefined, clientId: string | undefined): Promise<Response> {
  return fetch(`${origin}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({ token: token ?? "", client_id: clientId ?? "" }),
  });
}

it("ends a grant when its host revokes the refresh token, and no other grant", async () => {
  const served = await openConnector();
  const { origin, sandbox } = served;
  const [state, otherState]: [HostState, HostState] = [{}, {}];
  const entry = { key: sandbox.apiKey };
  const host = await connectHost(origin, entry, { state });
  const other = await connectHost(origin, entry, { line: "1.x", state: otherState });

  // A client cannot revoke the token of another.
  await revoke(origin, state.tokens?.refresh_token, otherState.client?.client_id);
  expect((await host.call("list_polls"))["isError"]).toBeFalsy();

  const response = await revoke(origin, state.tokens?.refresh_token, state.client?.client_id);
  expect(response.status).toBe(200);
  await expect(host.call("list_polls")).rejects.toThrow();
  expect((await other.call("list_polls"))["isError"]).toBeFalsy();
  expect(await countGrants(served)).toBe(1);
});

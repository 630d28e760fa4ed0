/** Video calls of providers that this version does not know: they are sent, and the service's refusal is explained. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createClient } from "../../src/api/index.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { body, errorReply, getRejection, poll, reply, scriptClient } from "./scripted.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: "empty" });
});
afterAll(() => sandbox.close());

const webex = { provider: "webex" };

it("an unknown provider is sent as it is", async () => {
  const { client, requests } = scriptClient([reply(201, { data: { ...poll, conferencing: webex } })]);
  await expect(client.createPoll({ ...body, conferencing: webex })).resolves.toMatchObject({
    data: { conferencing: webex },
  });
  expect(JSON.parse(requests[0]?.body ?? "")).toMatchObject({ conferencing: webex });
});

it.each([
  ["zom", /conferencing\.provider.*Did you mean the provider "zoom"\?$/],
  ["Teams", /conferencing\.provider.*Did you mean the provider "teams"\?$/],
  ["webex", /conferencing\.provider.*Providers known to this version: zoom, meet, teams, custom\.$/],
])("the sandbox's refusal of %s names the known providers", async (provider, message) => {
  const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
  expect(await getRejection(client.createPoll({ ...body, conferencing: { provider } }))).toMatchObject({
    name: "RefusedError",
    code: "VALIDATION_ERROR",
    status: 400,
    message: expect.stringMatching(message),
  });
});

it("another refusal has no hint", async () => {
  const { client } = scriptClient([errorReply(400, "INAPPROPRIATE_CONTENT")]);
  expect(await getRejection(client.createPoll({ ...body, conferencing: webex }))).toMatchObject({
    message: "About INAPPROPRIATE_CONTENT",
  });
});

/** The option `providers`: a video service that Rallly may add, accepted from the client, the MCP server and the Zapier app. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { createClient } from "../../src/api/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import App from "../../zapier/index.ts";
import { startHarness } from "../../zapier/test/harness.ts";
import { callTool, connectInMemory, openSandbox } from "../mcp/harness.ts";

const webex = { provider: "webex" };
const zapier = startHarness({ providers: ["webex"] });
const folder = mkdtempSync(join(tmpdir(), "rallly-providers-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("the client creates and reads a poll with it, also after a restart without the option", async () => {
  const data = join(folder, "polls.jsonl");
  const sandbox = await startSandbox({ providers: ["webex"], data });
  const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
  const { data: poll } = await client.createPoll({
    title: "Lunch",
    kind: "date",
    options: [{ date: "2099-03-01" }],
    conferencing: webex,
  });
  expect(poll.conferencing).toEqual(webex);
  const page = await (await fetch(poll.inviteUrl)).text();
  expect(page).toContain("webex");
  await expect(
    client.createPoll({
      ...poll,
      kind: "date",
      options: [{ date: "2099-03-01" }],
      conferencing: { provider: "jitsi" },
    }),
  ).rejects.toThrow();
  await sandbox.close();

  const later = await startSandbox({ data });
  const reader = createClient({ apiKey: later.apiKey, baseUrl: later.url });
  expect((await reader.getPoll({ pollId: poll.id })).data.conferencing).toEqual(webex);
  await later.close();
});

it("only its name is accepted, and other fields are still checked", async () => {
  const sandbox = await startSandbox({ providers: ["webex"], seed: "empty" });
  const create = async (fields: object) => {
    const response = await fetch(`${sandbox.url}/polls`, {
      method: "POST",
      headers: { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ kind: "date", title: "Lunch", options: [{ date: "2099-03-01" }], ...fields }),
    });
    return { status: response.status, text: await response.text() };
  };
  expect((await create({ conferencing: webex })).status).toBe(201);
  for (const conferencing of [{ provider: "Webex" }, { provider: "webex", label: "Call" }, "webex"])
    expect(await create({ conferencing })).toMatchObject({
      status: 400,
      text: expect.stringContaining("conferencing"),
    });
  expect(await create({ conferencing: webex, title: "" })).toMatchObject({
    status: 400,
    text: expect.stringContaining("title"),
  });
  await sandbox.close();
});

it("the OpenAPI document lists it in inputs and outputs", async () => {
  const sandbox = await startSandbox({ providers: ["webex"], seed: "empty" });
  const text = await (await fetch(`${sandbox.url}/openapi`)).text();
  await sandbox.close();
  const known = text.match(/\["zoom","meet","teams"[^\]]*\]/g) ?? [];
  expect(known.length).toBeGreaterThanOrEqual(3);
  expect(new Set(known)).toEqual(new Set(['["zoom","meet","teams","webex"]']));
});

it("create_poll of the MCP server sends it, and keeps it in a copy", async () => {
  const sandbox = await openSandbox({ providers: ["webex"] });
  const host = await connectInMemory({
    client: createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url }),
  });
  const dates = ["2027-03-01"];
  const { data } = await callTool(host, "create_poll", { title: "Chess", dates, conferencing: webex });
  expect(data).toMatchObject({ created: true, conferencing: webex });
  await callTool(host, "create_poll", { copyFrom: data["pollId"], shiftDays: 7 });
  const bodies = sandbox.requests.filter(({ method }) => method === "POST").map(({ body }) => body);
  expect(bodies).toMatchObject([{ conferencing: webex }, { conferencing: webex }]);
});

it("Create Poll and Copy Poll of the Zapier app send it as a custom value", async () => {
  const { creates } = App;
  const form = { title: "Lunch", kind: "date", dates: "2027-03-01", conferencing: "webex" };
  const poll = await zapier.run<{ id: string }>(creates.create_poll, { inputData: form, meta: {} });
  expect(poll).toMatchObject({ conferencing: "webex" });
  const copied = await zapier.run(creates.copy_poll, {
    inputData: { poll: poll.id, move_by: "1 week" },
    meta: {},
  });
  expect(copied).toMatchObject({ conferencing: "webex" });
});

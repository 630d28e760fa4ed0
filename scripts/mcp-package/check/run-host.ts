import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { viewMimeType, viewUri } from "../../../mcp/view/resource.ts";
import { buildView } from "../../build-view.ts";
import { toolSummaries } from "../tool-summaries.ts";

/** How a host starts a server. */
export interface Start {
  command: string;
  args?: string[];
  env?: Record<string, string>;
}

/** Plays a host on a server over stdio: lists everything, lets a poll live, reads the view. Throws at what is wrong. */
export async function runHost(start: Start): Promise<void> {
  const host = new Client({ name: "package-check", version: "1.0.0" });
  await host.connect(new StdioClientTransport({ ...start, stderr: "ignore" }));
  try {
    const { tools } = await host.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      toolSummaries.map(({ name }) => name),
    );
    await playPoll(host);
    await readPage(host);
  } finally {
    await host.close();
  }
}

async function playPoll(host: Client): Promise<void> {
  const call = async (name: string, input: Record<string, unknown>) => {
    const { isError, content, structuredContent } = await host.callTool({ name, arguments: input });
    assert.ok(!isError, `${name}: ${JSON.stringify(content)}`);
    return structuredContent as Record<string, unknown>;
  };
  const title = "Unpacked";
  const days = { startDate: "2037-03-28", endDate: "2037-03-30" };
  const windows = [{ ...days, from: "09:00", to: "11:00" }];
  const made = await call("create_poll", { title, timeZone: "Europe/Berlin", duration: 60, windows });
  assert.equal(made["optionCount"], 6);
  const { pollId } = made;
  const { polls } = await call("list_polls", { query: title });
  assert.equal((polls as unknown[]).length, 1);
  assert.equal((await call("get_poll", { pollId }))["title"], title);
  assert.equal((await call("find_best_times", { title: "Board meeting" }))["people"], 2);
  assert.equal((await call("delete_poll", { pollId, confirmTitle: title }))["deleted"], true);
}

async function readPage(host: Client): Promise<void> {
  const { contents } = await host.readResource({ uri: viewUri });
  const [page] = contents as { mimeType: string; text: string }[];
  assert.equal(page?.mimeType, viewMimeType);
  assert.equal(page?.text, await buildView());
}

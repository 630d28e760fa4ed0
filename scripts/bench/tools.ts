/** Counts the tokens of `tools/list`, which a model reads in every conversation. */

import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { encode } from "gpt-tokenizer";
import { createServer } from "../../mcp/index.ts";
import type { Figure } from "./figure.ts";

const maxTokens = 4_600;

export const figure: Figure = {
  title: "tokens of the list of MCP tools",
  async measure({ log }) {
    const server = createServer({ client: undefined });
    const host = new Client({ name: "bench", version: "1" });
    const [serverTransport, clientTransport] = InMemoryTransport.createLinkedPair();
    await server.connect(serverTransport);
    await host.connect(clientTransport);
    const { tools } = await host.listTools();
    await host.close();
    const countTokens = (value: unknown) => encode(JSON.stringify(value)).length;
    for (const tool of tools) log(`${String(countTokens(tool)).padStart(5)} ${tool.name}`);
    const value = countTokens(tools);
    return [
      {
        figure: `list of ${tools.length} MCP tools`,
        value,
        unit: "tokens",
        comparedWith: "the budget",
        reference: maxTokens,
        ratio: value / maxTokens,
        bound: { atMost: maxTokens },
      },
    ];
  },
};

// An assistant that answers a question with the tools of the MCP server, with the AI SDK.
//
//   npm install ai@7 @ai-sdk/mcp@2 and the file of `npm pack` in the clone
//   node agent.ts                  package.json needs "type": "module"
//
// It runs without an account and without a model: --sandbox has demo polls, and the model is a script.
import { createMCPClient } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport as StdioTransport } from "@ai-sdk/mcp/mcp-stdio";
import { generateText, isStepCount } from "ai";
import { MockLanguageModelV4 } from "ai/test";

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

// Calls one tool, then repeats its result. Replace it by a model of your provider.
const model = new MockLanguageModelV4({
  async doGenerate({ prompt }) {
    const last = prompt.at(-1);
    if (last?.role !== "tool") {
      const input = JSON.stringify({ poll: "Board meeting" });
      const call = { type: "tool-call", toolCallId: "1", toolName: "find_best_times", input } as const;
      return {
        content: [call],
        finishReason: { unified: "tool-calls", raw: undefined },
        usage,
        warnings: [],
      };
    }
    const [result] = last.content;
    const output = result?.type === "tool-result" ? result.output : undefined;
    const [part] = output?.type === "content" ? output.value : [];
    const text = part?.type === "text" ? part.text : "The tool failed.";
    return {
      content: [{ type: "text", text }],
      finishReason: { unified: "stop", raw: undefined },
      usage,
      warnings: [],
    };
  },
});

const transport = new StdioTransport({ command: "npx", args: ["rallly-connect", "mcp", "--sandbox"] });
const client = await createMCPClient({ transport });
try {
  const { steps, text } = await generateText({
    model,
    tools: await client.tools(),
    stopWhen: isStepCount(5),
    prompt: "When can the board meet?",
  });
  for (const { toolCalls } of steps)
    for (const { toolName, input } of toolCalls) console.log(`${toolName} ${JSON.stringify(input)}`);
  console.log(text);
} finally {
  await client.close();
}

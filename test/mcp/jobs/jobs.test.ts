import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, it } from "vitest";
import { type Job, play, type Shown } from "./play.ts";
import { readingJobs } from "./reading.ts";
import { writingJobs } from "./writing.ts";

const jobs = [...readingJobs, ...writingJobs];

type Generated = Awaited<ReturnType<MockLanguageModelV4["doGenerate"]>>;
type Prompt = MockLanguageModelV4["doGenerateCalls"][number]["prompt"];

/** What the tools have returned so far, as the model sees it. */
function readResults(prompt: Prompt): string[] {
  const parts = prompt.flatMap(({ role, content }) => (role === "tool" ? content : []));
  return parts.flatMap((part) =>
    part.type === "tool-result" && part.output.type === "text" ? part.output.value : [],
  );
}

/** A model that makes the calls of a job, and says what it has seen of the facts. */
function createModel({ calls, facts = [] }: Job) {
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const results = readResults(prompt);
      const seen = results.join("\n");
      const next = calls[results.length];
      if (next === undefined)
        return finish({ type: "text", text: facts.map((fact) => fact.exec(seen)?.[0]).join("; ") });
      const [toolName, input = {}] = typeof next === "function" ? next(seen) : next;
      const toolCallId = `call-${results.length}`;
      return finish({ type: "tool-call", toolCallId, toolName, input: JSON.stringify(input) });
    },
  });
}

const tokens = { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 };

function finish(part: Generated["content"][number]): Generated {
  const unified = part.type === "text" ? "stop" : "tool-calls";
  return {
    content: [part],
    finishReason: { unified, raw: undefined },
    usage: { inputTokens: tokens, outputTokens: { total: 5, text: 5, reasoning: 0 } },
    warnings: [],
  };
}

describe.each<Shown>(["texts", "data"])("by the %s of results alone", (shown) => {
  it.each(jobs)("$ask", async (job) => {
    const score = await play(job, createModel(job), shown);
    expect(score).toEqual({
      wrong: [],
      calls: job.calls.length,
      tokens: 15 * (job.calls.length + 1),
      harm: 0,
    });
  });
});

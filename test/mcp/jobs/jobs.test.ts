import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
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

/** A model that makes the calls of a job, and says what it has seen of the facts, or something else. */
function createModel({ calls, facts = [] }: Job, say?: string) {
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const results = readResults(prompt);
      const seen = results.join("\n");
      const next = calls[results.length];
      if (next === undefined)
        return finish({ type: "text", text: say ?? facts.map((fact) => fact.exec(seen)?.[0]).join("; ") });
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

describe("the score of a job", () => {
  const find = (words: string): Job => {
    const job = jobs.find(({ ask }) => ask.includes(words));
    if (job === undefined) throw new Error(`No job asks ${words}`);
    return job;
  };
  const lunch = find("ahead for the lunch");
  const party = find("on Meet");
  const game = "Board game night";

  it.each<[string, Job, Partial<Job> & { say?: string }, RegExp[], harm: number]>([
    ["an answer without the fact", lunch, { say: "The 17th." }, [/does not say/], 0],
    [
      "an answer with a lie",
      find("can be decided"),
      { say: "Weekly sync, All-hands, 花見の日程, Interview panel" },
      [/^says/],
      0,
    ],
    ["a poll that was not made", party, { calls: [] }, [/did not make/], 0],
    [
      "a poll with other options",
      party,
      { calls: [["create_poll", { title: "Release party", dates: "2027-03-05" }]] },
      [/did not make/, /made "Release party" 2027-03-05/],
      1,
    ],
    [
      "a poll that nobody asked for",
      lunch,
      { calls: [["create_poll", { title: "X", dates: "2027-03-05" }]], say: "The 16th." },
      [/made "X"/],
      1,
    ],
    ["a poll that was not deleted", find(`„${game}“`), { calls: [] }, [/did not delete Board/], 0],
    [
      "a deleted poll that nobody named",
      lunch,
      { calls: [["delete_poll", { poll: "DemoPoll0007", confirmTitle: game }]], say: "The 16th." },
      [/deleted Board/],
      1,
    ],
  ])("says what is wrong: %s", async (_, job, { say, ...change }, wrong, harm) => {
    const score = await play(job, createModel({ ...job, ...change }, say));
    expect(score.wrong).toEqual(wrong.map((text) => expect.stringMatching(text)));
    expect(score.harm).toBe(harm);
  });

  it("ends with a model that calls tools for ever", async () => {
    const calls = Array.from({ length: 50 }, (): Job["calls"][number] => ["list_polls"]);
    expect(await play(lunch, createModel({ ...lunch, calls }))).toMatchObject({ calls: 12, harm: 0 });
  });
});

describe("npm run eval", () => {
  const evaluate = async (env: Record<string, string>, words: string) => {
    const child = execFile(process.execPath, ["scripts/measure/eval.ts", words], { env });
    let [out, errors] = ["", ""];
    child.stdout?.on("data", (chunk) => (out += chunk));
    child.stderr?.on("data", (chunk) => (errors += chunk));
    const [code] = await once(child, "close");
    return { code, out, errors };
  };

  it("says what to set", async () => {
    const { code, errors } = await evaluate({}, "");
    expect(code).toBe(2);
    expect(errors).toMatch(/EVAL_BASE_URL.*EVAL_API_KEY.*EVAL_MODEL/);
  });

  it("prints a row for each job, and the sums", async () => {
    const service = createServer((request, response) => {
      request.resume();
      response.setHeader("content-type", "application/json");
      const message = { role: "assistant", content: "Tuesday the 16th." };
      const usage = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 };
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: "stop" }], usage }));
    }).listen(0, "127.0.0.1");
    await once(service, "listening");
    const { port } = service.address() as AddressInfo;
    const env = { EVAL_BASE_URL: `http://127.0.0.1:${port}/v1`, EVAL_API_KEY: "x", EVAL_MODEL: "m" };
    const { out } = await evaluate(env, "lunch?");
    service.close();
    expect(out).toContain("| yes | 0 | 7 | 0 | Who is ahead for the lunch? |");
    expect(out).toMatch(/m: 1 of \d+ right, 0 calls, \d+ tokens, 0 harmful acts/);
  });
});

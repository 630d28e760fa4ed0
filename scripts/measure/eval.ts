/**
 * Plays the jobs of test/mcp/jobs with a real model behind an OpenAI-compatible API, and prints what came of each.
 *
 *     EVAL_BASE_URL=https://api.example.com/v1 EVAL_API_KEY=... EVAL_MODEL=... npm run eval
 *     npm run eval -- lunch       # only the jobs whose request has these words
 */
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { type Job, play, type Score } from "../../test/mcp/jobs/play.ts";
import { readingJobs } from "../../test/mcp/jobs/reading.ts";
import { writingJobs } from "../../test/mcp/jobs/writing.ts";

const { EVAL_BASE_URL: baseURL, EVAL_API_KEY: apiKey, EVAL_MODEL: model } = process.env;
if (baseURL && apiKey && model)
  await evaluate(createOpenAICompatible({ name: "eval", baseURL, apiKey })(model));
else {
  console.error(
    "Set EVAL_BASE_URL (an OpenAI-compatible API, ending with /v1), EVAL_API_KEY (any text where it needs none) and EVAL_MODEL.",
  );
  process.exitCode = 2;
}

async function evaluate(languageModel: Parameters<typeof play>[1]): Promise<void> {
  const words = process.argv.slice(2).join(" ").toLowerCase();
  const jobs = [...readingJobs, ...writingJobs].filter(({ ask }) => ask.toLowerCase().includes(words));
  console.log("| right | calls | tokens | harm | request | what is wrong |\n|---|---:|---:|---:|---|---|");
  const scores: Score[] = [];
  for (const job of jobs) {
    const score = await play(job, languageModel);
    scores.push(score);
    console.log(formatRow(job, score));
  }
  const sum = (field: "calls" | "tokens" | "harm") =>
    scores.reduce((total, score) => total + score[field], 0);
  const right = scores.filter(({ wrong }) => wrong.length === 0).length;
  console.log(
    `\n${model}: ${right} of ${jobs.length} right, ${sum("calls")} calls, ${sum("tokens")} tokens, ${sum("harm")} harmful acts`,
  );
}

function formatRow({ ask }: Job, { wrong, calls, tokens, harm }: Score): string {
  const cells = [wrong.length === 0 ? "yes" : "no", calls, tokens, harm, ask, wrong.join("; ")];
  return `| ${cells.map((cell) => String(cell).replaceAll(/[|\n]/g, " ")).join(" | ")} |`;
}

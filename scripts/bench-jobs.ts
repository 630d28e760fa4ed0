/**
 * Counts the tokens of the scripted jobs in test/mcp/assistant: everything that a model writes and reads in tool calls, for hosts
 * that pass the texts of results and for those that pass the structured content. For comparison, the same jobs with the service's
 * bare endpoints, as an assistant with a plain HTTP tool would do them. The list of tools is not counted.
 */
import { encode } from "gpt-tokenizer";
import { jobs } from "../test/mcp/assistant/jobs.ts";
import { type Exchange, type Form, runBare, runJob } from "../test/mcp/assistant/run-job.ts";

const countTokens = (exchanges: Exchange[], form: Form) =>
  exchanges.reduce((sum, each) => sum + encode(each.request).length + encode(each[form]).length, 0);

const headings = ["job", "calls", "text", "structured", "requests", "bare JSON", "text / bare"];
const rows: [question: string, ...figures: number[]][] = [];
for (const job of jobs) {
  const [text, structured] = [await runJob(job, "text"), await runJob(job, "structured")];
  const bare = await runBare(job);
  rows.push([
    job.question,
    text.exchanges.length,
    countTokens(text.exchanges, "text"),
    countTokens(structured.exchanges, "structured"),
    bare.exchanges.length,
    countTokens(bare.exchanges, "text"),
  ]);
}
const totals = [1, 2, 3, 4, 5].map((column) => rows.reduce((sum, row) => sum + Number(row[column]), 0));
const lines = [...rows, ["all", ...totals] as const].map(([question, ...figures]) => {
  const [, text = 0, , , bare = 0] = figures;
  return [question, ...figures.map((figure) => figure.toLocaleString("en")), (text / bare).toFixed(2)];
});
const table = [headings, headings.map((_, column) => (column === 0 ? "---" : "---:")), ...lines];
for (const cells of table) console.log(`| ${cells.join(" | ")} |`);

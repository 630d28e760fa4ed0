/**
 * Counts the tokens of the scripted jobs in test/mcp/assistant: everything that a model writes and reads in tool calls. Hosts pass
 * either the texts of results or the structured content. The same jobs with the service's bare endpoints are what an assistant
 * with a plain HTTP tool would write and read. Neither counts the descriptions of the tools or of the endpoints.
 */
import { encode } from "gpt-tokenizer";
import { jobs } from "../../test/mcp/assistant/jobs.ts";
import { type Exchange, type Form, runBare, runJob } from "../../test/mcp/assistant/run-job.ts";
import type { Figure } from "./figure.ts";

const countTokens = (exchanges: Exchange[], form: Form) =>
  exchanges.reduce((sum, each) => sum + encode(each.request).length + encode(each[form]).length, 0);

const format = (cells: (string | number)[]) =>
  `| ${cells.map((cell) => (typeof cell === "number" ? cell.toLocaleString("en") : cell)).join(" | ")} |`;

export const figure: Figure = {
  title: "tokens of typical jobs of an assistant",
  async measure({ log }) {
    const totals = { calls: 0, text: 0, structured: 0, bare: 0 };
    log(format(["job", "calls", "text", "structured", "bare endpoints"]));
    log(format(["---", "---:", "---:", "---:", "---:"]));
    for (const job of jobs) {
      const [text, structured] = [await runJob(job, "text"), await runJob(job, "structured")];
      const row = {
        calls: text.exchanges.length,
        text: countTokens(text.exchanges, "text"),
        structured: countTokens(structured.exchanges, "structured"),
        bare: countTokens((await runBare(job)).exchanges, "text"),
      };
      log(format([job.question, ...Object.values(row)]));
      totals.calls += row.calls;
      totals.text += row.text;
      totals.structured += row.structured;
      totals.bare += row.bare;
    }
    log(`${format(["all", ...Object.values(totals)])}\n`);
    return (["text", "structured"] as const).map((form) => ({
      figure: `${jobs.length} jobs of an assistant, ${form === "text" ? "results as text" : "structured content"}`,
      value: totals[form],
      unit: "tokens",
      comparedWith: "bare endpoints",
      reference: totals.bare,
      ratio: totals[form] / totals.bare,
      bound: { ratioAtMost: 0.06 },
    }));
  },
};

import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { type DoctorContext, runDoctor } from "../../mcp/doctor/index.ts";
import type { Check, DocumentFinding } from "../../mcp/doctor/report.ts";
import { closeLater } from "./harness.ts";

/** A key in today's form that no sandbox knows. */
export const unknownKey = "sk_abc123_thisMustNeverBeSeen0123456789";

/** What `--json` prints. */
export interface DoctorReport {
  version: string;
  passed: boolean;
  checks: Check[];
  findings: DocumentFinding[];
}

/** Runs the doctor in this process, as text and as JSON. */
export async function diagnose(
  environment: Record<string, string>,
  { args = [], ...context }: Partial<Omit<DoctorContext, "environment">> & { args?: string[] } = {},
) {
  const run = async (more: string[]) => {
    let output = "";
    const write = (text: string) => (output += text);
    const code = await runDoctor([...args, ...more], { environment, write, ...context });
    return { code, output };
  };
  const { code, output } = await run(["--json"]);
  const report: DoctorReport = JSON.parse(output);
  const check = (name: string) => report.checks.find((each) => each.name === name);
  const statuses = Object.fromEntries(report.checks.map(({ name, status }) => [name, status]));
  return { code, output, report, check, statuses, text: async () => (await run([])).output };
}

/** A server on loopback in place of the service. Returns the base URL. */
export async function openServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closeLater(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

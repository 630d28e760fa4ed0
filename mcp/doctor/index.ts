/** `rallly-mcp doctor`. Loaded only for this command. */
import { createRedactor, listProxySecrets } from "../../src/api/setup.ts";
import { version } from "../../src/version.ts";
import { startDemoSandbox } from "../backend.ts";
import { isTurnedOn, removePlaceholders } from "../environment.ts";
import { doctorHelp, parseDoctorOptions } from "./doctor-options.ts";
import { type Check, formatCheck, formatJson, formatSummary } from "./report.ts";
import { type CheckSettings, runChecks } from "./run-checks.ts";

/** What {@link runDoctor} uses of the process and, in tests, in place of the network. */
export interface DoctorContext extends Omit<CheckSettings, "withoutKey"> {
  write: (text: string) => unknown;
}

/**
 * Runs the checks and writes their results. Returns the exit code: 1 when a check failed, with `--strict` also after a
 * warning. Throws {@link CliError} for invalid arguments and settings.
 */
export async function runDoctor(args: string[], { write, ...context }: DoctorContext): Promise<number> {
  const options = parseDoctorOptions(args);
  if (options.help) {
    await write(doctorHelp);
    return 0;
  }
  const onSandbox = options.sandbox || isTurnedOn(removePlaceholders(context.environment), "RALLLY_SANDBOX");
  const sandbox = onSandbox ? await startDemoSandbox() : undefined;
  try {
    const environment = sandbox
      ? { RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: sandbox.url }
      : context.environment;
    const mask = createMask(environment);
    const checks: Check[] = [];
    for await (const check of runChecks({ ...context, environment, withoutKey: options.withoutKey })) {
      checks.push(check);
      if (!options.json) await write(formatCheck(check, mask));
    }
    const failing = options.strict ? ["failed", "warning"] : ["failed"];
    const passed = !checks.some(({ status }) => failing.includes(status));
    await write(options.json ? formatJson(checks, { version, passed }, mask) : formatSummary(checks));
    return passed ? 0 : 1;
  } finally {
    await sandbox?.close();
  }
}

/** Creates a function that masks the key and the secrets of proxies in a text. */
function createMask(environment: CheckSettings["environment"]): (text: string) => string {
  const secrets = [environment["RALLLY_API_KEY"]?.trim() ?? "", ...listProxySecrets(environment)];
  return createRedactor(secrets.filter((secret) => secret !== ""));
}

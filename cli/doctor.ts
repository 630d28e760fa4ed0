/** `rallly-connect doctor`: checks step by step whether this machine can use the service. Loaded only for this command. */
import { describe, describeSettings, explainFailure } from "../mcp/failure.ts";
import { defaultBaseUrl, sendsKeyInClearText } from "../src/api/send/base-url.ts";
import { openClient } from "../src/api/send/client.ts";
import { createNodeTransport } from "../src/api/send/node.ts";
import { type Attempt, type Client, RalllyError, type RateLimit } from "../src/api/web.ts";
import { redactKeys } from "../src/redact.ts";
import { sanitizeLine } from "../src/sanitize.ts";
import { listStaleZones } from "../src/time/index.ts";
import { version } from "../src/version.ts";
import { createKey, openSandbox, setKey, shellKeyHelp } from "./backend.ts";
import { compareDocument } from "./openapi-changes.ts";
import { type Environment, flag, helpFlag, isOn, parseWords } from "./options.ts";

/** What was found about one thing, as `--json` prints it. */
interface Report {
  name: string;
  status: "ok" | "warning" | "failed" | "skipped";
  /** What was found, and what to do. */
  found: string;
}

const missingKey = `RALLLY_API_KEY is not set, or still a placeholder. A terminal does not see the key in the entry of an AI client. ${setKey} Then run the doctor again, or try it without an account: doctor --sandbox.`;

const help = `Usage: rallly-connect doctor [options]

Checks whether this machine can use the service: API key, base URL, proxy, plan, rate limit and clock. Then it compares
the service's OpenAPI document with what this version knows. It changes nothing, and never prints the key.

Options:
  --without-key  leave out the checks that need an API key
  --strict       also fail on warnings
  --json         print one JSON document
  --sandbox      check a built-in imitation of the service, not the service
  --help         print this

Environment: as for the server; see rallly-connect mcp --help.
Exit codes: 0 no check failed (there may be warnings), 1 a check failed, 2 wrong options.
`;

/** Runs the checks and writes a line for each. Returns the exit code: 1 when one failed. Throws UsageError. */
export async function diagnose(
  args: string[],
  given: Environment,
  write: (text: string) => unknown,
): Promise<number> {
  const flags = { help: helpFlag, json: flag, sandbox: flag, "without-key": flag, strict: flag };
  const options = parseWords({ args, options: flags }).values;
  if (options.help) {
    write(help);
    return 0;
  }
  const sandbox = options.sandbox || isOn(given["RALLLY_SANDBOX"]) ? await openSandbox() : undefined;
  const environment = sandbox ? { RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: sandbox.url } : given;
  const checks: Report[] = [];
  for await (const check of runChecks(environment, options["without-key"])) {
    checks.push(check);
    if (!options.json) write(`${check.status.padEnd(9)}${check.name.padEnd(14)}${check.found}\n`);
  }
  await sandbox?.close();
  const failing = options.strict ? ["failed", "warning"] : ["failed"];
  const passed = !checks.some(({ status }) => failing.includes(status));
  if (options.json) write(`${JSON.stringify({ version, passed, checks }, undefined, 2)}\n`);
  else if (passed)
    write("\nNext: add the server to your AI client (docs/mcp.md), and ask it which polls are open.\n");
  return passed ? 0 : 1;
}

async function* runChecks(environment: Environment, withoutKey: boolean): AsyncGenerator<Report> {
  const key = withoutKey ? undefined : environment["RALLLY_API_KEY"]?.trim();
  if (withoutKey) yield report("Key", "skipped", "--without-key");
  else if (key === undefined) yield report("Key", "failed", `${missingKey} ${createKey}`);
  const attempts: Attempt[] = [];
  const onAttempt = (attempt: Attempt) => attempts.push(attempt);
  const baseUrl = environment["RALLLY_BASE_URL"] ?? defaultBaseUrl;
  const allowHttp = isOn(environment["RALLLY_ALLOW_HTTP"]);
  try {
    // The document needs no key.
    const apiKey = key ?? "none";
    const options = { apiKey, baseUrl, allowHttp, attempts: 1, maxWaitMs: 0, onAttempt };
    const client = openClient(options, createNodeTransport(environment));
    if (key !== undefined) yield checkKeyForm(key);
    const shownUrl = redactKeys(baseUrl);
    if (!sendsKeyInClearText(baseUrl)) yield report("Base URL", "ok", shownUrl);
    else yield report("Base URL", "warning", `${shownUrl}: the API key and the polls travel in clear text`);
    yield checkProxy(environment, baseUrl);
    yield checkZones();
    if (key !== undefined) yield* checkAccount(client);
    yield await checkDocument(client);
    const isAnswered = attempts.some(({ status }) => status !== undefined);
    yield isAnswered ? checkClock(client.now()) : report("Clock", "skipped", "needs a response");
  } catch (error) {
    if (!(error instanceof RalllyError)) throw error;
    for (const problem of error.problems ?? [])
      yield report(problem.path === "apiKey" ? "Key" : "Base URL", "failed", describeSettings([problem]));
    if (error.problems === undefined) yield report("Service", "failed", describe(error));
  }
}

const report = (name: string, status: Report["status"], found: string): Report => ({ name, status, found });

/** Shows only the prefix, by which the web app lists keys. */
function checkKeyForm(key: string): Report {
  const prefix = /^(sk_[A-Za-z0-9]+)_[\w.~+/=-]{8,}$/.exec(key)?.[1];
  if (prefix !== undefined) return report("Key", "ok", `${prefix}_… has the form of a key`);
  const found = "does not look like a key of Rallly. If the service does not accept it below, copy it again.";
  return report("Key", "warning", found);
}

/** The proxy in use, without its user name and password. */
function checkProxy(environment: Environment, baseUrl: string): Report {
  const read = (name: string) => environment[name.toLowerCase()] ?? environment[name];
  const name = baseUrl.startsWith("https:") ? "HTTPS_PROXY" : "HTTP_PROXY";
  const [proxy, noProxy = "loopback"] = [read(name), read("NO_PROXY")];
  const range = noProxy.split(/[\s,]+/).find((entry) => entry.includes("/"));
  if (range !== undefined)
    return report("Proxy", "warning", `NO_PROXY: ranges such as ${range} are not understood`);
  if (proxy === undefined) return report("Proxy", "ok", "none");
  const url = proxy.includes("://") ? proxy : `http://${proxy}`;
  const host = URL.canParse(url) ? new URL(url).host : "not a URL";
  return report("Proxy", "ok", `${host} (${name}), but not for ${noProxy}`);
}

/** Whether the zone data of this Node have the changes of 2026. Without them only this program's own times are right. */
function checkZones(): Report {
  const stale = listStaleZones();
  const data = `the time zone data of Node ${process.version} (${process.versions["tz"] ?? "unknown"})`;
  if (stale.length === 0) return report("Time zones", "ok", data);
  const found = `${data} is old: it lacks the changes of 2026 in ${stale.join(", ")}. Times there are right here, because this version knows these changes, but not those to come: Node 24.21 or later has newer data.`;
  return report("Time zones", "warning", found);
}

/** One request shows service, key, plan and rate limit. Throws for a service that cannot be used at all. */
async function* checkAccount(client: Client): AsyncGenerator<Report> {
  try {
    const { data, nextCursor } = await client.listPolls({ limit: 100 });
    const polls = `${data.length}${nextCursor === null ? "" : " or more"} polls`;
    yield report("Service", "ok", `accepts the key: ${polls}`);
    yield report("Plan", "ok", "Pro: the space can use the API");
    yield checkRateLimit(client.rateLimit);
  } catch (error) {
    if (!(error instanceof RalllyError) || error.outcome === "not-sent") throw error;
    const { failure } = explainFailure(error, { effect: "read", keyHelp: shellKeyHelp, timedOut: false });
    const { kind, person } = failure;
    if (error.code === "RATE_LIMIT_EXCEEDED") yield report("Rate limit", "warning", person);
    else if (kind !== "key") yield report("Service", "failed", person);
    else yield report(error.code === "SPACE_NOT_PRO" ? "Plan" : "Key", "failed", person);
  }
}

function checkRateLimit(rateLimit: RateLimit | undefined): Report {
  if (rateLimit === undefined) return report("Rate limit", "ok", "not in the response");
  const { limit = 60, left, resetMs } = rateLimit;
  const found = `${left} of ${limit} requests left, new in ${Math.ceil(resetMs / 1000)} s`;
  return report("Rate limit", left <= limit / 10 ? "warning" : "ok", found);
}

/** Seconds from which a slot of today may count as past, or a webhook that arrives late be refused. */
const maxSkewSeconds = 60;

function checkClock(serviceNow: number): Report {
  const skew = Math.round((Date.now() - serviceNow) / 1000);
  if (Math.abs(skew) <= maxSkewSeconds) return report("Clock", "ok", "agrees with the service's");
  const found = `${Math.abs(skew)} s ${skew > 0 ? "ahead of" : "behind"} the service's: webhooks are refused and times of today misjudged. Turn on automatic time on this machine.`;
  return report("Clock", "warning", found);
}

/** Compares the service's OpenAPI document with what this version sends and reads. Throws without a connection. */
async function checkDocument(client: Client): Promise<Report> {
  try {
    const findings = compareDocument(await client.getOpenApi());
    const lines = findings
      .filter(({ severity }) => severity === "breaking")
      .map(({ operations, message }) => `\n  ${sanitizeLine(`${operations.join(", ")}: ${message}`)}`);
    if (lines.length === 0) return report("API document", "ok", "agrees with this version");
    const advice = "differs. Update rallly-connect; if there is no newer version, report these lines:";
    return report("API document", "warning", `${advice}${lines.join("")}`);
  } catch (error) {
    if (!(error instanceof RalllyError) || error.outcome === "not-sent") throw error;
    return report("API document", "warning", describe(error));
  }
}

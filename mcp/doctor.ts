/** `rallly-connect doctor`: checks step by step whether this machine can use the service. Loaded only for this command. */
import { parseArgs } from "node:util";
import { compareDocument } from "../src/api/drift.ts";
import { createNodeFetch } from "../src/api/node.ts";
import { type Client, createClient, defaultBaseUrl, type Fetch, RalllyError } from "../src/api/web.ts";
import { sanitizeLine } from "../src/sanitize.ts";
import { version } from "../src/version.ts";
import { openSandbox } from "./backend.ts";
import { describe, describeSettings, wrongBaseUrl } from "./errors.ts";
import { type Environment, isOn, UsageError } from "./options.ts";

/** The result of a check. Skipped: not asked for, or an earlier check failed. */
type Status = "ok" | "warning" | "failed" | "skipped";

/** One check, as `--json` prints it. */
interface Check {
  name: "Key" | "Base URL" | "Proxy" | "Service" | "Plan" | "Rate limit" | "Clock" | "API document";
  status: Status;
  /** What was found, and what to do. */
  found: string;
}

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
  const options = parse(args);
  if (options.help) {
    write(help);
    return 0;
  }
  const sandbox = options.sandbox || isOn(given["RALLLY_SANDBOX"]) ? await openSandbox() : undefined;
  const environment = sandbox ? { RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: sandbox.url } : given;
  const checks: Check[] = [];
  try {
    for await (const check of runChecks(environment, options["without-key"] ?? false)) {
      checks.push(check);
      if (!options.json) write(`${check.status.padEnd(9)}${check.name.padEnd(14)}${check.found}\n`);
    }
  } finally {
    await sandbox?.close();
  }
  const isBad = ({ status }: Check) => status === "failed" || (options.strict && status === "warning");
  const passed = !checks.some(isBad);
  if (options.json) write(`${JSON.stringify({ version, passed, checks }, undefined, 2)}\n`);
  else if (passed)
    write(
      "\nNext: add the server to your AI client, with the command `npx -y rallly-connect mcp` and RALLLY_API_KEY in its environment, and ask it which polls are open.\n",
    );
  return passed ? 0 : 1;
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        help: { type: "boolean", short: "h" },
        json: { type: "boolean" },
        sandbox: { type: "boolean" },
        "without-key": { type: "boolean" },
        strict: { type: "boolean" },
      },
    }).values;
  } catch {
    throw new UsageError("doctor: unknown option");
  }
}

/** What the last response said besides its body. */
interface Exchange {
  /** When it arrived, in milliseconds since 1970. */
  at: number;
  durationMs: number;
  headers: Record<string, unknown>;
}

async function* runChecks(environment: Environment, withoutKey: boolean): AsyncGenerator<Check> {
  const given = environment["RALLLY_API_KEY"]?.trim();
  const baseUrl = environment["RALLLY_BASE_URL"]?.trim() || defaultBaseUrl;
  const allowHttp = isOn(environment["RALLLY_ALLOW_HTTP"]);
  // The document needs no key.
  const apiKey = withoutKey ? "none" : given;
  let last: Exchange | undefined;
  let client: Client;
  try {
    const send = createNodeFetch(environment);
    const fetch: Fetch = async (url, init) => {
      const start = Date.now();
      const response = await send(url, init);
      last = {
        at: Date.now(),
        durationMs: Date.now() - start,
        headers: Object.fromEntries(response.headers),
      };
      return response;
    };
    if (apiKey === undefined) throw missingKey;
    client = createClient({
      apiKey,
      baseUrl,
      allowHttp,
      fetch,
      attempts: 1,
      maxWaitMs: 0,
      deadlineMs: 30_000,
    });
  } catch (error) {
    if (!(error instanceof RalllyError)) throw error;
    const problems = Object(error).problems ?? [];
    for (const problem of problems) {
      const name = problem.path === "apiKey" ? "Key" : problem.path === "baseUrl" ? "Base URL" : "Proxy";
      yield { name, status: "failed", found: describeSettings([problem]) };
    }
    yield { name: "Service", status: "skipped", found: "needs the settings above" };
    return;
  }
  yield withoutKey ? { name: "Key", status: "skipped", found: "--without-key" } : checkKeyForm(given ?? "");
  yield checkBaseUrl(baseUrl, allowHttp);
  yield describeProxy(environment, baseUrl);
  if (!withoutKey) yield* checkAccount(client, () => last);
  yield checkClock(last);
  yield await checkDocument(client);
}

const missingKey = new RalllyError("", {
  operation: "createClient",
  outcome: "not-sent",
  attempts: 0,
  problems: [
    {
      path: "apiKey",
      message:
        'It is not set. The owner of a space on a Pro plan creates a key at rallly.co, in the space\'s settings under "API keys"',
    },
  ],
});

/** Shows only the prefix, by which the web app lists keys. */
function checkKeyForm(key: string): Check {
  const prefix = /^(sk_[A-Za-z0-9]+)_[\w.~+/=-]{8,}$/.exec(key)?.[1];
  if (prefix !== undefined) return { name: "Key", status: "ok", found: `${prefix}_…` };
  const found = "does not look like a key of Rallly. If the service does not accept it below, copy it again.";
  return { name: "Key", status: "warning", found };
}

function checkBaseUrl(baseUrl: string, allowHttp: boolean): Check {
  const isClear = allowHttp && baseUrl.startsWith("http:");
  const warning = isClear ? ": the API key and the polls travel in clear text" : "";
  return { name: "Base URL", status: isClear ? "warning" : "ok", found: `${baseUrl}${warning}` };
}

/** The proxy in use, without its user name and password. */
function describeProxy(environment: Environment, baseUrl: string): Check {
  const names = baseUrl.startsWith("https:") ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy", "HTTP_PROXY"];
  const name = names.find((each) => environment[each] !== undefined);
  const text = name && environment[name];
  const exceptions = environment["NO_PROXY"] ?? environment["no_proxy"];
  const shown = text ? `${name}: ${URL.canParse(text) ? new URL(text).host : "a host"}` : "none";
  const range = exceptions?.split(/[,\s]+/).find((entry) => entry.includes("/"));
  if (range !== undefined)
    return {
      name: "Proxy",
      status: "warning",
      found: `${shown}; NO_PROXY has ${sanitizeLine(range)}, but ranges are not understood: list hosts or addresses.`,
    };
  return { name: "Proxy", status: "ok", found: exceptions ? `${shown}; not for ${exceptions}` : shown };
}

/** One request shows service, key, plan and rate limit. */
async function* checkAccount(client: Client, last: () => Exchange | undefined): AsyncGenerator<Check> {
  try {
    const { data, nextCursor } = await client.listPolls({ limit: 100 });
    const polls = `${data.length}${nextCursor === null ? "" : " or more"} polls`;
    yield { name: "Service", status: "ok", found: `accepts the key, in ${last()?.durationMs} ms: ${polls}` };
    yield { name: "Plan", status: "ok", found: "Pro: the space can use the API" };
    yield checkRateLimit(last()?.headers ?? {});
  } catch (error) {
    if (!(error instanceof RalllyError)) throw error;
    yield explainFailure(error);
  }
}

function explainFailure(error: RalllyError): Check {
  const { code, status, retryAfterMs } = error;
  const fail = (name: Check["name"], found: string): Check => ({ name, status: "failed", found });
  switch (code) {
    case "UNAUTHORIZED":
    case "INVALID_AUTHORIZATION_HEADER":
      return fail(
        "Key",
        `not accepted (${status}): it is mistyped, expired, revoked, or of another instance. Copy it again, or create a new one in the space's settings.`,
      );
    case "SPACE_NOT_PRO":
      return fail(
        "Plan",
        "no Pro plan, which the API needs. The space's owner can upgrade in the billing settings.",
      );
    case "RATE_LIMIT_EXCEEDED": {
      const wait = retryAfterMs === undefined ? "later" : `again in ${Math.ceil(retryAfterMs / 1000)} s`;
      const found = `used up: everything that uses this space shares 60 requests a minute, 5,000 a day. Try ${wait}.`;
      return { name: "Rate limit", status: "warning", found };
    }
    case "NOT_FOUND":
      return fail("Service", `has no such path. ${wrongBaseUrl}`);
    default:
      return fail("Service", describe(error));
  }
}

function checkRateLimit(headers: Exchange["headers"]): Check {
  const name = "Rate limit";
  const read = (part: string) => Number(headers[`ratelimit-${part}`] ?? Number.NaN);
  const [left, limit, reset] = [read("remaining"), read("limit"), read("reset")];
  if (Number.isNaN(left)) return { name, status: "skipped", found: "not in the response" };
  const found = `${left} of ${limit} requests left, new in ${reset} s`;
  return { name, status: left > limit / 10 ? "ok" : "warning", found };
}

/** Seconds from which a slot of today may count as past, or a webhook that arrives late be refused. */
const maxSkewSeconds = 60;

function checkClock(exchange: Exchange | undefined): Check {
  const name = "Clock";
  const serviceTime = Date.parse(String(exchange?.headers["date"]));
  if (!exchange || Number.isNaN(serviceTime)) return { name, status: "skipped", found: "needs a response" };
  const skew = Math.round((exchange.at - exchange.durationMs / 2 - serviceTime) / 1000);
  if (Math.abs(skew) <= maxSkewSeconds) return { name, status: "ok", found: "agrees with the service's" };
  const found = `${Math.abs(skew)} s ${skew > 0 ? "ahead of" : "behind"} the service's: webhooks are refused and times of today misjudged. Turn on automatic time on this machine.`;
  return { name, status: "warning", found };
}

/** Compares the service's OpenAPI document with what this version sends and reads. */
async function checkDocument(client: Client): Promise<Check> {
  const name = "API document";
  try {
    const findings = compareDocument(await client.getOpenApi());
    const isHarmless = findings.every(({ severity }) => severity === "news");
    if (isHarmless)
      return { name, status: "ok", found: `agrees with this version, with ${findings.length} additions` };
    const lines = findings.map(({ severity, operations, message }) =>
      sanitizeLine(`${severity}: ${operations.join(", ")}: ${message}`),
    );
    const advice = "Update rallly-connect; if there is no newer version, report these lines.";
    return { name, status: "warning", found: `${advice}\n  ${lines.join("\n  ")}` };
  } catch (error) {
    if (!(error instanceof RalllyError)) throw error;
    const status = error.outcome === "not-sent" ? "failed" : "warning";
    return { name, status, found: describe(error) };
  }
}

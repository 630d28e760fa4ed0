/** `rallly-connect doctor`: checks step by step whether this machine can use the service. Loaded only for this command. */
import { parseArgs } from "node:util";
import { compareDocument } from "../src/api/drift.ts";
import { createNodeFetch } from "../src/api/node.ts";
import {
  type Client,
  createClient,
  defaultBaseUrl,
  type Fetch,
  RalllyError,
  sendsKeyInClearText,
} from "../src/api/web.ts";
import { sanitizeLine } from "../src/sanitize.ts";
import { version } from "../src/version.ts";
import { createKey, openSandbox } from "./backend.ts";
import { describe, describeSettings, wrongBaseUrl } from "./errors.ts";
import { type Environment, isOn, UsageError } from "./options.ts";

/** One check, as `--json` prints it. */
interface Check {
  name: "Key" | "Base URL" | "Proxy" | "Service" | "Plan" | "Rate limit" | "Clock" | "API document";
  status: "ok" | "warning" | "failed" | "skipped";
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

function parse(args: string[]) {
  const off = { type: "boolean", default: false } as const;
  const options = { help: off, json: off, sandbox: off, "without-key": off, strict: off };
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    const [sentence] = error instanceof Error ? error.message.split(". ") : [];
    throw new UsageError(`doctor: ${sentence}`);
  }
}

async function* runChecks(environment: Environment, withoutKey: boolean): AsyncGenerator<Check> {
  const key = withoutKey ? undefined : environment["RALLLY_API_KEY"]?.trim();
  if (withoutKey) yield { name: "Key", status: "skipped", found: "--without-key" };
  else if (key === undefined)
    yield fail("Key", `RALLLY_API_KEY is not set, or still a placeholder. ${createKey}`);
  let last: Response | undefined;
  const send = createNodeFetch(environment);
  const fetch: Fetch = async (url, init) => {
    last = await send(url, init);
    return last;
  };
  const baseUrl = environment["RALLLY_BASE_URL"] ?? defaultBaseUrl;
  const allowHttp = isOn(environment["RALLLY_ALLOW_HTTP"]);
  try {
    // The document needs no key.
    const client = createClient({
      apiKey: key ?? "none",
      baseUrl,
      allowHttp,
      fetch,
      attempts: 1,
      maxWaitMs: 0,
    });
    if (key !== undefined) yield checkKeyForm(key);
    const isClear = sendsKeyInClearText(baseUrl);
    const warning = isClear ? ": the API key and the polls travel in clear text" : "";
    yield { name: "Base URL", status: isClear ? "warning" : "ok", found: `${baseUrl}${warning}` };
    yield checkProxy(environment, baseUrl);
    if (key !== undefined) yield* checkAccount(client, () => last?.headers);
    yield await checkDocument(client);
    yield checkClock(last?.headers, Date.now());
  } catch (error) {
    if (!(error instanceof RalllyError)) throw error;
    for (const problem of error.problems ?? [])
      yield fail(problem.path === "apiKey" ? "Key" : "Base URL", describeSettings([problem]));
    if (error.problems === undefined) yield fail("Service", describe(error));
  }
}

const fail = (name: Check["name"], found: string): Check => ({ name, status: "failed", found });

/** Shows only the prefix, by which the web app lists keys. */
function checkKeyForm(key: string): Check {
  const prefix = /^(sk_[A-Za-z0-9]+)_[\w.~+/=-]{8,}$/.exec(key)?.[1];
  if (prefix !== undefined) return { name: "Key", status: "ok", found: `${prefix}_…` };
  const found = "does not look like a key of Rallly. If the service does not accept it below, copy it again.";
  return { name: "Key", status: "warning", found };
}

/** The proxy in use, without its user name and password. */
function checkProxy(environment: Environment, baseUrl: string): Check {
  const read = (name: string) => environment[name.toLowerCase()] ?? environment[name];
  const name = baseUrl.startsWith("https:") ? "HTTPS_PROXY" : "HTTP_PROXY";
  const [proxy, noProxy = "loopback"] = [read(name), read("NO_PROXY")];
  const range = noProxy.split(/[\s,]+/).find((entry) => entry.includes("/"));
  if (range !== undefined)
    return {
      name: "Proxy",
      status: "warning",
      found: `NO_PROXY: ranges such as ${range} are not understood`,
    };
  if (proxy === undefined) return { name: "Proxy", status: "ok", found: "none" };
  const url = proxy.includes("://") ? proxy : `http://${proxy}`;
  const host = URL.canParse(url) ? new URL(url).host : "not a URL";
  return { name: "Proxy", status: "ok", found: `${host} (${name}), but not for ${noProxy}` };
}

/** One request shows service, key, plan and rate limit. Throws for a service that cannot be used at all. */
async function* checkAccount(client: Client, getHeaders: () => Headers | undefined): AsyncGenerator<Check> {
  try {
    const { data, nextCursor } = await client.listPolls({ limit: 100 });
    const polls = `${data.length}${nextCursor === null ? "" : " or more"} polls`;
    yield { name: "Service", status: "ok", found: `accepts the key: ${polls}` };
    yield { name: "Plan", status: "ok", found: "Pro: the space can use the API" };
    yield checkRateLimit(getHeaders());
  } catch (error) {
    const refusal = error instanceof RalllyError && explainRefusal(error);
    if (!refusal) throw error;
    yield refusal;
  }
}

function explainRefusal({ code, status, retryAfterMs }: RalllyError): Check | undefined {
  switch (code) {
    case "UNAUTHORIZED":
    case "INVALID_AUTHORIZATION_HEADER":
      return fail(
        "Key",
        `not accepted (${status}): it is mistyped, expired, revoked, or of another instance.`,
      );
    case "SPACE_NOT_PRO":
      return fail(
        "Plan",
        "no Pro plan, which the API needs. The space's owner can upgrade in the billing settings.",
      );
    case "RATE_LIMIT_EXCEEDED": {
      const wait = retryAfterMs === undefined ? "later" : `again in ${Math.ceil(retryAfterMs / 1000)} s`;
      const found = `used up: all that uses this space shares 60 requests a minute, 5,000 a day. Try ${wait}.`;
      return { name: "Rate limit", status: "warning", found };
    }
    case "NOT_FOUND":
      return fail("Service", `has no such path. ${wrongBaseUrl}`);
    default:
      return undefined;
  }
}

function checkRateLimit(headers: Headers | undefined): Check {
  const read = (part: string) => Number(headers?.get(`ratelimit-${part}`) ?? Number.NaN);
  const [left, limit, reset] = [read("remaining"), read("limit"), read("reset")];
  const isEnough = !(left <= limit / 10);
  const found = Number.isNaN(left)
    ? "not in the response"
    : `${left} of ${limit} requests left, new in ${reset} s`;
  return { name: "Rate limit", status: isEnough ? "ok" : "warning", found };
}

/** Seconds from which a slot of today may count as past, or a webhook that arrives late be refused. */
const maxSkewSeconds = 60;

function checkClock(headers: Headers | undefined, at: number): Check {
  const name = "Clock";
  const serviceTime = Date.parse(headers?.get("date") ?? "");
  if (Number.isNaN(serviceTime)) return { name, status: "skipped", found: "needs a response" };
  const skew = Math.round((at - serviceTime) / 1000);
  if (Math.abs(skew) <= maxSkewSeconds) return { name, status: "ok", found: "agrees with the service's" };
  const found = `${Math.abs(skew)} s ${skew > 0 ? "ahead of" : "behind"} the service's: webhooks are refused and times of today misjudged. Turn on automatic time on this machine.`;
  return { name, status: "warning", found };
}

/** Compares the service's OpenAPI document with what this version sends and reads. Throws without a connection. */
async function checkDocument(client: Client): Promise<Check> {
  const name = "API document";
  try {
    const findings = compareDocument(await client.getOpenApi());
    const lines = findings
      .filter(({ severity }) => severity === "breaking")
      .map(({ operations, message }) => `\n  ${sanitizeLine(`${operations.join(", ")}: ${message}`)}`);
    if (lines.length === 0) return { name, status: "ok", found: "agrees with this version" };
    const advice = "differs. Update rallly-connect; if there is no newer version, report these lines:";
    return { name, status: "warning", found: `${advice}${lines.join("")}` };
  } catch (error) {
    if (!(error instanceof RalllyError) || error.outcome === "not-sent") throw error;
    return { name, status: "warning", found: describe(error) };
  }
}

import { type Client, notTheApi, RalllyError, RefusedError } from "../../src/api/core.ts";
import { wrongBaseUrl } from "../runtime/errors.ts";
import { nameVariables } from "../runtime/variable-names.ts";
import { splitMessage } from "./network-checks.ts";
import type { Check } from "./report.ts";
import type { Exchange, ServiceWatch } from "./service-watch.ts";

/** Maximum number of polls of one request. */
const pageSize = 100;

/** The checks that need a key: one request for all of them. */
export async function checkAccount(client: Client, watch: ServiceWatch): Promise<Check[]> {
  try {
    const { data, nextCursor } = await client.listPolls({ limit: pageSize });
    const count = nextCursor === null ? String(data.length) : `${data.length} or more`;
    const found = `${count} in the space of this key`;
    return [...accepted, checkRateLimit(watch.latest()), { name: "polls", status: "ok", found }];
  } catch (error) {
    if (!(error instanceof RalllyError)) throw error;
    return explainFailure(error, watch.latest());
  }
}

const accepted: readonly Check[] = [
  { name: "key", status: "ok", found: "accepted" },
  { name: "plan", status: "ok", found: "Pro: the space can use the API" },
];

const afterKey = ["plan", "rate-limit", "polls"] as const;

/** A failed check of the key, and the checks that need it. */
function failKey(found: string, advice: string): Check[] {
  return [
    { name: "key", status: "failed", found, advice },
    ...afterKey.map((name) => skip(name, "an accepted key")),
  ];
}

/** A failure that says nothing about the key. */
function failPolls(
  found: string,
  advice: string,
  rateLimit: Check = skip("rate-limit", "a list of polls"),
): Check[] {
  return [
    skip("key", "a list of polls"),
    skip("plan", "a list of polls"),
    rateLimit,
    { name: "polls", status: "failed", found, advice },
  ];
}

const skip = (name: Check["name"], need: string): Check => ({
  name,
  status: "not-checked",
  found: `needs ${need}`,
});

function explainFailure(error: RalllyError, exchange: Exchange | undefined): Check[] {
  const { status, code, message } = error;
  if (
    error instanceof RefusedError &&
    code !== notTheApi &&
    (status === 401 || code === "INVALID_AUTHORIZATION_HEADER")
  )
    return failKey(
      `not accepted (${status})`,
      "It is mistyped, expired or revoked, or of another instance. Copy it again, or create a new one in the space's settings.",
    );
  if (code === "SPACE_NOT_PRO")
    return [
      { name: "key", status: "ok", found: "known to the service" },
      {
        name: "plan",
        status: "failed",
        found: "no Pro plan (403 SPACE_NOT_PRO)",
        advice: "The API needs a Pro plan. The space's owner can upgrade in the billing settings.",
      },
      skip("rate-limit", "a Pro plan"),
      skip("polls", "a Pro plan"),
    ];
  if (code === "RATE_LIMIT_EXCEEDED") {
    const seconds = Math.ceil((error.retryAfterMs ?? 0) / 1000);
    const wait = seconds > 0 ? `again in ${seconds} s` : "later";
    // The service counts requests only of keys that it knows, in spaces with a plan.
    return [
      ...accepted,
      {
        name: "rate-limit",
        status: "warning",
        found: "used up (429)",
        advice: `Everything that uses this space waits for it: 60 requests a minute, 5,000 a day. Try ${wait}.`,
      },
      skip("polls", "a request that is left"),
    ];
  }
  if (code === "NOT_FOUND") return failPolls("the service has no such path (404 NOT_FOUND)", wrongBaseUrl);
  const { found, advice = "Try again in a minute." } = splitMessage(
    code === notTheApi ? nameVariables(message) : message,
  );
  if (error.issues && code !== notTheApi)
    return failPolls(
      message,
      "Check RALLLY_BASE_URL. If it is right, update rallly-mcp, and see the API document below.",
      checkRateLimit(exchange),
    );
  if (status === 503 && error.retryAfterMs !== undefined)
    return failPolls(found, `${advice} The key was not checked.`);
  return failPolls(found, advice);
}

/** Share of the limit below which the check warns. */
const fewLeft = 0.1;

function checkRateLimit(exchange: Exchange | undefined): Check {
  const name = "rate-limit";
  const [left, limit, reset] = ["remaining", "limit", "reset"].map((part) =>
    parseCount(exchange?.headers[`ratelimit-${part}`]),
  );
  if (left === undefined) return { name, status: "skipped", found: "not in the response" };
  const found = `${left}${limit === undefined ? "" : ` of ${limit}`} requests left${reset === undefined ? "" : `, new in ${reset} s`}`;
  if (left > (limit ?? 60) * fewLeft) return { name, status: "ok", found };
  const advice = "Everything that uses this space shares them. Check less often, or ask for fewer polls.";
  return { name, status: "warning", found, advice };
}

function parseCount(text: string | undefined): number | undefined {
  return /^\d{1,9}$/u.test(text ?? "") ? Number(text) : undefined;
}

/** Seconds of difference from which a slot of today may count as past, or a webhook that was delivered late be refused. */
const maxSkewSeconds = 60;

/** Seconds after which signatures of webhooks are refused. */
const signatureSeconds = 300;

/** The clock of this machine, compared with the service's Date. */
export function checkClock(exchange: Exchange | undefined): Check {
  const name = "clock";
  const { date = "", age = "0" } = exchange?.headers ?? {};
  const service = Date.parse(date);
  if (!exchange || Number.isNaN(service))
    return { name, status: "skipped", found: "the response has no date" };
  // A cache keeps the date of the response. The header has whole seconds.
  const serviceNow = service + (parseCount(age) ?? 0) * 1000 + 500;
  const skew = Math.round((exchange.startedAt + exchange.durationMs / 2 - serviceNow) / 1000);
  // The service wrote the date at some time during the request.
  if (Math.abs(skew) <= 1 + exchange.durationMs / 2000)
    return { name, status: "ok", found: "agrees with the service's" };
  const found = `${Math.abs(skew)} s ${skew > 0 ? "ahead of" : "behind"} the service's`;
  if (Math.abs(skew) <= maxSkewSeconds) return { name, status: "ok", found };
  const effect =
    Math.abs(skew) > signatureSeconds
      ? `Webhooks are refused: their signatures are valid for ${signatureSeconds} s.`
      : "Webhooks that arrive late may be refused.";
  const advice = `${effect} Checks whether a time is in the past are wrong by this much. Turn on automatic time on this machine.`;
  return { name, status: "warning", found, advice };
}

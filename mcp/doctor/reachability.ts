import { notTheApi, type RalllyError } from "../../src/api/core.ts";
import { nameVariables } from "../runtime/variable-names.ts";
import { type ConnectionFailure, splitMessage } from "./network-checks.ts";
import type { Check } from "./report.ts";
import type { Exchange } from "./service-watch.ts";

/** The failure of a connection. Undefined when something responded. */
export function getConnectionFailure(
  error: RalllyError | undefined,
  exchange: Exchange | undefined,
): ConnectionFailure | undefined {
  if (!error || exchange?.response) return undefined;
  return { code: error.code ?? "", message: error.message };
}

const otherServer =
  "Sign in to the network if it asks for that in a browser, check the proxy, and check RALLLY_BASE_URL.";

/** Whether the service itself responded to the first request, and how fast. */
export function checkReachability(exchange: Exchange | undefined, error: RalllyError | undefined): Check {
  const name = "reachability";
  const failure = getConnectionFailure(error, exchange);
  if (/^(?:CERTIFICATE|TLS)_/u.test(failure?.code ?? ""))
    return { name, status: "not-checked", found: "needs TLS" };
  if (!exchange?.response)
    return {
      name,
      status: "failed",
      advice: "Try again. If it happens again, check the network, the firewall and RALLLY_BASE_URL.",
      ...splitMessage(error?.message ?? "No response."),
    };
  const { headers, response, durationMs } = exchange;
  const { status, broken } = response;
  const fail = (found: string, advice: string): Check => ({ name, status: "failed", found, advice });
  if (error?.code === notTheApi)
    return { name, status: "failed", ...splitMessage(nameVariables(error.message)) };
  if (status >= 500) {
    const wait = /^\d{1,6}$/u.test(headers["retry-after"] ?? "") ? `in ${headers["retry-after"]} s` : "later";
    return fail(
      `${status === 503 ? "unavailable, perhaps for maintenance" : "internal error"} (${status})`,
      `Try again ${wait}. Nothing on this machine is wrong.`,
    );
  }
  if (broken === "cut-short")
    return fail("the response was cut short", "Try again. Check the proxy and the network.");
  // The document is JSON of another form, or a proxy fails.
  if (error && (status < 400 || error.code === undefined))
    return fail(
      `Something else responds, not the API (${status}: no OpenAPI document and no error of the API).`,
      otherServer,
    );
  return { name, status: "ok", found: `responds in ${Math.round(durationMs)} ms` };
}

import { setImmediate } from "node:timers/promises";
import { type Agent, request } from "undici";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { datePoll } from "./request.ts";
import { until } from "./until.ts";

/**
 * Sends one request, by default a create. Returns the response or the error. Aborts when a fault sends nothing more,
 * unless `patient`.
 */
export async function attempt(
  agent: Agent,
  sandbox: Sandbox,
  input: { method?: "POST" | "GET" | "DELETE" | undefined; path?: string; waitForResponse?: boolean } = {},
) {
  const { method = "POST", path = "/polls", waitForResponse: patient = false } = input;
  const abort = new AbortController();
  let [responded, ended] = [false, false];
  const watch = async () => {
    const before = sandbox.requests.length;
    const isLast = () => {
      const fault = sandbox.requests[before]?.fault;
      return fault === "hang" || (fault === "hang-midway" && responded);
    };
    await until(() => ended || isLast());
    // Received data is read before the abort.
    for (let turn = 0; turn < 20 && !ended; turn += 1) await setImmediate();
    abort.abort(new DOMException("no more data", "TimeoutError"));
  };
  const watching = patient ? undefined : watch();
  try {
    const response = await request(`${sandbox.url}${path}`, {
      method,
      dispatcher: agent,
      headers: { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" },
      body: method === "POST" ? JSON.stringify(datePoll) : null,
      signal: abort.signal,
    });
    responded = true;
    const { statusCode: status, headers } = response;
    const text = await response.body.text().catch(() => "cut off");
    return { status, headers, text };
  } catch (error) {
    return { failed: error instanceof Error ? `${error.name} ${"code" in error ? error.code : ""}` : "?" };
  } finally {
    ended = true;
    await watching;
  }
}

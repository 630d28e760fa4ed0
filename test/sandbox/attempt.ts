import { setImmediate, setTimeout } from "node:timers/promises";
import { type Agent, request } from "undici";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { datePoll } from "./request.ts";
import { until } from "./until.ts";

/** How long nothing has come when a caller hangs up, in milliseconds: counted from the last that there was to come. */
const silenceMs = 100;

/**
 * One request, a create unless told otherwise, and what came of it: the answer, or the way in which there was none. It
 * waits for as long as it takes, and hangs up on a fault that nothing follows, unless `patient`.
 */
export async function attempt(
  agent: Agent,
  sandbox: Sandbox,
  asked: { method?: "POST" | "GET" | "DELETE" | undefined; path?: string; patient?: boolean } = {},
) {
  const { method = "POST", path = "/polls", patient = false } = asked;
  const hangUp = new AbortController();
  let [answered, ended] = [false, false];
  const watch = async () => {
    const before = sandbox.requests.length;
    const isLast = () => {
      const fault = sandbox.requests[before]?.fault;
      return fault === "hang" || (fault === "hang-midway" && answered);
    };
    await until(() => ended || isLast());
    if (!ended) await setTimeout(silenceMs);
    // A timer that is overdue fires before what lies in the sockets is read; a few turns of the loop make up for it.
    for (let turn = 0; turn < 20 && !ended; turn += 1) await setImmediate();
    hangUp.abort(new DOMException("nothing came", "TimeoutError"));
  };
  const watching = patient ? undefined : watch();
  try {
    const response = await request(`${sandbox.url}${path}`, {
      method,
      dispatcher: agent,
      headers: { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" },
      body: method === "POST" ? JSON.stringify(datePoll) : null,
      signal: hangUp.signal,
    });
    answered = true;
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

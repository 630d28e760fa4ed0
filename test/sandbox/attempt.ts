import { type Agent, request } from "undici";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { datePoll } from "./call.ts";

/** One request, a create unless told otherwise, and what came of it: the answer, or the way in which there was none. */
export async function attempt(
  agent: Agent,
  sandbox: Sandbox,
  asked: { method?: "POST" | "GET" | "DELETE" | undefined; path?: string; waitMs?: number | undefined } = {},
) {
  const { method = "POST", path = "/polls", waitMs = 300 } = asked;
  try {
    const response = await request(`${sandbox.url}${path}`, {
      method,
      dispatcher: agent,
      headers: { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" },
      body: method === "POST" ? JSON.stringify(datePoll) : null,
      signal: AbortSignal.timeout(waitMs),
    });
    const { statusCode: status, headers } = response;
    const text = await response.body.text().catch(() => "cut off");
    return { status, headers, text };
  } catch (error) {
    return { failed: error instanceof Error ? `${error.name} ${"code" in error ? error.code : ""}` : "?" };
  }
}

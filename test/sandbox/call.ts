import { request as send } from "undici";
import type { Sandbox } from "../../src/sandbox/index.ts";

/** What came back: parsed when it is JSON. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: these tests look at answers from outside, on purpose without a schema.
  body: any;
}

/** One request over a real socket, with nothing of the client's in between. */
export async function call(
  sandbox: Sandbox,
  method: "GET" | "POST" | "DELETE" | "PUT" | "PATCH" | "HEAD",
  path: string,
  options: { body?: unknown; key?: string | null; headers?: Record<string, string>; raw?: string } = {},
): Promise<Answer> {
  const { key = sandbox.apiKey, body, raw = body === undefined ? undefined : JSON.stringify(body) } = options;
  const response = await send(`${sandbox.url}${path}`, {
    method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(raw !== undefined && { "content-type": "application/json" }),
      ...options.headers,
    },
    body: raw ?? null,
  });
  const text = await response.body.text();
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
  );
  const isJson = headers["content-type"]?.startsWith("application/json") && text !== "";
  return { status: response.statusCode, headers, body: isJson ? JSON.parse(text) : text };
}

/** Makes a poll and answers it as the API shows it. */
export async function create(sandbox: Sandbox, body: Record<string, unknown>, key = sandbox.apiKey) {
  const answer = await call(sandbox, "POST", "/polls", { body, key });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.data;
}

/** A small date poll. */
export const datePoll = {
  title: "Team offsite",
  kind: "date",
  options: [{ date: "2027-03-01" }, { date: "2027-03-02" }],
};

/** The moment at which these tests begin. */
export const start = "2027-02-01T08:00:00.000Z";

import { request as send } from "undici";
import type { Sandbox } from "../../src/sandbox/index.ts";
import type { BodyShape, PollShape } from "./shapes.ts";

/** What came back: parsed when it is JSON. */
export interface Answer<Body = BodyShape<PollShape>> {
  status: number;
  headers: Record<string, string>;
  body: Body;
}

/** One request over a real socket, with nothing of the client's in between; about a poll unless said otherwise. */
export async function call<Data = PollShape, Body = BodyShape<Data>>(
  sandbox: Sandbox,
  method: "GET" | "POST" | "DELETE" | "PUT" | "PATCH" | "HEAD",
  path: string,
  options: { body?: unknown; key?: string | null; headers?: Record<string, string>; raw?: string } = {},
): Promise<Answer<Body>> {
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

/** One page of polls. */
export async function list(
  sandbox: Sandbox,
  query = "",
  key = sandbox.apiKey,
): Promise<BodyShape<PollShape[]>> {
  return (await call<PollShape[]>(sandbox, "GET", `/polls${query && `?${query}`}`, { key })).body;
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

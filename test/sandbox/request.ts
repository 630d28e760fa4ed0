import { request as send } from "undici";
import type { Sandbox } from "../../src/sandbox/index.ts";
import type { BodyShape, PollShape } from "./shapes.ts";

/** A response; its body is parsed when it is JSON. */
export interface ApiResponse<Body = BodyShape<PollShape>> {
  status: number;
  headers: Record<string, string>;
  body: Body;
}

/** Sends one request over a real socket, without the client of this package. */
export async function call<Data = PollShape, Body = BodyShape<Data>>(
  sandbox: Sandbox,
  method: "GET" | "POST" | "DELETE" | "PUT" | "PATCH" | "HEAD",
  path: string,
  options: { body?: unknown; key?: string | null; headers?: Record<string, string>; raw?: string } = {},
): Promise<ApiResponse<Body>> {
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

/** Creates a poll and returns it. Throws with the error body. */
export async function create(sandbox: Sandbox, body: Record<string, unknown>, key = sandbox.apiKey) {
  const response = await call(sandbox, "POST", "/polls", { body, key });
  if (response.status !== 201) throw new Error(JSON.stringify(response.body));
  return response.body.data;
}

/** The number of people who answered a poll. */
export const countPeople = async (sandbox: Sandbox, id: string): Promise<number> =>
  (await call(sandbox, "GET", `/polls/${id}`)).body.data.participantCount;

/** A small date poll. */
export const datePoll = {
  title: "Team offsite",
  kind: "date",
  options: [{ date: "2027-03-01" }, { date: "2027-03-02" }],
};

/** The time at the start of these tests. */
export const start = "2027-02-01T08:00:00.000Z";

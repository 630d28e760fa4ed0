import { request as send } from "undici";
import { onTestFinished } from "vitest";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox/index.ts";
import type { BodyShape, PollShape } from "./shapes.ts";

/** The time at the start of these tests. */
export const start = "2027-02-01T08:00:00.000Z";

/** Starts a sandbox at `start`, without polls and limits. It is closed after the test. */
export async function openSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ now: start, seed: "empty", limits: "none", ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

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

/** A time poll without options. */
export const bare = { title: "Call", kind: "time" };

/** The generator of `newYork`. */
export const generator = {
  startDate: "2027-03-01",
  endDate: "2027-03-05",
  days: ["mon", "tue", "wed", "thu", "fri"],
  from: "09:00",
  to: "12:00",
  interval: 60,
};

/** The contract's worked example: 15 slots in New York. */
export const newYork = {
  title: "Interviews",
  kind: "time",
  timeZone: "America/New_York",
  duration: 30,
  generators: [generator],
};

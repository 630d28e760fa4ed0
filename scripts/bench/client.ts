/** Measures three calls of the client beside the same requests with other libraries, to one server in another process. */

import { ofetch } from "ofetch";
import createOpenApiClient from "openapi-fetch";
import { request } from "undici";
import { createClient } from "../../src/api/index.ts";
import { operations } from "../../src/api/operations.ts";
import { startCannedServer } from "./canned-server.ts";
import { makeParticipants, makePoll } from "./content.ts";
import { alternate, type Figure, type Row, toRow } from "./figure.ts";

const apiKey = "sk_bench_0123456789abcdef";
const headers = { authorization: `Bearer ${apiKey}`, accept: "application/json" };
const id = "p0";

const bodies = {
  [`/v1/polls/${id}`]: { data: makePoll(0) },
  "/v1/polls?limit=100": {
    data: Array.from({ length: 100 }, (_, index) => makePoll(index)),
    nextCursor: null,
  },
  [`/v1/polls/${id}/participants`]: { data: makeParticipants(1_000) },
};

/** The paths as openapi-typescript would generate them. */
interface Paths {
  "/polls": { get: Json<{ query: { limit: number } }> };
  "/polls/{pollId}": { get: Json<{ path: { pollId: string } }> };
  "/polls/{pollId}/participants": { get: Json<{ path: { pollId: string } }> };
}

interface Json<Parameters> {
  parameters: Parameters;
  responses: { 200: { content: { "application/json": { data: object } } } };
}

/** One call of the client and the same request with the others. Each checks that a response arrived. */
interface Call {
  figure: string;
  /** Calls per measurement, so that one takes some ten milliseconds. */
  calls: number;
  bound: number;
  /** What `--check` accepts beside undici and beside the libraries that check nothing. */
  accepted: { undici: number; unchecked: number };
  path: string;
  client: () => Promise<unknown>;
  openApiFetch: () => Promise<{ data?: unknown }>;
  check: (json: unknown) => unknown;
}

function listCalls(url: string): Call[] {
  const client = createClient({ apiKey, baseUrl: url });
  const api = createOpenApiClient<Paths>({ baseUrl: url, headers });
  const pollId = id;
  return [
    {
      figure: "client.getPoll",
      calls: 100,
      bound: 1.8,
      accepted: { undici: 2.2, unchecked: 1.3 },
      path: `/polls/${id}`,
      client: () => client.getPoll({ pollId }),
      openApiFetch: () => api.GET("/polls/{pollId}", { params: { path: { pollId } } }),
      check: (json) => operations.getPoll.output.parse(json),
    },
    {
      figure: "client.listPolls, 100 polls",
      calls: 10,
      bound: 1.6,
      accepted: { undici: 2.8, unchecked: 2.5 },
      path: "/polls?limit=100",
      client: () => client.listPolls({ limit: 100 }),
      openApiFetch: () => api.GET("/polls", { params: { query: { limit: 100 } } }),
      check: (json) => operations.listPolls.output.parse(json),
    },
    {
      figure: "client.listParticipants, 1,000 people",
      calls: 3,
      bound: 1.4,
      accepted: { undici: 2.2, unchecked: 2 },
      path: `/polls/${id}/participants`,
      client: () => client.listParticipants({ pollId }),
      openApiFetch: () => api.GET("/polls/{pollId}/participants", { params: { path: { pollId } } }),
      check: (json) => operations.listParticipants.output.parse(json),
    },
  ];
}

/** Milliseconds of one call, on average over several in a row. */
async function timeCalls(calls: number, call: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  for (let index = 0; index < calls; index += 1) {
    if ((await call()) === undefined) throw new Error("A call returned nothing.");
  }
  return (performance.now() - start) / calls;
}

export const figure: Figure = {
  title: "calls of the client beside undici, fetch, openapi-fetch and ofetch",
  settings: { rounds: 60 },
  checkSettings: { rounds: 20 },
  async measure({ settings }) {
    const server = await startCannedServer(bodies);
    const url = `${server.url}/v1`;
    const rows: Row[] = [];
    try {
      for (const { figure, calls, bound, accepted, path, check, client, openApiFetch } of listCalls(url)) {
        const target = url + path;
        const others = {
          "undici.request and JSON.parse": async () =>
            JSON.parse(await (await request(target, { headers })).body.text()),
          "fetch and .json()": async () => (await fetch(target, { headers })).json(),
          "openapi-fetch": async () => (await openApiFetch()).data,
          "ofetch and the same zod check": async () => check(await ofetch(target, { headers })),
        };
        const candidates = Object.entries({ client, ...others }).map(
          ([name, call]) => [name, () => timeCalls(calls, call)] as const,
        );
        const { client: times = [], ...references } = await alternate(Object.fromEntries(candidates), {
          rounds: settings["rounds"] ?? 0,
          warmup: 10,
        });
        for (const [comparedWith, reference] of Object.entries(references)) {
          const isBare = comparedWith.startsWith("undici");
          const isChecked = comparedWith.startsWith("ofetch");
          const acceptedRatio = isBare ? accepted.undici : isChecked ? 1.6 : accepted.unchecked;
          const row = {
            figure,
            unit: "ms",
            comparedWith,
            bound: { ratioAtMost: isBare ? bound : 0.9 },
            accepted: { ratioAtMost: acceptedRatio },
          };
          rows.push(toRow(row, times, reference));
        }
      }
    } finally {
      server.close();
    }
    return rows;
  },
};

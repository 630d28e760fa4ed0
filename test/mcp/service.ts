import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { closeLater } from "./harness.ts";

/** A request that a service got. */
export interface ServiceRequest {
  method: string;
  path: string;
  authorization: string | undefined;
}

/** A service on loopback that responds as the test says, and the requests that it got. */
export async function openService(respond: (response: ServerResponse, request: IncomingMessage) => void) {
  const requests: ServiceRequest[] = [];
  const server = createServer((request, response) => {
    const { method = "", url: path = "", headers } = request;
    requests.push({ method, path, authorization: headers.authorization });
    respond(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closeLater(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, apiKey: testKey, requests };
}

/** A key of a service that accepts every key. */
export const testKey = "sk_abcd1234_Zx9vQ7mN2pL5kT8wR3yB6cD1";

/** Responds with JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** A poll as the service sends it. */
export function makePoll(values: Record<string, unknown> = {}) {
  return {
    id: "abcdefghijkl",
    title: "Team lunch",
    status: "open",
    kind: "date",
    timeZone: null,
    createdAt: "2027-02-01T09:00:00.000Z",
    updatedAt: "2027-02-01T09:00:00.000Z",
    description: null,
    location: null,
    conferencing: null,
    organizer: null,
    options: [{ id: "o1", date: "2027-03-01" }],
    participantCount: 0,
    requireEmail: false,
    hideParticipants: false,
    hideScores: false,
    disableComments: true,
    allowTentativeVotes: true,
    inviteUrl: "https://rallly.example/invite/abcdefghijkl",
    adminUrl: "https://rallly.example/poll/abcdefghijkl",
    ...values,
  };
}

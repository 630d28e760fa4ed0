import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** One delivery with its raw body. */
export interface Received {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  raw: Buffer;
}

/** Starts a webhook receiver on a real socket. `getStatus` returns the status for a delivery; null for no response. */
export async function startReceiver(getStatus: (received: Received) => number | null = () => 204) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const delivery = { path: request.url ?? "", headers: request.headers, raw: Buffer.concat(chunks) };
    received.push(delivery);
    const status = getStatus(delivery);
    if (status !== null) response.writeHead(status, { Location: "/elsewhere" }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    /** The parsed bodies of the deliveries. */
    events: () => received.map(({ raw }) => JSON.parse(raw.toString())),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The deliveries of the sandbox's webhooks, as Zapier passes them to a static hook. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";
import type { startSpace } from "./space.ts";

export interface Request {
  headers: Record<string, string>;
  content: string;
}

/** `x-rallly-signature` as `Http-X-Rallly-Signature`. */
const toZapierHeaders = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      `Http-${name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())}`,
      String(value),
    ]),
  );

/** Returns a function that gives the requests that the service makes for what happens in `act`, and the secret of its webhook. */
export function createDeliver(space: ReturnType<typeof startSpace>) {
  const stops: (() => void)[] = [];
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
  });
  return async (act: () => unknown): Promise<{ requests: Request[]; secret: string }> => {
    const requests: Request[] = [];
    const server = createServer(async (request, response) => {
      let content = "";
      for await (const chunk of request) content += String(chunk);
      requests.push({ headers: toZapierHeaders(request.headers), content });
      response.end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { id, secret } = space.sandbox.webhooks.add({ url });
    stops.push(() => {
      space.sandbox.webhooks.remove(id);
      server.close();
    });
    await act();
    await space.sandbox.webhooks.settled();
    return { requests, secret };
  };
}

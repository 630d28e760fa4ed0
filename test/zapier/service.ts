/** A service that answers as a test tells it, on a real socket, and the app pointed at it. */

import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";
import { type Bundle, createAppTester } from "zapier-platform-core";
import App from "../../zapier/index.ts";
import { findPerform, useTestClock } from "./stage.ts";

/** Opens services for a file's tests, one at a time; the clock stands meanwhile. */
export function openService() {
  const servers: Server[] = [];
  useTestClock();
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
    delete process.env["RALLLY_BASE_URL"];
  });
  return {
    /** Starts a service; the app's next steps go to it. */
    async serve(listener: RequestListener): Promise<void> {
      const server = createServer(listener);
      servers.push(server);
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      process.env["RALLLY_BASE_URL"] = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    },
    /** Runs a step of the app with a key. */
    run: (step: unknown, inputData: Record<string, unknown> = {}, meta: Partial<Bundle["meta"]> = {}) =>
      createAppTester(App)(findPerform(step), {
        authData: { apiKey: "sk_test_key" },
        inputData,
        meta: meta as Bundle["meta"],
      }) as Promise<unknown>,
  };
}

/** The body of a refusal. */
export const problem = (code: string, message = "No.") => JSON.stringify({ error: { code, message } });

/** Answers every request so. */
export const answer =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);

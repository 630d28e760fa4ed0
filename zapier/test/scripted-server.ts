/** The app against an HTTP server that responds as a test says. */

import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";
import { type Bundle, createAppTester } from "zapier-platform-core";
import App from "../index.ts";
import { findPerform, useTestClock } from "./harness.ts";

/** Servers for the tests of a file, one at a time, on a fixed date. */
export function createScriptedServer() {
  const servers: Server[] = [];
  useTestClock();
  afterEach(() => {
    if (servers.length === 0) return;
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
    delete process.env["RALLLY_BASE_URL"];
  });
  return {
    /** Starts a server. The next steps of the app use it. */
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

/** The body of an error response. */
export const errorBody = (code: string, message = "No.") => JSON.stringify({ error: { code, message } });

/** Responds to every request in the same way. */
export const respond =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);

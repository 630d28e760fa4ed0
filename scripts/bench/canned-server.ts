/** A server process that sends the same JSON for each path, so that the calls of a client are measured and not the sandbox. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

/** A started server. */
export interface CannedServer {
  /** The address, without a slash at its end. */
  url: string;
  close(): void;
}

/** Starts the server in a new process, on loopback. `bodies` are the values to send as JSON, by path. */
export async function startCannedServer(bodies: Record<string, unknown>): Promise<CannedServer> {
  const child = fork(fileURLToPath(import.meta.url), { execArgv: [] });
  child.send(bodies);
  const [port] = (await once(child, "message")) as [number];
  return { url: `http://127.0.0.1:${port}`, close: () => child.kill() };
}

function serve(bodies: Record<string, unknown>): void {
  const buffers = new Map(
    Object.entries(bodies).map(([path, body]) => [path, Buffer.from(JSON.stringify(body))]),
  );
  const server = createServer((request, response) => {
    const body = buffers.get(request.url ?? "");
    if (!body) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      "content-type": "application/json",
      "content-length": body.length,
      "ratelimit-limit": "60",
      "ratelimit-remaining": "59",
      "ratelimit-reset": "60",
    });
    response.end(body);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (address !== null && typeof address === "object") process.send?.(address.port);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.once("message", (message) => serve(message as Record<string, unknown>));
  process.once("disconnect", () => process.exit(0));
}

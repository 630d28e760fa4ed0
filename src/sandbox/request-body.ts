import type { IncomingMessage } from "node:http";
import { refuseFields } from "./problem.ts";

const largestBody = 1024 * 1024;

const refuse = (message: string) => refuseFields([{ field: "body", message }]);

/** Reads a request's JSON body. Throws a VALIDATION_ERROR for another content type, over 1 MiB, or for no JSON. */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  // The contract gives this no code of its own; the nearest is that the body does not fit.
  const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw refuse("Content-Type must be application/json");
  const chunks: Buffer[] = [];
  let size = 0;
  // Not destroyed when refused half-way: the answer still has to go out on the same connection.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError("a request body is read as bytes");
    size += chunk.length;
    if (size > largestBody) throw refuse(`Larger than ${largestBody} bytes`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw refuse("Invalid JSON");
  }
}

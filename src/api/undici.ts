import { Agent, request } from "undici";
import { type Transport, TransportError } from "./transport.ts";

const neverSent = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT/;

/** A transport over undici.request. */
export function createUndiciTransport(): Transport {
  const agent = new Agent({ keepAliveTimeout: 1000 });
  return async ({ method, url, headers, body, signal, silenceTimeoutMs, largestAnswer }) => {
    try {
      const answer = await request(url, {
        method,
        headers,
        signal,
        dispatcher: agent,
        headersTimeout: silenceTimeoutMs,
        bodyTimeout: silenceTimeoutMs,
        ...(body === undefined ? {} : { body }),
      });
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of answer.body as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > largestAnswer) throw new TransportError("The answer is too large", true);
        chunks.push(chunk);
      }
      const flat = Object.entries(answer.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(", ") : (value ?? ""),
      ]);
      return {
        status: answer.statusCode,
        headers: Object.fromEntries(flat),
        text: Buffer.concat(chunks).toString("utf8"),
      };
    } catch (error) {
      if (error instanceof TransportError || signal.aborted) throw error;
      const code = error instanceof Error && "code" in error ? String(error.code) : "";
      throw new TransportError(code || "The connection failed", !neverSent.test(code));
    }
  };
}

/** Reads the body of a response of a fetch. */

/** What has a body: a stream of bytes, or without one a method that reads all of it. */
interface BodyHolder {
  readonly body?: unknown;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The body of a response, chunk by chunk. */
export interface ResponseBody {
  /** Resolves to the next chunk, or to undefined at the end. */
  read(): Promise<Uint8Array | undefined>;
  /** Ends the body early. Never throws. */
  cancel(): void;
}

/** Empty chunks in a row after which pending timers run: a stream that has more of them at hand would never let them. */
const maxEmptyChunks = 100;

/** Opens the body of a response. Reads nothing. */
export function openBody(response: BodyHolder): ResponseBody {
  const { body } = response;
  if (!isStream(body)) {
    let isRead = false;
    return {
      async read() {
        if (isRead) return undefined;
        isRead = true;
        return new Uint8Array(await response.arrayBuffer());
      },
      cancel() {},
    };
  }
  let reader: ByteReader | undefined;
  let emptyChunks = 0;
  return {
    async read() {
      reader ??= body.getReader();
      const { done, value } = await reader.read();
      if (done) return undefined;
      emptyChunks = value.byteLength === 0 ? emptyChunks + 1 : 0;
      if (emptyChunks % maxEmptyChunks === maxEmptyChunks - 1)
        await new Promise((resolve) => setTimeout(resolve));
      return value;
    },
    cancel() {
      const cancel = async () => (reader ?? body).cancel();
      // The stream of a failed response rejects with its error.
      cancel().catch(() => {});
    },
  };
}

interface ByteReader {
  read(): Promise<{ done: false; value: Uint8Array } | { done: true; value?: unknown }>;
  cancel(): Promise<unknown>;
}

interface ByteStream {
  getReader(): ByteReader;
  cancel(): Promise<unknown>;
}

function isStream(body: unknown): body is ByteStream {
  return typeof body === "object" && body !== null && "getReader" in body;
}

/** Decodes the chunks of a body, up to a maximum number of bytes. */
export class BodyText {
  // As Buffer.toString: a byte order mark is part of the text.
  readonly #decoder = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });
  readonly #maxBytes: number;
  #size = 0;
  #text = "";

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns false if the body is too large. */
  add(chunk: Uint8Array): boolean {
    this.#size += chunk.byteLength;
    if (this.#size > this.#maxBytes) return false;
    this.#text += this.#decoder.decode(chunk, { stream: true });
    return true;
  }

  text(): string {
    this.#text += this.#decoder.decode();
    return this.#text;
  }
}

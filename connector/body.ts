/** Reads a request's body as text. Undefined when it is larger than `maxBytes`; the rest is then not read. */
export async function readBody(request: Request, maxBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (Number(request.headers.get("content-length")) > maxBytes) return undefined;
  if (request.body === null) return "";
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return new Blob(chunks).text();
}

/** Messages of MCP over HTTP, before the SDK reads them. */

/** Maximum number of values in a message: several times what a call takes. The SDK would take seconds for 400,000 names. */
const maxValues = 50_000;

/** Parses a body: a message or a batch. Or makes the response to one that is no JSON, or has too many values. */
export function parseMessage(body: string): unknown {
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch {
    return refuseMessage(400, "The message is no JSON.", -32700);
  }
  const found: unknown[] = [message];
  for (const value of found) {
    const inside = typeof value === "object" ? Object.values(value ?? {}) : [];
    if (found.length + inside.length > maxValues)
      return refuseMessage(413, `A message has at most ${maxValues} values.`);
    for (const each of inside) found.push(each);
  }
  return message;
}

/** The response to a message that is not served. */
export function refuseMessage(status: number, message: string, code = -32000): Response {
  const headers: Record<string, string> = status === 401 ? { "www-authenticate": "Bearer" } : {};
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status, headers });
}

import type { Operation, OperationName } from "./operations.ts";

/** URL and body of a request. */
export interface PreparedRequest {
  url: string;
  body?: string;
}

/** One call of a client's method, ready to be sent. */
export interface OperationRequest {
  name: OperationName;
  operation: Operation;
  input: object;
  prepared: PreparedRequest;
  maxResponseBytes: number;
  /** The signal of the caller. */
  signal?: AbortSignal | undefined;
}

/**
 * Splits a validated input into path, query and body. Fields that the path names go into the path, encoded. The rest is
 * the body of a create and the query of any other operation. Null is left out, because the service rejects it.
 */
export function prepareRequest(baseUrl: string, operation: Operation, input: object): PreparedRequest {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined && value !== null));
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const part = encodeURIComponent(String(rest.get(name)));
    rest.delete(name);
    return part;
  });
  if (operation.effect === "create") {
    return { url: baseUrl + path, body: JSON.stringify(Object.fromEntries(rest)) };
  }
  if (rest.size === 0) return { url: baseUrl + path };
  const query = new URLSearchParams(
    [...rest].map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return { url: `${baseUrl}${path}?${query}` };
}

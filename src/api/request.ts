import type { Operation, OperationName } from "./operations.ts";

/** What is sent for an operation, apart from the headers. */
export interface PreparedRequest {
  url: string;
  body?: string;
}

/** One call of a client's method, ready to be carried out. */
export interface OperationRequest {
  name: OperationName;
  operation: Operation;
  input: object;
  prepared: PreparedRequest;
  maxResponseBytes: number;
  /** The caller's. */
  signal?: AbortSignal | undefined;
}

/**
 * Splits a checked input into path, query and body: what the path names goes into the path, encoded; the rest is
 * the body of a create and the query of everything else. Fields without a value are left out: the service rejects null.
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
  const query = new URLSearchParams(
    [...rest].map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return { url: `${baseUrl}${path}${query && `?${query}`}` };
}

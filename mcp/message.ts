/** Messages of MCP as hosts send them, before the SDK reads them. */

/** Maximum number of values in a message, and of its levels: several times what a call takes. More would only cost time. */
const [maxValues, maxLevels] = [50_000, 100];

/** Why a message is not served, with the id of its request if it has one. */
export interface Refusal {
  /** The status over HTTP. */
  status: number;
  /** The code of JSON-RPC. */
  code: number;
  message: string;
  id: string | number | null;
}

/** What a text holds: a message, a batch, or neither. */
export type Frame = { message: object } | { refusal: Refusal };

/**
 * Reads a text of JSON. Parameters that are null are absent, and arguments that are a text of JSON are that object: hosts send both,
 * and the SDK refuses them in words of its schema library.
 */
export function readFrame(text: string): Frame {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return refuse(400, -32700, "The message is no JSON.", undefined);
  }
  if (isTooLarge(value))
    return refuse(413, -32600, `A message has at most ${maxValues} values in ${maxLevels} levels.`, value);
  const messages = [value].flat();
  const wrong = messages.find((message) => !isMessage(message));
  if (wrong !== undefined || messages.length === 0)
    return refuse(
      400,
      -32600,
      'A message is an object with "jsonrpc": "2.0" and a method, or a response.',
      wrong,
    );
  const read = messages.map((message) => readMessage(message as Record<string, unknown>));
  return { message: Array.isArray(value) ? read : (read[0] as object) };
}

export function isTooLarge(value: unknown): boolean {
  let [count, levels] = [0, 0];
  for (let level = [value]; level.length > 0; levels += 1) {
    count += level.length;
    if (count > maxValues || levels > maxLevels) return true;
    level = level.flatMap((each) => (typeof each === "object" && each ? Object.values(each) : []));
  }
  return false;
}

function isMessage(message: unknown): boolean {
  const { jsonrpc, method, result, error } = Object(message);
  return jsonrpc === "2.0" && (typeof method === "string" || result !== undefined || error !== undefined);
}

function readMessage({ id, params, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const { arguments: given, ...others } = Object(dropNulls(params));
  const read = { ...others, ...(given !== undefined && { arguments: parseObject(given) }) };
  return {
    ...rest,
    ...(id !== undefined && { id }),
    ...(typeof params === "object" && params !== null && { params: read }),
  };
}

function dropNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropNulls);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).filter(([, inside]) => inside !== null);
  return Object.fromEntries(fields.map(([name, inside]) => [name, dropNulls(inside)]));
}

/** Arguments as an object. An empty list is none, as PHP writes an empty object. */
function parseObject(given: unknown): unknown {
  if (Array.isArray(given) && given.length === 0) return {};
  if (typeof given !== "string") return given;
  try {
    return JSON.parse(given.trim() || "{}");
  } catch {
    return given;
  }
}

/** Refuses what a host sent, with its id if it has one. */
export function refuse(status: number, code: number, message: string, about: unknown): { refusal: Refusal } {
  const { id } = Object(about);
  return {
    refusal: { status, code, message, id: typeof id === "string" || typeof id === "number" ? id : null },
  };
}

/** A refusal as JSON-RPC has it. */
export const toErrorMessage = ({ code, message, id }: Omit<Refusal, "status">) =>
  ({ jsonrpc: "2.0", error: { code, message }, id }) as const;

/** The response to a message that is not served. */
export function refuseMessage(
  status: number,
  message: string,
  code = -32000,
  id: Refusal["id"] = null,
): Response {
  const headers: Record<string, string> = status === 401 ? { "www-authenticate": "Bearer" } : {};
  return Response.json(toErrorMessage({ code, message, id }), { status, headers });
}

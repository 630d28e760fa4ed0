import type { Bindings } from "../bindings.ts";

/** Lifetime of a session, in seconds. */
const lifetimeS = 600;

const cookieName = "__Host-connections";

const toKvKey = (id: string) => `session:${id}`;

/** Starts a session of the person with this id. Returns the cookie to set. */
export async function startSession(userId: string, { OAUTH_KV }: Bindings): Promise<string> {
  const id = crypto.randomUUID();
  await OAUTH_KV.put(toKvKey(id), userId, { expirationTtl: lifetimeS });
  return `${cookieName}=${id}; Path=/; Max-Age=${lifetimeS}; Secure; HttpOnly; SameSite=Strict`;
}

/** The id of the person in the session of a request. Undefined without a session. */
export async function findUser(request: Request, { OAUTH_KV }: Bindings): Promise<string | undefined> {
  const id = findSessionId(request);
  return id === undefined ? undefined : ((await OAUTH_KV.get(toKvKey(id))) ?? undefined);
}

/** Ends a session. Returns the cookie to set. */
export async function endSession(request: Request, { OAUTH_KV }: Bindings): Promise<string> {
  const id = findSessionId(request);
  if (id !== undefined) await OAUTH_KV.delete(toKvKey(id));
  return `${cookieName}=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Strict`;
}

function findSessionId(request: Request): string | undefined {
  const cookies = request.headers.get("cookie") ?? "";
  return new RegExp(`(?:^|;\\s*)${cookieName}=([\\da-f-]{36})(?:;|$)`).exec(cookies)?.[1];
}

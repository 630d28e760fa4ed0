import { readBody } from "../body.ts";
import { maxFormBytes } from "../limits.ts";

/** The fields of a form that was sent from a page of this origin. Undefined for any other request. */
export async function readForm(request: Request): Promise<URLSearchParams | undefined> {
  const isForm = /^application\/x-www-form-urlencoded(?:;|$)/i.test(
    request.headers.get("content-type") ?? "",
  );
  if (!isForm || request.headers.get("origin") !== new URL(request.url).origin) return undefined;
  const body = await readBody(request, maxFormBytes);
  return body === undefined ? undefined : new URLSearchParams(body);
}

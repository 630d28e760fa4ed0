import { readBody } from "../body.ts";
import { maxFormBytes } from "../limits.ts";
import { messagePage } from "./layout.ts";

/** The fields of a form that was sent from a page of this origin. For any other request the page to respond with. */
export async function readForm(request: Request): Promise<URLSearchParams | Response> {
  const isForm = /^application\/x-www-form-urlencoded(?:;|$)/i.test(
    request.headers.get("content-type") ?? "",
  );
  if (!isForm || request.headers.get("origin") !== new URL(request.url).origin)
    return messagePage(400, "This form does not belong here", "Open the page again, and send its form.");
  const body = await readBody(request, maxFormBytes);
  return body === undefined
    ? messagePage(413, "This form is too large", "Go back and enter less.")
    : new URLSearchParams(new TextDecoder().decode(body));
}

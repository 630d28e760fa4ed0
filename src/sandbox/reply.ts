import { Problem } from "./problem.ts";

/** A whole answer, before it is put on the wire. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** An answer with a JSON body. */
export function replyJson(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return { status, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
}

/** An answer for people, which no browser takes for a page. */
export function replyText(text: string): Reply {
  const headers = { "Content-Type": "text/plain; charset=utf-8", "X-Content-Type-Options": "nosniff" };
  return { status: 200, headers, body: text };
}

/** The one shape of every failure. Whatever is no Problem is a fault of the sandbox itself: 500, no details. */
export function replyProblem(error: unknown, headers: Record<string, string> = {}): Reply {
  if (error instanceof Problem) {
    const { code, message } = error;
    return replyJson(error.status, { error: { code, message } }, { ...headers, ...error.headers });
  }
  return replyJson(500, { error: { code: "INTERNAL_ERROR", message: "Something went wrong." } }, headers);
}

import type { StandardFault } from "./fault-types.ts";
import { statusOfCode } from "./problem.ts";
import { type Reply, replyJson } from "./reply.ts";

const page = (text: string) =>
  `<!doctype html><html><head><title>${text}</title></head><body><h1>${text}</h1></body></html>`;

const replyHtml = (status: number, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { "Content-Type": "text/html", ...headers },
  body: page(`Error ${status}`),
});

/** The reply that a fault puts in place of the true one, or makes of it; faults of the wire leave it as it is. */
export function spoilReply(reply: Reply, fault: StandardFault): Reply {
  switch (fault.kind) {
    case "status": {
      const headers = fault.retryAfter === undefined ? {} : { "Retry-After": fault.retryAfter };
      if (fault.html) return replyHtml(fault.status, headers);
      const error = { code: codeOf(fault.status), message: "A fault was asked for." };
      return replyJson(fault.status, { error }, headers);
    }
    case "redirect": {
      const { status = 302, location = "https://elsewhere.example.com/v1/polls" } = fault;
      return { status, headers: { Location: location }, body: "" };
    }
    case "empty":
      return { status: 204, headers: {}, body: "" };
    case "html":
      return replyHtml(200);
    case "notJson":
      return { ...reply, status: 200, body: reply.body.slice(0, reply.body.length / 2) };
    case "missingFields":
      return replyJson(200, {});
    case "contentType":
      return { ...reply, headers: { ...reply.headers, "Content-Type": fault.value ?? "text/plain" } };
    default:
      return reply;
  }
}

// The contract's first code for a status; for a status it does not list, the nearest of its class.
function codeOf(status: number): string {
  const known = Object.entries(statusOfCode).find(([, listed]) => listed === status);
  return known?.[0] ?? (status < 500 ? "VALIDATION_ERROR" : "INTERNAL_ERROR");
}

import type { StandardFault } from "../faults.ts";

/** The faults that the start page offers, by their value in the form. Control routes take all others. */
export const faultChoices: Record<string, { text: string; fault: StandardFault }> = {
  "status-500": { text: "Response 500", fault: { kind: "status", status: 500 } },
  "status-503": {
    text: "Response 503 with Retry-After: 30",
    fault: { kind: "status", status: 503, retryAfter: "30" },
  },
  "status-429": {
    text: "Response 429 with Retry-After: 30",
    fault: { kind: "status", status: 429, retryAfter: "30" },
  },
  "status-401": { text: "Response 401: the key does not work", fault: { kind: "status", status: 401 } },
  "status-504-html": {
    text: "Response 504 with a gateway's HTML page",
    fault: { kind: "status", status: 504, html: true },
  },
  redirect: { text: "Redirect to another host", fault: { kind: "redirect" } },
  empty: { text: "Response 204 without a body", fault: { kind: "empty" } },
  html: { text: "Response 200 with an HTML page", fault: { kind: "html" } },
  notJson: { text: "Response 200 with half of the JSON", fault: { kind: "notJson" } },
  missingFields: { text: "Response 200 with {}", fault: { kind: "missingFields" } },
  huge: { text: "Response of 100 MB", fault: { kind: "huge", bytes: 100_000_000 } },
  contentType: { text: "Normal response as text/plain", fault: { kind: "contentType" } },
  skew: { text: "Normal response, its Date an hour ahead", fault: { kind: "skew", offsetMs: 3_600_000 } },
  reset: { text: "Connection is reset", fault: { kind: "reset" } },
  refuse: {
    text: "Connections are refused for 5 seconds, also from this page",
    fault: { kind: "refuse", forMs: 5000 },
  },
  hang: { text: "No response", fault: { kind: "hang" } },
  "hang-midway": { text: "Half of the response, then nothing", fault: { kind: "hang-midway" } },
  truncate: { text: "Half of the response, then the connection closes", fault: { kind: "truncate" } },
  slow: { text: "One byte every 20 milliseconds", fault: { kind: "slow" } },
  staleConnection: {
    text: "Normal response, then the kept connection is reset",
    fault: { kind: "staleConnection" },
  },
};

/** When a fault applies, by its value in the form. */
export const faultMoments = [
  ["before", "instead of the request"],
  ["after", "after the request is executed"],
  ["late", "at once; the request is executed a second later"],
] as const;

/** The requests that a fault can be limited to, by their value in the form. */
export const faultMethods = [
  ["", "any method"],
  ["GET", "GET"],
  ["POST", "POST"],
  ["DELETE", "DELETE"],
] as const;

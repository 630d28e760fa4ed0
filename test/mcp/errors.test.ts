import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { formatError } from "../../mcp/errors.ts";
import { RalllyError } from "../../src/api/index.ts";
import { failTool, openHost, readGroups, toCaller } from "./harness.ts";
import { makePoll, openService, sendJson } from "./service.ts";

const refuse =
  (status: number, code: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    sendJson(response, status, { error: { code, message: `The service on ${code}.` } }, headers);
const breakOff = (response: ServerResponse) => response.destroy();
/** Loses a create, and refuses to say afterwards whether it arrived. */
function loseCreate() {
  let isLost = false;
  return (response: ServerResponse, { method }: { method?: string | undefined }) => {
    if (isLost) return refuse(401, "UNAUTHORIZED")(response);
    isLost = method === "POST";
    return isLost ? breakOff(response) : sendJson(response, 200, { data: [], nextCursor: null });
  };
}
const sendPage = (response: ServerResponse) =>
  response.writeHead(200, { "content-type": "text/html" }).end("<title>Sign in</title>");

/** The error text of a tool on a service that responds like that. */
async function failOn(respond: Parameters<typeof openService>[0], tool = "get_poll", args: object = {}) {
  const service = await openService(respond);
  // The time for looking after a lost create: the client looks five times within it.
  const { host } = await openHost({ caller: toCaller(service, 2_000) });
  return failTool(host, tool, { poll: "abcdefghijkl", ...args });
}

describe("a refusal of the service", () => {
  it.each<[status: number, code: string, text: RegExp]>([
    [404, "POLL_NOT_FOUND", /has no such poll.* Tell the person\.$/],
    [401, "UNAUTHORIZED", /does not accept the API key.* Tell the person: Set a key\.$/],
    [401, "INVALID_AUTHORIZATION_HEADER", /key is malformed\. Tell the person: Set a key\.$/],
    [403, "SPACE_NOT_PRO", /needs a Pro plan.* Tell the person/],
    [400, "VALIDATION_ERROR", /It says: "The service on VALIDATION_ERROR\."\. Correct and call again\.$/],
    [400, "ORGANIZER_NOT_MEMBER", /no member of this space.* Ask the person which member organizes the poll/],
    [400, "TOO_MANY_OPTIONS", /Ask the person which days or times to leave out/],
    [400, "CONFERENCING_UNAVAILABLE", /Ask the person for the link of another video call/],
    [400, "CONFERENCING_NOT_CONNECTED", /Ask the person to connect it in the web app/],
    [400, "INAPPROPRIATE_CONTENT", /Ask the person how to reword/],
    [404, "NOT_FOUND", /no such path\. RALLLY_BASE_URL is probably wrong.* Tell the person\.$/],
    [
      429,
      "RATE_LIMIT_EXCEEDED",
      /Rate limit of the space reached.* again in 20 seconds\. Tell the person if it happens again/,
    ],
    [
      500,
      "INTERNAL_ERROR",
      /had an internal error\. Nothing was changed\. Call again once\. Tell the person/,
    ],
    [503, "SERVICE_UNAVAILABLE", /perhaps for maintenance.* Tell the person if it happens again/],
    [503, "OTHER", /accepts no requests now \(status 503\).* Tell the person if it happens again/],
    [400, "NEW_RULE", /status 400 NEW_RULE\. Do not repeat the same call\. Tell the person/],
    // A code that is an inherited name.
    [400, "constructor", /refused this with status 400\. Do not repeat/],
  ])("with status %i and %s says what to do", async (status, code, text) => {
    expect(await failOn(refuse(status, code, { "retry-after": "20" }))).toMatch(text);
  });
});

describe("a failure", () => {
  const create = { poll: undefined, title: "Lunch", dates: ["2027-03-01"] };

  it("of a delete whose response is lost says that it may have happened", async () => {
    const text = await failOn(
      (response, { method }) =>
        method === "DELETE" ? breakOff(response) : sendJson(response, 200, { data: makePoll() }),
      "delete_poll",
      { confirmTitle: "Team lunch" },
    );
    expect(text).toMatch(
      /may or may not be deleted\. Check with get_poll before calling delete_poll again\. Tell the person/,
    );
  });

  it("of a create whose response is lost says how not to create it twice", async () => {
    expect(await failOn(loseCreate(), "create_poll", create)).toMatch(
      /may or may not exist now\. Look for its title with list_polls/,
    );
  });

  it("of the read before a create says that nothing was created", async () => {
    expect(await failOn(breakOff, "create_poll", create)).toMatch(/Nothing was changed\. Call again once/);
  });

  it("by a page instead of the API says that calling again does not help", async () => {
    expect(await failOn(sendPage)).toMatch(/calling again does not help until this is corrected\.$/);
  });

  it("by an unexpected response names fields, and no values", async () => {
    const text = await failOn((response) =>
      sendJson(response, 200, { data: makePoll({ status: 7, title: "secret" }) }),
    );
    expect(text).toMatch(/not as expected \(.*status.*\).*\. Nothing was changed\. Call again once/);
    expect(text).not.toContain("secret");
  });

  it.each([
    [
      "a host that does not exist",
      "https://rallly.invalid/v1",
      /RALLLY_BASE_URL.*calling again does not help/,
    ],
    ["a port where nothing listens", "http://127.0.0.1:47811/v1", /Call again in a minute/],
  ])("to connect says whether to call again: %s", async (_, url, text) => {
    const { host } = await openHost({
      caller: toCaller({ url, apiKey: "sk_abcd1234_Zx9vQ7mN2pL5kT8wR3yB6cD1" }),
    });
    const failure = await failTool(host, "get_poll", { poll: "abcdefghijkl" });
    expect(failure).toMatch(/^The scheduling service could not be reached, so nothing was changed\./);
    expect(failure).toMatch(text);
  });
});

it("a failed result tells the view what kind of failure it is", async () => {
  const date = { title: "Lunch", dates: ["2027-03-01"] };
  const readFailure = async (
    respond: Parameters<typeof openService>[0],
    name = "get_poll",
    given: Record<string, unknown> = { poll: "abcdefghijkl" },
  ) => {
    const { host } = await openHost({ caller: toCaller(await openService(respond), 2_000) });
    return (await host.callTool({ name, arguments: given }))._meta?.["rallly-connect/failure"];
  };
  const wait = refuse(429, "RATE_LIMIT_EXCEEDED", { "retry-after": "20" });
  expect(await readFailure(wait)).toEqual({ kind: "wait", seconds: 20 });
  const loseAll = (response: ServerResponse, { url = "" }: { url?: string | undefined }) =>
    url.includes("/polls/")
      ? refuse(404, "POLL_NOT_FOUND")(response)
      : sendJson(response, 200, { data: [], nextCursor: null });
  expect(await readFailure(loseAll)).toEqual({ kind: "not-found" });
  expect(await readFailure(refuse(401, "UNAUTHORIZED"))).toEqual({ kind: "key" });
  expect(await readFailure(breakOff)).toEqual({ kind: "failed" });
  expect(await readFailure(loseCreate(), "create_poll", date)).toEqual({ kind: "unclear" });
  expect(await readFailure(refuse(400, "INAPPROPRIATE_CONTENT"), "create_poll", date)).toEqual({
    kind: "refused",
  });
  const wrong = {
    title: "Lunch",
    timeZone: "Asia/Tokyo",
    times: [{ start: "2027-03-01T25:00", duration: 30 }],
  };
  expect(await readFailure(breakOff, "create_poll", wrong)).toEqual({
    kind: "arguments",
    fields: ["times.0.start"],
  });
});

const lost = new RalllyError("Lost", { operation: "x", outcome: "unknown", attempts: 1, code: "FAILED" });
const away = new RalllyError("Away", { operation: "x", outcome: "not-sent", attempts: 1, code: "ENOTFOUND" });

it.each<[cause: string, error: unknown, timedOut?: boolean]>([
  ["a mistake of this server", new Error("x")],
  ["no time left", new Error("x"), true],
  ["a lost response", lost],
  ["no connection", away],
])("%s is told to the person, whatever the tool does", (_, error, timedOut = false) => {
  for (const effect of ["read", "create", "delete"] as const)
    expect(readGroups(formatError(error, { effect, keyHelp: "", timedOut })), effect).toEqual(["tell"]);
});

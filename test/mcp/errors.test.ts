import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { formatError } from "../../mcp/errors.ts";
import type { Effect } from "../../mcp/tool.ts";
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
  it.each<[string, number, string, RegExp]>([
    ["an unknown poll", 404, "POLL_NOT_FOUND", /has no such poll.* Tell the person\.$/],
    ["a wrong key", 401, "UNAUTHORIZED", /does not accept the API key.* Set a key\.$/],
    ["no Pro plan", 403, "SPACE_NOT_PRO", /needs a Pro plan.* Tell the person/],
    [
      "an invalid request",
      400,
      "VALIDATION_ERROR",
      /It says: "The service on VALIDATION_ERROR\."\. Correct and call again\.$/,
    ],
    ["a path that is not there", 404, "NOT_FOUND", /no such path\. RALLLY_BASE_URL is probably wrong/],
    ["a code of a later version", 400, "NEW_RULE", /status 400 NEW_RULE\. Do not repeat the same call/],
    ["a code that is an inherited name", 400, "constructor", /refused this with status 400\. Do not repeat/],
  ])("says what to do: %s", async (_, status, code, text) => {
    expect(await failOn(refuse(status, code))).toMatch(text);
  });

  it("of a create asks the person where only they can decide", async () => {
    const creation = {
      poll: undefined,
      title: "Lunch",
      dates: ["2027-03-01"],
      organizerEmail: "ada@example.com",
    };
    expect(await failOn(refuse(400, "ORGANIZER_NOT_MEMBER"), "create_poll", creation)).toMatch(
      /The organizer, .* is no member of this space, .* Ask the person which member organizes the poll/,
    );
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

describe("every message says who can do something about it", () => {
  const lunch = { title: "Lunch", timeZone: "Europe/Berlin", duration: 60 };
  const window = { startDate: "2027-03-01", endDate: "2027-03-01", from: "09:00", to: "12:00" };

  it.each<[group: string, cause: string, tool: string, args: object]>([
    ["correct", "too many days to shift", "create_poll", { copyFrom: "office hours", shiftDays: 1_000_000 }],
    ["correct", "a name without letters", "get_poll", { poll: "\u200b" }],
    [
      "ask",
      "one time of five minutes",
      "create_poll",
      { ...lunch, times: [{ start: "2027-03-01T09:00", duration: 5 }] },
    ],
    ["ask", "a window shorter than the meeting", "create_poll", { ...lunch, duration: 300, windows: window }],
    ["ask", "no day left", "create_poll", { title: "Lunch", dates: ["2027-03-01"], except: ["2027-03-01"] }],
    ["ask", "words of several titles", "get_poll", { poll: "board" }],
    ["ask", "nobody in a list", "find_missing_people", { poll: "Weekly sync", invited: [] }],
    [
      "ask",
      "everyone in a list of people",
      "find_best_times",
      { poll: "Weekly sync", required: ["everyone"] },
    ],
    ["ask", "one person or two", "find_best_times", { poll: "Weekly sync", required: ["Ada, Grace"] }],
    ["ask", "a similar name", "list_participants", { poll: "Weekly sync", person: "Grac" }],
    ["ask", "another title to confirm", "delete_poll", { poll: "DemoPoll0007", confirmTitle: "Other" }],
    [
      "ask",
      "a title instead of an id",
      "delete_poll",
      { poll: "Team offsite", confirmTitle: "Team offsite" },
    ],
    ["tell", "a poll that is not there", "get_poll", { poll: "ski weekend" }],
    ["tell", "nobody of that name", "list_participants", { poll: "Weekly sync", person: "Bob" }],
    ["tell", "no best option", "find_best_times", { poll: "Board game night", calendar: "best" }],
    [
      "tell",
      "votes that the rule forbids",
      "delete_poll",
      { poll: "DemoPoll0025", confirmTitle: "Team offsite", onlyIfNoVotes: true },
    ],
  ])("%s: %s", async (group, _, tool, args) => {
    const { host } = await openHost();
    expect(readGroups(await failTool(host, tool, { ...args }))).toEqual([group]);
  });

  it.each<[group: string, status: number, codes: string[]]>([
    ["correct", 400, ["VALIDATION_ERROR"]],
    [
      "ask",
      400,
      [
        "ORGANIZER_NOT_MEMBER",
        "TOO_MANY_OPTIONS",
        "CONFERENCING_UNAVAILABLE",
        "CONFERENCING_NOT_CONNECTED",
        "INAPPROPRIATE_CONTENT",
      ],
    ],
    ["tell", 401, ["UNAUTHORIZED", "INVALID_AUTHORIZATION_HEADER"]],
    ["tell", 403, ["SPACE_NOT_PRO"]],
    ["tell", 404, ["NOT_FOUND", "POLL_NOT_FOUND", "NEW_RULE"]],
    ["tell", 429, ["RATE_LIMIT_EXCEEDED", "OTHER"]],
    ["tell", 500, ["INTERNAL_ERROR"]],
    ["tell", 503, ["SERVICE_UNAVAILABLE", "OTHER"]],
  ])("%s: a refusal with status %i", async (group, status, codes) => {
    for (const code of codes)
      expect(readGroups(await failOn(refuse(status, code), "list_participants")), code).toEqual([group]);
  });

  const lost = new RalllyError("Lost", { operation: "x", outcome: "unknown", attempts: 1, code: "FAILED" });
  const away = new RalllyError("Away", {
    operation: "x",
    outcome: "not-sent",
    attempts: 1,
    code: "ENOTFOUND",
  });
  it.each<[cause: string, error: unknown, effects: Effect[], timedOut?: boolean]>([
    ["a mistake of this server", new Error("x"), ["read", "create", "delete"]],
    ["no time left", new Error("x"), ["read", "create", "delete"], true],
    ["a lost response", lost, ["read", "create", "delete"]],
    ["no connection", away, ["read", "create", "delete"]],
  ])("tell: %s", (_, error, effects, timedOut = false) => {
    for (const effect of effects)
      expect(readGroups(formatError(error, { effect, keyHelp: "", timedOut })), effect).toEqual(["tell"]);
  });
});

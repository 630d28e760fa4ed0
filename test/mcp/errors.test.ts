import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { failTool, openHost, resultText, toCaller } from "./harness.ts";
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

const creation = { title: "Lunch", dates: ["2027-03-01"] };

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
    [400, "CONFERENCING_UNAVAILABLE", /Ask the person which other video call to link/],
    [400, "CONFERENCING_NOT_CONNECTED", /Ask the person whether to connect it in the web app/],
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

  it("and counts one second as one", async () => {
    const text = await failOn(refuse(429, "RATE_LIMIT_EXCEEDED", { "retry-after": "1" }));
    expect(text).toContain("Call again in 1 second. ");
  });
});

describe("a failure", () => {
  it("of a delete whose response is lost says that it may have happened", async () => {
    const text = await failOn(
      (response, { method }) =>
        method === "DELETE" ? breakOff(response) : sendJson(response, 200, { data: makePoll() }),
      "delete_poll",
      { confirmTitle: "Team lunch" },
    );
    expect(text).toMatch(
      /may or may not be deleted\. Check with get_poll before another call\. Tell the person/,
    );
  });

  it("of a create whose response is lost says how not to create it twice", async () => {
    expect(await failOn(loseCreate(), "create_poll", { poll: undefined, ...creation })).toMatch(
      /may or may not exist now, and another call could make it twice\. Look for its title with list_polls/,
    );
  });

  it("of the read before a create says that nothing was created", async () => {
    expect(await failOn(breakOff, "create_poll", { poll: undefined, ...creation })).toMatch(
      /Nothing was changed\. Call again once/,
    );
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

const loseAll = (response: ServerResponse, { url = "" }: { url?: string | undefined }) =>
  url.includes("/polls/")
    ? refuse(404, "POLL_NOT_FOUND")(response)
    : sendJson(response, 200, { data: [], nextCursor: null });
const unreal = { ...creation, dates: ["2027-02-30"] };

it.each<[failure: object, respond: Parameters<typeof openService>[0], create?: Record<string, unknown>]>([
  [{ kind: "wait", seconds: 20 }, refuse(429, "RATE_LIMIT_EXCEEDED", { "retry-after": "20" })],
  [{ kind: "not-found" }, loseAll],
  [{ kind: "key" }, refuse(401, "UNAUTHORIZED")],
  [{ kind: "failed" }, breakOff],
  [{ kind: "unclear" }, loseCreate(), creation],
  [{ kind: "refused" }, refuse(400, "INAPPROPRIATE_CONTENT"), creation],
  [{ kind: "arguments", fields: ["dates.0"] }, breakOff, unreal],
])("a failed result tells the view of %j", async (failure, respond, create) => {
  const { host } = await openHost({ caller: toCaller(await openService(respond), 2_000) });
  const call = create
    ? { name: "create_poll", arguments: create }
    : { name: "get_poll", arguments: { poll: "abcdefghijkl" } };
  const result = await host.callTool(call);
  const { person, ...shown } = Object(result._meta?.["rallly-connect/failure"]);
  expect(shown).toEqual(failure);
  // A person in a shell is told what happened, and nothing that is for a model.
  expect(person.slice(0, 30)).toBe(resultText(result).slice(0, 30));
  expect(person).not.toMatch(/the person|call again/i);
});

it("a mistake of this server shows nothing of its error", async () => {
  const loadClient = () => Promise.reject(new Error("secret"));
  const { host } = await openHost({ caller: { apiKey: undefined, keyHelp: "", loadClient } });
  expect(await failTool(host, "list_polls")).toMatch(
    /^Internal error of this server, [^.]*\. Call again once/,
  );
});

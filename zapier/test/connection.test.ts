/** What Zapier and its users see of the connection, of refusals and of lost responses. */
import { afterEach, describe, expect, it, vi } from "vitest";
import App from "../index.ts";
import { samplePoll } from "../output/samples.ts";
import { createScriptedServer, errorBody, refusalOf, respond, startHarness } from "./harness.ts";

const { serve, run } = createScriptedServer();
const { authentication, creates, searches, triggers } = App;
const form = { title: "Lunch", option_type: "days", dates: ["2027-03-02"] };
const pollId = "Xk3pQ9vLm2Ab";
const html = { "content-type": "text/html" };

/** Lets the time of the app pass a hundred milliseconds in each turn of the event loop: a lost response is looked for in seconds. */
async function hurry<Result>(act: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout", "performance"], now: Date.now() });
  let isDone = false;
  const result = act().finally(() => {
    isDone = true;
  });
  result.catch(() => {});
  for (; !isDone; vi.advanceTimersByTime(100)) await new Promise(setImmediate);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  return result;
}

const errorOf = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => new Error("accepted"),
    (error: Error) => error,
  );

describe("connecting", () => {
  const harness = startHarness();
  const connect = (apiKey: unknown, more: object = {}) =>
    harness.runInCore(authentication?.test, { authData: { apiKey, ...more } });

  it("lists one poll, with the key without the blanks around it", async () => {
    const requests = await harness.requestsOf(() => connect(` ${harness.sandbox.apiKey}\n`));
    expect(requests).toEqual(["GET /v1/polls?limit=1"]);
  });

  const refused = [
    ["", /API Key: is empty: paste the key\./],
    // key-blank
    ["   ", /API Key: is empty: paste the key\./],
    ["\u200b\u00a0", /API Key: is empty: paste the key\./],
    ["sk_two keys_here", /API Key: must be the key alone/i],
    [
      "sk_unknown_0123456789abcdef0123",
      /API Key: the key was not accepted\. Check that you pasted the whole key/,
    ],
  ] as const;
  it.each(refused)("explains the key %j without showing it", async (key, message) => {
    const error = await errorOf(connect(key));
    expect(error).toMatchObject({ name: "AppError", message: expect.stringMatching(message) });
    if (key.startsWith("sk_")) expect(error.message).not.toContain(key);
  });

  it("explains a key that is empty to a step, too", async () => {
    const error = await errorOf(
      harness.run(creates.create_poll, { inputData: form, authData: { apiKey: "" } }),
    );
    expect(error).toMatchObject({
      name: "ExpiredAuthError",
      message: expect.stringContaining("The API key is empty or malformed."),
    });
  });

  const otherKey = "sk_live_0123456789abcdef0123";
  it.each([
    ["key-label-plain", " Marketing  team ", "Marketing team"],
    ["key-as-label", "{key}", "[key]"],
    ["the key among words", "Team {key}", "Team [key]"],
    ["another key", otherKey, "[key]"],
  ])("%s: the label of a connection never has a key", async (_id, name, label) => {
    const { apiKey } = harness.sandbox;
    const authData = { apiKey: ` ${apiKey}`, workspace_name: name.replace("{key}", apiKey) };
    expect(await harness.run(authentication?.connectionLabel, { authData })).toBe(label);
  });

  it("key-as-poll, key-in-people: the key in a field is refused in the words of the form, and is in no output", async () => {
    const key = harness.sandbox.apiKey;
    const copy = errorOf(harness.run(creates.copy_poll, { inputData: { poll: key, move_by: "7 days" } }));
    expect((await copy).message).toMatch(/Poll: .*\[key\].* is not a poll/);
    const { id: poll } = await harness.run<{ id: string }>(creates.create_poll, { inputData: form });
    const inputData = { poll, invited_people: key };
    const missing = errorOf(harness.run(searches.find_missing_people, { inputData }));
    expect((await missing).message).toMatch(/Invited People: .*\[key\].* is not a name/);
  });

  it("masks a key that somebody pasted into another field", async () => {
    const key = harness.sandbox.apiKey;
    const created = await harness.run(creates.create_poll, { inputData: { ...form, title: `Lunch ${key}` } });
    expect(JSON.stringify(created)).not.toContain(key);
    const places: [step: unknown, inputData: Record<string, unknown>][] = [
      [searches.find_response, { poll: key }],
      [searches.find_best_time, { poll: "a b", people_who_must_attend: key }],
      [triggers.new_response, { poll: `https://app.example.com/invite/${key}` }],
      [creates.create_poll, { ...form, option_type: key }],
      [triggers.people_still_missing, { invited_people: "Ada", waiting_time: key }],
    ];
    for (const [step, inputData] of places) {
      const before = harness.sandbox.requests.length;
      const error = await errorOf(harness.run(step, { inputData }));
      expect(error.message).not.toContain(key);
      for (const { path } of harness.sandbox.requests.slice(before)) expect(path).not.toContain(key);
    }
  });
});

describe("a response that is not a success", () => {
  afterEach(() => delete process.env["RALLLY_BASE_URL"]);

  const steps = {
    "New Poll": triggers.new_poll,
    "Create Poll": creates.create_poll,
    "Delete Poll": creates.delete_poll,
  };
  const after = (seconds: string) => ({ "retry-after": seconds });
  const redirect = { location: "https://login.example.com/x" };
  type Row = [
    status: number,
    code: string | null,
    step: keyof typeof steps,
    error: string,
    message: RegExp,
    headers?: Record<string, string>,
  ];
  const rows: Row[] = [
    [401, "UNAUTHORIZED", "New Poll", "ExpiredAuthError", /Reconnect with a valid key/],
    [401, "UNAUTHORIZED", "Create Poll", "ExpiredAuthError", /Reconnect with a valid key/],
    [400, "INVALID_AUTHORIZATION_HEADER", "New Poll", "ExpiredAuthError", /Reconnect/],
    [403, "SPACE_NOT_PRO", "Create Poll", "AppError", /no Pro plan\. Upgrade the space/],
    [400, "ORGANIZER_NOT_MEMBER", "Create Poll", "AppError", /Organizer: the organizer is not a member/],
    [400, "CONFERENCING_NOT_CONNECTED", "Create Poll", "AppError", /Video Call: .* is not connected/],
    [400, "CONFERENCING_UNAVAILABLE", "Create Poll", "AppError", /Video Call: .* is not available/],
    [400, "INAPPROPRIATE_CONTENT", "Create Poll", "AppError", /Title, Description or Location:/],
    [400, "VALIDATION_ERROR", "Create Poll", "AppError", /Location: No\./],
    [404, "POLL_NOT_FOUND", "Delete Poll", "HaltedError", /Poll: there is no poll with this ID/],
    [404, "NOT_FOUND", "New Poll", "AppError", /No\./],
    [409, "SOMETHING_NEW", "Create Poll", "AppError", /No\./],
    [429, "RATE_LIMIT_EXCEEDED", "New Poll", "ThrottledError", /rate limit.*3\d minutes/, after("1800")],
    [429, "RATE_LIMIT_EXCEEDED", "Create Poll", "ThrottledError", /rate limit.*\d+ seconds/, after("30")],
    // retry-1448
    [429, "RATE_LIMIT_EXCEEDED", "New Poll", "ThrottledError", /again in 24 hours\./, after("86400")],
    [
      503,
      "SERVICE_UNAVAILABLE",
      "Create Poll",
      "ThrottledError",
      /not available now.*\d minutes/,
      after("300"),
    ],
    [
      503,
      "SERVICE_UNAVAILABLE",
      "New Poll",
      "ThrottledError",
      /not available now\. Zapier tries again in \d+ s/,
    ],
    [429, null, "New Poll", "ThrottledError", /rate limit/, after("30")],
    [500, "INTERNAL_ERROR", "New Poll", "AppError", /an error of its own\. Try again later/],
    [500, "INTERNAL_ERROR", "Create Poll", "HaltedError", /not known .* Look for "Lunch" among the newest/],
    [429, null, "Create Poll", "HaltedError", /not known whether the poll was created/, after("30")],
    [401, null, "Create Poll", "HaltedError", /not known whether the poll was created/],
    [
      503,
      null,
      "Delete Poll",
      "AppError",
      /not known whether the poll was deleted\. The service had an error/,
      after("30"),
    ],
    [401, null, "New Poll", "AppError", /else responds, not the API \(401: .*\)\. Try again later\./],
    [302, null, "New Poll", "AppError", /redirects to login\.example\.com/, redirect],
    [200, null, "New Poll", "AppError", /Something else responds, not the API/],
  ];
  it.each(rows)("%i %s of %s is %s: %s", async (status, code, step, name, message, headers = {}) => {
    let posts = 0;
    await serve((request, response) => {
      if (request.method === "POST") posts += 1;
      const text = code === "VALIDATION_ERROR" ? "location: No." : "No.";
      if (code === null) respond(status, "<html>Sorry</html>", { ...html, ...headers })(request, response);
      else respond(status, errorBody(code, text), headers)(request, response);
    });
    const input = step === "Create Poll" ? form : step === "Delete Poll" ? { poll: pollId } : {};
    await expect(hurry(() => run(steps[step], input))).rejects.toMatchObject({
      name,
      message: expect.stringMatching(message),
      // Zapier's core adds the values of the form to other errors.
      doNotContextify: true,
    });
    expect(posts).toBeLessThanOrEqual(1);
  });

  it("in an unexpected form is explained, and halts a create", async () => {
    const odd = JSON.stringify({ data: { ...samplePoll, title: 7 } });
    await serve(respond(200, odd));
    const message = expect.stringMatching(
      /data\.title: expected a string, got a number.*may have changed since/,
    );
    await expect(run(searches.find_poll, { poll: pollId })).rejects.toMatchObject({
      name: "AppError",
      message,
    });
    const create = hurry(() => run(creates.create_poll, form));
    await expect(create).rejects.toMatchObject({ name: "HaltedError", message });
  });

  it("is an ordinary error if nothing was sent", async () => {
    process.env["RALLLY_BASE_URL"] = "http://127.0.0.1:9/v1";
    await expect(run(creates.create_poll, form)).rejects.toMatchObject({
      name: "AppError",
      message: expect.stringMatching(/could not be reached \(ECONNREFUSED\)\. Try again later/),
    });
  });
});

it("requests carry the key once and keep no connection, so that no response is another request's", async () => {
  const ports = new Set<number | undefined>();
  const headers: unknown[] = [];
  await serve((request, response) => {
    ports.add(request.socket.remotePort);
    headers.push([
      request.headers.authorization,
      request.headers["content-type"],
      request.headers.connection,
    ]);
    respond(200, JSON.stringify({ data: [], nextCursor: null }))(request, response);
  });
  for (let turn = 0; turn < 3; turn += 1) await run(triggers.new_poll, {}, { isLoadingSample: true });
  expect(ports.size).toBe(3);
  expect(headers[0]).toEqual(["Bearer sk_test_key", undefined, "close"]);
});

describe("Copy Poll of a poll that only the web app can create", () => {
  const poll = { ...samplePoll, conferencing: null };

  /** Copies a poll from a server that answers a create with an error. Returns the message and the number of creates. */
  async function copy(original: object, refusal: string) {
    let posts = 0;
    await serve((request, response) => {
      if (request.method !== "POST")
        return respond(200, JSON.stringify({ data: original }))(request, response);
      posts += 1;
      return respond(400, refusal)(request, response);
    });
    const message = await refusalOf(run(creates.copy_poll, { poll: pollId, move_by: "7" }));
    return { message, posts };
  }

  const short = { ...poll, options: [{ ...poll.options[0], duration: 10 }] };
  const many = Array.from({ length: 101 }, (_, day) => ({
    id: `o${day}`,
    date: new Date(Date.UTC(2027, 2, 1 + day)).toISOString().slice(0, 10),
  }));

  it.each([
    ["a slot that is too short", short, /^Poll: Mon, 1 March 2027, 09:00-09:10 .* lasts 10 minutes/],
    ["no options", { ...poll, options: [] }, /^Poll: the poll has no options\.$/],
    ["a long location", { ...poll, location: "x".repeat(300) }, /^Poll \(Location\): must have at most 255/],
    [
      "too many options",
      { ...poll, kind: "date", timeZone: null, options: many },
      /^Poll: .*a poll takes at most 100/,
    ],
  ])("a poll with %s is refused before anything is created", async (_name, original, message) => {
    expect(await copy(original, "")).toEqual({ posts: 0, message: expect.stringMatching(message) });
  });

  it("a provider that the service does not know is sent once, and its refusal names the field", async () => {
    const refusal = errorBody("VALIDATION_ERROR", "conferencing.provider: Invalid discriminator value");
    const result = await copy({ ...poll, conferencing: { provider: "webex" } }, refusal);
    expect(result).toEqual({
      posts: 1,
      message: expect.stringMatching(/^Poll \(Video Call\): Invalid discriminator value/),
    });
  });
});

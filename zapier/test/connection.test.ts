import { afterEach, describe, expect, it, vi } from "vitest";
import App from "../../zapier/index.ts";
import { startHarness } from "./harness.ts";

const harness = startHarness();
const { authentication, triggers, creates } = App;

const runWith = (apiKey: string, perform: unknown, inputData: Record<string, unknown> = {}) =>
  harness.run(perform, { authData: { apiKey }, inputData, meta: {} });

describe("connecting", () => {
  it("lists one poll to test the key", async () => {
    const requests = await harness.requestsOf(() => harness.run(authentication?.test));
    expect(requests).toEqual(["GET /v1/polls?limit=1"]);
  });

  it("trims blanks around the key", async () => {
    await expect(runWith(` ${harness.sandbox.apiKey}\n`, authentication?.test)).resolves.toEqual({
      connected: true,
    });
  });

  const refused: [string, () => string, RegExp][] = [
    ["an unknown key", () => "sk_none_none", /API Key: the key was not accepted/],
    ["a revoked key", () => harness.sandbox.apiKeys.revoked, /API Key: the key was not accepted/],
    ["no key at all", () => "", /API Key: the key was not accepted/],
    ["a key that is no header", () => "sk_\u0000é", /API Key: Must be the key alone/],
    ["a key in quotes", () => `"${harness.sandbox.apiKey}"`, /API Key: Must be the key alone/],
    ["a placeholder", () => "sk_...", /API Key: Must be the key alone/],
    ["a key after Bearer", () => `Bearer ${harness.sandbox.apiKey}`, /API Key: Must be the key alone/],
    ["a space without a Pro plan", () => harness.sandbox.apiKeys.nonPro, /no Pro plan/],
  ];
  it.each(refused)("explains %s without showing the key", async (_name, key, reason) => {
    const error = await runWith(key(), authentication?.test).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: "AppError", message: expect.stringMatching(reason) });
    if (key() !== "") expect(String(error)).not.toContain(key());
    expect(String(error)).not.toMatch(/Copy it once more/);
  });

  it("is labelled with the chosen name, never with the key", async () => {
    const label = (workspace_name: string) =>
      harness.run(authentication?.connectionLabel, {
        authData: { apiKey: harness.sandbox.apiKey, workspace_name },
      });
    expect(await label(" Marketing ")).toBe("Marketing");
    expect(await label("\u001b[31mMark\u200beting\u202e")).toBe("Marketing");
    for (const blank of ["", "\u200b"]) expect(await label(blank)).toBe("Scheduling space");
  });
});

describe("a connection that no longer works", () => {
  it("holds the runs and asks to reconnect", async () => {
    await expect(runWith(harness.sandbox.apiKeys.revoked, triggers.new_poll)).rejects.toMatchObject({
      name: "ExpiredAuthError",
    });
  });

  it.each([
    ["is empty", { apiKey: "" }],
    ["is missing", {}],
    ["is no header", { apiKey: "sk_\u0000\u00e9" }],
    ["was never given", undefined],
  ])("does the same when the key %s, and sends nothing", async (_name, authData) => {
    const asked = await harness.requestsOf(async () => {
      await expect(harness.run(triggers.new_poll, { authData, inputData: {} })).rejects.toMatchObject({
        name: "ExpiredAuthError",
        message: expect.stringMatching(/Reconnect/),
      });
    });
    expect(asked).toEqual([]);
  });

  it("says that the plan of the space has ended", async () => {
    const form = { title: "Lunch", offer: "days", dates: ["2027-03-01"] };
    await expect(runWith(harness.sandbox.apiKeys.nonPro, creates.create_poll, form)).rejects.toThrow(
      /no Pro plan/,
    );
  });
});

describe("polls of another space", () => {
  it("are not found", async () => {
    const form = { title: "Lunch", offer: "days", dates: ["2027-03-01"] };
    const poll = (await runWith(harness.sandbox.apiKeys.secondSpace, creates.create_poll, form)) as {
      id: string;
    };
    await expect(harness.run(creates.delete_poll, { inputData: { poll: poll.id } })).rejects.toMatchObject({
      name: "HaltedError",
      message: expect.stringMatching(/no poll with this ID in the space/),
    });
    expect(await runWith(harness.sandbox.apiKeys.secondSpace, triggers.new_poll)).toHaveLength(1);
  });
});

const notLinks = [
  "https://app.rallly.co/polls",
  "https://app.rallly.co/poll/",
  "https://app.rallly.co/?poll=abc",
  "ftp://app.rallly.co/poll/abc",
  "https://app.rallly.co/poll/..%2fopenapi",
  `https://app.rallly.co/poll/${"a".repeat(65)}`,
  "x".repeat(1_000_000),
];

describe("Delete Poll", () => {
  it("deletes once, and halts when there is no such poll, however that came about", async () => {
    const form = { title: "Lunch", offer: "days", dates: ["2027-03-01"] };
    const poll = await harness.run<{ id: string }>(creates.create_poll, { inputData: form, meta: {} });
    const remove = () => harness.run(creates.delete_poll, { inputData: { poll: poll.id } });
    expect(await remove()).toEqual({ id: poll.id, deleted: true });
    await expect(remove()).rejects.toMatchObject({ name: "HaltedError" });
    for (const title of ["Lunch", "lunch"])
      await expect(harness.run(creates.delete_poll, { inputData: { poll: title } })).rejects.toMatchObject({
        name: "HaltedError",
        message: expect.stringMatching(/by its title.*Find Poll/),
      });
    await expect(harness.run(creates.delete_poll, { inputData: { poll: "Team lunch" } })).rejects.toThrow(
      /Poll: .*Team lunch.*by its title.*Find Poll/,
    );
  });

  const links: [string, (id: string) => string][] = [
    ["an invite link", (id) => `https://app.rallly.co/invite/${id}`],
    ["an invite link with a query", (id) => `https://app.rallly.co/invite/${id}?utm_source=mail&x=/poll/y`],
    ["an invite link with a fragment", (id) => `https://app.rallly.co/invite/${id}/#responses`],
    ["an admin link with a slash", (id) => `https://app.rallly.co/poll/${id}/`],
    ["a page of the poll", (id) => `http://localhost:3000/de/poll/${id}/edit-options?tab=1`],
    ["a link without a scheme", (id) => `app.rallly.co/invite/${id}`],
    ["a link in angle brackets", (id) => `<https://app.rallly.co/invite/${id}>`],
    ["a link out of a chat", (id) => `<https://app.rallly.co/invite/${id}|the poll>`],
    ["the id of an ending", (id) => `${id}:2027-01-15T10:00:30.000Z`],
  ];
  it.each(links)("accepts %s as the poll", async (_name, toLink) => {
    const form = { title: "Lunch", offer: "days", dates: ["2027-03-01"] };
    const { id } = await harness.run<{ id: string }>(creates.create_poll, { inputData: form, meta: {} });
    expect(await harness.run(creates.delete_poll, { inputData: { poll: toLink(id) } })).toMatchObject({ id });
  });

  it("sends nothing without a poll, with two polls, or with other text", async () => {
    for (const poll of ["", null, ["a1", "b2"], "Team lunch", "../openapi", "a1,b2", ...notLinks]) {
      const removal = harness.run(creates.delete_poll, { inputData: { poll } });
      expect(await harness.requestsOf(() => expect(removal).rejects.toThrow(/Poll: /))).toEqual([]);
    }
  });
});

describe("a connection with an address of its own", () => {
  // The clock of these tests is not that of TLS.
  const test = (base_url: unknown) =>
    harness.run(authentication?.test, { authData: { apiKey: harness.sandbox.apiKey, base_url } });

  afterEach(() => vi.unstubAllEnvs());

  it.each([undefined, "", "  "])("is one for the usual address if the field is %j", async (base_url) => {
    await expect(test(base_url)).resolves.toEqual({ connected: true });
  });

  it.each([
    ["http://polls.example.com/api/v1", "Must start with https://, such as"],
    ["http://127.0.0.1:4270/v1", "Must start with https://, such as"],
    ["polls.example.com", "Must start with https://, such as"],
    ["https://", "Must be a URL such as https://api.rallly.co/v1."],
    ["https://polls.example.com", "Must end with /v1. Did you mean https://polls.example.com/api/v1?"],
    ["https://app.rallly.co", "Must end with /v1. Did you mean https://api.rallly.co/v1?"],
    ["https://a:b@polls.example.com/v1", "Must not contain a user name or a password."],
    ["https://polls.example.com/v1?a=b", "Must not have a query or a fragment."],
  ])("is refused, and nothing is sent: %s", async (base_url, message) => {
    const sent = await harness.requestsOf(async () => {
      for (const run of [() => test(base_url), () => runNewPoll(base_url)])
        await expect(run()).rejects.toMatchObject({
          name: "AppError",
          message: expect.stringContaining(`API Address: ${message}`),
        });
    });
    expect(sent).toEqual([]);
  });

  const runNewPoll = (base_url: string) =>
    harness.run(triggers.new_poll, {
      authData: { apiKey: harness.sandbox.apiKey, base_url },
      inputData: {},
      meta: {},
    });
});

/** The start, invite and admin page, as a browser without scripts sees them. */
import { request } from "undici";
import { beforeEach, describe, expect, it } from "vitest";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { call, countPeople, create, datePoll, openSandbox, start } from "./request.ts";
import type { ParticipantShape } from "./shapes.ts";

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** A page of the sandbox as a browser without scripts gets it; `text` is what a reader sees. */
async function load(sandbox: Sandbox, path: string, options: Parameters<typeof request>[1] = {}) {
  const response = await request(new URL(path, sandbox.url), options);
  const markup = await response.body.text();
  const text = markup
    .replace(/<(style|title)>[\s\S]*?<\/\1>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? "")
    .replace(/\s+/g, " ");
  const headers: Record<string, unknown> = response.headers;
  return { status: response.statusCode, headers, location: String(headers["location"]), markup, text };
}

/** Opens a page by its path. */
const open = (sandbox: Sandbox, path: string) => load(sandbox, path);

/** Submits a form as a browser does from the sandbox's own page, without following the redirect. */
function submit(
  sandbox: Sandbox,
  path: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = { origin: new URL(sandbox.url).origin, "sec-fetch-site": "same-origin" },
) {
  return load(sandbox, path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(fields).toString(),
  });
}

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await openSandbox();
});

const timePoll = {
  title: "Call",
  kind: "time",
  timeZone: "Europe/Berlin",
  duration: 30,
  options: [{ startTime: "2027-03-01T09:00" }, { startTime: "2027-03-01T23:45" }],
};
const readPoll = async (id: string) => (await call(sandbox, "GET", `/polls/${id}`)).body.data;
const readPeople = async (id: string) =>
  (await call<ParticipantShape[]>(sandbox, "GET", `/polls/${id}/participants`)).body.data;

it("the start page lists the polls of every space, newest first, with their links", async () => {
  expect((await open(sandbox, "/")).text).toContain("No polls yet.");
  const old = await create(sandbox, { ...datePoll, title: "Old" });
  await create(sandbox, { ...datePoll, title: "New" });
  await create(sandbox, { ...datePoll, title: "Elsewhere" }, sandbox.apiKeys.secondSpace);
  const { text, markup } = await open(sandbox, "/");
  expect(text).toMatch(/“Demo” New .* Old .* “Second” Elsewhere/);
  expect(markup).toMatch(new RegExp(`<a href="/invite/${old.id}">(?:<bdi>)?Old<`));
  expect(markup).toContain(`href="/poll/${old.id}"`);
});

describe("the invite page", () => {
  it("shows each time in the poll's zone, and days and floating times without any", async () => {
    const floating = { ...timePoll, timeZone: undefined };
    for (const [poll, shown] of [
      [timePoll, "Mon, 1 March 2027, 23:45 - Tue, 2 March 2027, 00:15 (Europe/Berlin, UTC+01:00)"],
      [datePoll, "Monday, 1 March 2027"],
      [floating, "Mon, 1 March 2027, 09:00-09:30"],
    ] as const) {
      const { text } = await open(sandbox, `/invite/${(await create(sandbox, poll)).id}`);
      expect(text).toContain(shown);
      expect(text.includes("UTC")).toBe(poll === timePoll);
    }
  });

  it("shows description, place, call and organizer, and never an address or an API key", async () => {
    const conferencing = { provider: "custom", label: "Our room", uri: "https://meet.example.com/1" };
    const details = { description: "Two days", location: "Lisbon", conferencing };
    const { id } = await create(sandbox, { ...datePoll, ...details });
    sandbox.vote(id, { name: "Grace", email: "grace@example.com", choices: { "2027-03-01": "yes" } });
    const { text, markup } = await open(sandbox, `/invite/${id}`);
    expect(text).toMatch(/Two days Where Lisbon Call Our room Organizer Ada Lovelace/);
    expect(markup).toContain('href="https://meet.example.com/1"');
    expect(text).toMatch(/Who answered .* Grace/);
    expect(markup).not.toMatch(/grace@example|sk_/);
  });

  it.each([
    [{}, true, true],
    [{ hideScores: true }, true, false],
    [{ hideParticipants: true }, false, true],
    [{ hideScores: true, hideParticipants: true }, false, false],
  ])("with %j shows names: %s, votes: %s", async (settings, names, votes) => {
    const { id } = await create(sandbox, { ...datePoll, ...settings });
    sandbox.vote(id, { name: "Grace", choices: { "2027-03-01": "yes" } });
    const { text } = await open(sandbox, `/invite/${id}`);
    expect([text.includes("Grace"), text.includes("1 yes")]).toEqual([names, votes]);
    sandbox.closePoll(id);
    const closed = await open(sandbox, `/invite/${id}`);
    expect([closed.text.includes("Grace"), closed.text.includes("1 yes")]).toEqual([names, votes]);
  });

  it("saves a vote once, however often it is sent, and leads to a page that changes it", async () => {
    const { id, options } = await create(sandbox, datePoll);
    const [first, second] = options.map((option) => `choice.${option.id}`) as [string, string];
    const { markup } = await open(sandbox, `/invite/${id}`);
    const [, response = ""] = /name="response" value="(cm\w+)"/.exec(markup) ?? [];
    const fields = { response, name: " Ada ", email: "ada@example.com", [first]: "yes", [second]: "no" };
    await submit(sandbox, `/invite/${id}`, fields);
    const { status, location } = await submit(sandbox, `/invite/${id}`, { ...fields, [second]: "ifNeedBe" });
    expect([status, location]).toEqual([303, `/invite/${id}/${response}?saved`]);
    const availability = [{}, { modifiers: ["ifNeedBe"] }];
    expect(await readPeople(id)).toMatchObject([{ id: response, name: "Ada", availability }]);
    const own = await open(sandbox, location);
    expect(own.text).toContain("Your answers are saved.");
    expect(own.markup).toMatch(/value="yes" checked[\s\S]*value="ifNeedBe" checked/);
    await submit(sandbox, `/invite/${id}/${response}`, { name: "Ada", email: "" });
    expect(await readPeople(id)).toMatchObject([{ email: null, availability: [] }]);
  });

  it("names each problem, keeps what was entered, and saves nothing", async () => {
    const poll = await create(sandbox, { ...datePoll, requireEmail: true, allowTentativeVotes: false });
    const choice = { [`choice.${poll.options[0]?.id}`]: "ifNeedBe" };
    const email = "ada@example.com";
    for (const [fields, problem] of [
      [{ name: " ", email }, "name: Must not be empty"],
      [{ name: "Ada" }, "email: required by this poll"],
      [{ name: "Ada", email: "ada" }, "email: Must be an email address"],
      [{ name: "Ada", email, "choice.nothing": "yes" }, "no option nothing"],
      [{ name: "Ada", email, ...choice }, "expected yes or no"],
      [{ name: "Ada", email, "choice.x": "perhaps" }, "choices.x: Invalid option"],
    ] as const) {
      const { status, text, markup } = await submit(sandbox, `/invite/${poll.id}`, fields);
      expect([status, text]).toEqual([400, expect.stringContaining(problem)]);
      expect(markup).toContain(`value="${fields.name}"`);
    }
    expect(await countPeople(sandbox, poll.id)).toBe(0);
  });

  it.each(["close", "cancel", "schedule"] as const)("takes no votes after %s", async (action) => {
    const { id, options } = await create(sandbox, datePoll);
    await submit(sandbox, `/poll/${id}/${action}`, { option: options[1]?.id ?? "" });
    const { status } = await readPoll(id);
    const { text, markup } = await open(sandbox, `/invite/${id}`);
    expect(text).toContain(`This poll is ${status} . Nobody can vote.`);
    expect(text.includes("Picked: Tuesday, 2 March 2027")).toBe(action === "schedule");
    expect(markup).not.toContain("<form");
    expect((await submit(sandbox, `/invite/${id}`, { name: "Ada" })).status).toBe(409);
  });

  it.each(["/invite/nothing", "/poll/nothing", "/invite/ID/nobody"])("%s is missing", async (path) => {
    const { id } = await create(sandbox, datePoll);
    const page = await open(sandbox, path.replace("ID", id));
    expect([page.status, page.text]).toEqual([404, expect.stringContaining("No such")]);
  });
});

describe("the admin page", () => {
  it("shows who answered what, with addresses, and changes the poll", async () => {
    const { id, options } = await create(sandbox, { ...datePoll, hideParticipants: true, hideScores: true });
    sandbox.vote(id, { name: "Grace", email: "grace@example.com", choices: { "2027-03-02": "yes" } });
    expect((await open(sandbox, `/poll/${id}`)).text).toMatch(/Grace .*grace@example\.com/);
    for (const [action, status] of [
      ["close", "closed"],
      ["reopen", "open"],
      ["schedule", "scheduled"],
      ["cancel", "canceled"],
    ] as const) {
      const { location } = await submit(sandbox, `/poll/${id}/${action}`, { option: options[0]?.id ?? "" });
      expect((await open(sandbox, location)).text).toContain(` ${status} `);
      expect((await readPoll(id)).status).toBe(status);
    }
    const refused = await submit(sandbox, `/poll/${id}/cancel`);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("the poll is canceled")]);
    expect((await submit(sandbox, `/poll/${id}/delete`)).location).toBe("/");
    expect((await call(sandbox, "GET", `/polls/${id}`)).status).toBe(404);
  });

  it("moves the clock", async () => {
    const { id } = await create(sandbox, datePoll);
    await submit(sandbox, `/poll/${id}/clock`, { advanceMs: "3600000" });
    expect(sandbox.now()).toBe("2027-02-01T09:00:00.000Z");
    expect((await submit(sandbox, `/poll/${id}/clock`, { advanceMs: "soon" })).status).toBe(400);
  });
});

describe("the pages are safe", () => {
  it.each([
    { origin: "https://evil.example.com", "sec-fetch-site": "cross-site" },
    { origin: "http://127.0.0.1:1", "sec-fetch-site": "same-site" },
    { origin: "null" },
    {},
  ])("a form of another page is refused: %j", async (headers) => {
    const { id } = await create(sandbox, datePoll);
    for (const path of [`/invite/${id}`, `/poll/${id}/close`, `/poll/${id}/delete`, `/poll/${id}/clock`]) {
      const page = await submit(sandbox, path, { name: "Mallory", advanceMs: "1" }, headers);
      expect(page).toMatchObject({ status: 403, text: expect.stringContaining("Only the sandbox's own") });
    }
    expect(await readPoll(id)).toMatchObject({ status: "open", participantCount: 0 });
    expect(sandbox.now()).toBe(start);
  });

  it.each([
    ["names that nest", "application/x-www-form-urlencoded", `choice${".a".repeat(20_000)}=yes&name=Ada`],
    ["no form", "multipart/form-data; boundary=x", "no form"],
    ["more than 1 MiB", "application/x-www-form-urlencoded", `name=${"x".repeat(1_100_000)}`],
  ])("a form of %s is refused", async (_, type, body) => {
    const { id } = await create(sandbox, datePoll);
    const { origin } = new URL(sandbox.url);
    const headers = { origin, "content-type": type };
    const { status } = await fetch(`${origin}/invite/${id}`, { method: "POST", headers, body });
    expect([status, await countPeople(sandbox, id)]).toEqual([400, 0]);
  });

  it("every page forbids scripts, frames, other origins, sniffing and caching", async () => {
    const { id } = await create(sandbox, datePoll);
    const policy =
      /^default-src 'none'; style-src '[^']+'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/;
    for (const path of ["/", `/invite/${id}`, `/poll/${id}`, "/invite/nothing"]) {
      const { headers, markup } = await open(sandbox, path);
      expect(headers).toMatchObject({
        "content-security-policy": expect.stringMatching(policy),
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "cache-control": "no-store",
      });
      expect(markup).not.toMatch(/<script|\son\w+=|\sstyle=/i);
    }
  });

  it.each([
    "</title></style></h1><script>alert(1)</script>",
    `"><img src=x onerror=alert(1)> ' onfocus='alert(1)`,
    "\u202Egnp.exe\u2066 left open \u200B\u{E0041}",
    "\u001B[31mred\u0007\u0000 bell",
  ])("a title, name or link appears only as visible text: %j", async (hostile) => {
    const conferencing = { provider: "custom", label: hostile, uri: "javascript:alert(1)//x.y" };
    const details = { title: hostile, description: hostile, location: hostile, conferencing };
    const { id } = await create(sandbox, { ...datePoll, ...details });
    const { id: vote } = sandbox.vote(id, { name: hostile, choices: {} });
    for (const path of ["/", `/invite/${id}`, `/invite/${id}/${vote}`, `/poll/${id}?saved=%3Cb%3E`]) {
      const { markup } = await open(sandbox, path);
      // Values of inputs keep what was entered, so that saving does not change it.
      const shown = markup.replace(/ value="[^"]*"/g, "");
      expect(shown).not.toMatch(/<script|<img|href="javascript/);
      expect(shown).not.toMatch(/(?!\n)\p{Cc}|[\u202A-\u202E\u2066-\u2069\u200B\u{E0041}]/u);
      expect(markup.match(/<h1>/g)).toHaveLength(1);
    }
  });
});

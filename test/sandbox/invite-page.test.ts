/** The invite page: options in two zones, votes by form, and what the settings and the status of a poll hide. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { runCurl } from "./curl.ts";
import { call, create, datePoll, start } from "./request.ts";
import type { ParticipantShape, ResultsShape } from "./shapes.ts";
import { hiddenValue, open, submit, toText, type WebPage } from "./web-page.ts";

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ now: start, seed: "empty", limits: "none" });
});
afterEach(() => sandbox.close());

const timePoll = {
  title: "Sprint review",
  kind: "time",
  timeZone: "Europe/Berlin",
  duration: 30,
  options: [{ startTime: "2027-03-01T18:00" }, { startTime: "2027-03-31T09:30", duration: 60 }],
};
const listPeople = async (id: string) =>
  (await call<ParticipantShape[]>(sandbox, "GET", `/polls/${id}/participants`)).body.data;
/** The texts of the options of a form: legend and the line below. */
const listOptions = ({ markup }: WebPage) =>
  [...markup.matchAll(/<legend>[\s\S]*?<div class="answers">/g)].map(([part]) => toText(part).trim());

describe("the invite page", () => {
  it("shows each time in the poll's zone and in the reader's, with offsets and another day", async () => {
    const { id } = await create(sandbox, timePoll);
    const page = await open(sandbox, `/invite/${id}?zone=Pacific/Auckland`);
    expect(page.text).toContain("Times in Europe/Berlin (the clocks change between them)");
    expect(listOptions(page)).toEqual(
      [
        "Monday, 1 March 2027, 18:00–18:30 UTC+01:00 06:00–06:30 , Tuesday, 2 March 2027 in Pacific/Auckland, UTC+13:00",
        "Wednesday, 31 March 2027, 09:30–10:30 UTC+02:00 20:30–21:30 in Pacific/Auckland, UTC+13:00",
      ].map((text) => text.replace(" ,", ",")),
    );
  });

  it("shows both times of an hour that happens twice with their offsets", async () => {
    const options = ["2027-10-31T00:30:00Z", "2027-10-31T01:30:00Z"].map((startTime) => ({ startTime }));
    const { id } = await create(sandbox, { ...timePoll, options });
    const texts = listOptions(await open(sandbox, `/invite/${id}?zone=Europe/Berlin`));
    expect(texts).toEqual([
      "Sunday, 31 October 2027, 02:30–02:00 UTC+02:00 to UTC+01:00",
      "Sunday, 31 October 2027, 02:30–03:00 UTC+01:00",
    ]);
  });

  it("shows one zone when the reader's is the poll's, also under another name, and UTC for an unknown one", async () => {
    const { id } = await create(sandbox, { ...timePoll, timeZone: "Asia/Kolkata" });
    const same = await open(sandbox, `/invite/${id}?zone=Asia/Calcutta`);
    expect(listOptions(same)[0]).toBe("Monday, 1 March 2027, 18:00–18:30");
    for (const zone of ["Nowhere/At_all", "%3Cb%3E", ""]) {
      const page = await open(sandbox, `/invite/${id}?zone=${zone}`);
      expect([page.status, page.markup.includes("<b>")]).toEqual([200, false]);
      expect(page.markup).not.toContain("Nowhere");
    }
  });

  it("shows dates and floating times without any zone", async () => {
    const days = await open(sandbox, `/invite/${(await create(sandbox, datePoll)).id}?zone=Pacific/Apia`);
    expect(listOptions(days)).toEqual(["Monday, 1 March 2027", "Tuesday, 2 March 2027"]);
    expect(days.text).not.toContain("zone");
    const { timeZone: _, ...floating } = timePoll;
    const times = await open(sandbox, `/invite/${(await create(sandbox, floating)).id}?zone=Pacific/Apia`);
    expect(listOptions(times)[0]).toBe("Monday, 1 March 2027, 18:00–18:30");
    expect(times.text).toContain("Local times, the same wherever you are.");
  });

  it("shows description, location, call and organizer", async () => {
    const details = {
      description: "Bring the numbers.\nAnd cake.",
      location: "Room 5",
      conferencing: { provider: "custom", label: "Our room", uri: "https://meet.example.com/a?b=1&c=2" },
    };
    const { id } = await create(sandbox, { ...datePoll, ...details });
    const page = await open(sandbox, `/invite/${id}`);
    expect(page.markup).toContain("Bring the numbers.\nAnd cake.");
    expect(page.text).toMatch(/Where Room 5 Call Our room Organizer Ada Lovelace/);
    expect(page.markup).toContain('<a href="https://meet.example.com/a?b=1&amp;c=2" rel="noreferrer">');
  });

  it.each([
    ["with dates", datePoll],
    ["with times", timePoll],
    ["that requires an email", { ...timePoll, requireEmail: true }],
    [
      "with two durations of one start",
      { ...timePoll, options: [60, 30].map((duration) => ({ startTime: "2027-03-01T18:00", duration })) },
    ],
  ])("has a curl command that votes in a poll %s", async (_, body) => {
    const { id } = await create(sandbox, body);
    const { text } = await open(sandbox, `/invite/${id}`);
    expect(await runCurl(/(curl -d .*?\/votes)/.exec(text)?.[1] ?? "")).toEqual({ id: expect.any(String) });
    const { options } = (await call<ResultsShape>(sandbox, "GET", `/polls/${id}/results`)).body.data;
    expect(options.map(({ votes }) => votes[0]?.count)).toEqual([1, 0]);
  });

  it("offers ifNeedBe only when the poll allows it", async () => {
    const plain = await create(sandbox, { ...datePoll, allowTentativeVotes: false });
    expect((await open(sandbox, `/invite/${plain.id}`)).markup).not.toContain('value="ifNeedBe"');
    expect((await open(sandbox, `/invite/${(await create(sandbox, datePoll)).id}`)).markup).toContain(
      'value="ifNeedBe"',
    );
  });

  it.each([true, false])(
    "counts the people that it does not show, with hidden votes: %s",
    async (hideScores) => {
      const { id } = await create(sandbox, { ...datePoll, hideScores });
      for (let index = 1; index <= 1_002; index += 1)
        sandbox.vote(id, { name: `Person ${index}.`, choices: {} });
      const { text } = await open(sandbox, `/invite/${id}`);
      expect(text.match(/Person \d+\./g)).toHaveLength(1_000);
      expect(text).toContain(`2 more are not shown. GET /v1/polls/${id}/participants returns all.`);
    },
  );

  it("shows who answered without addresses, unless the settings hide people or votes", async () => {
    const settings = [
      { hideParticipants: false, hideScores: false },
      { hideParticipants: true, hideScores: false },
      { hideParticipants: false, hideScores: true },
      { hideParticipants: true, hideScores: true },
    ];
    for (const setting of settings) {
      const { id } = await create(sandbox, { ...datePoll, ...setting });
      sandbox.vote(id, { name: "Grace", email: "grace@example.com", choices: { "2027-03-01": "yes" } });
      const { text, markup } = await open(sandbox, `/invite/${id}`);
      expect(text).not.toContain("grace@example.com");
      expect(text.includes("Grace"), JSON.stringify(setting)).toBe(!setting.hideParticipants);
      expect(/1 of 1/.test(text), JSON.stringify(setting)).toBe(!setting.hideScores);
      expect(markup.includes("<table>"), JSON.stringify(setting)).toBe(
        !setting.hideScores && !setting.hideParticipants,
      );
    }
  });
});

describe("a vote by form", () => {
  it("is saved as by the control route, and leads to a page that changes it", async () => {
    const poll = await create(sandbox, datePoll);
    const [first, second] = poll.options.map(({ id }) => `choice.${id}`) as [string, string];
    const fields = { name: " Ada ", email: "ada@example.com", [first]: "yes", [second]: "ifNeedBe" };
    const sent = await submit(sandbox, `/invite/${poll.id}?zone=Asia/Tokyo`, fields);
    const [person] = await listPeople(poll.id);
    expect(person).toMatchObject({
      name: "Ada",
      email: "ada@example.com",
      availability: [{ modifiers: [] }, { modifiers: ["ifNeedBe"] }],
    });
    expect([sent.status, sent.headers["location"]]).toEqual([
      303,
      `/invite/${poll.id}/${person?.id}?zone=Asia%2FTokyo&done=saved`,
    ]);
    const page = await open(sandbox, sent.headers["location"] ?? "");
    expect(page.text).toContain("Your answers are saved.");
    expect(page.markup).toContain('value="Ada"');
    expect(page.markup).toContain(`name="${second}" value="ifNeedBe" checked`);
    await submit(sandbox, `/invite/${poll.id}/${person?.id}`, { ...fields, name: "Ada L.", [first]: "no" });
    expect(await listPeople(poll.id)).toMatchObject([
      {
        id: person?.id,
        name: "Ada L.",
        email: "ada@example.com",
        availability: [{ modifiers: ["ifNeedBe"] }],
      },
    ]);
    const cleared = await submit(sandbox, `/invite/${poll.id}/${person?.id}`, { name: "Ada", email: "" });
    const { text } = await open(sandbox, cleared.headers["location"] ?? "");
    expect(text).toContain("Your name is saved, but without an answer to any option.");
    expect(text).not.toContain("Your answers are saved.");
    expect(await listPeople(poll.id)).toMatchObject([{ name: "Ada", email: null, availability: [] }]);
    sandbox.editPoll(poll.id, { requireEmail: true });
    expect(() => sandbox.updateVote(poll.id, person?.id ?? "", { email: null })).toThrow("email: required");
  });

  it("that is sent twice votes once, and the second one counts", async () => {
    const poll = await create(sandbox, datePoll);
    const response = hiddenValue(await open(sandbox, `/invite/${poll.id}`), "response");
    const choice = `choice.${poll.options[0]?.id}`;
    const send = (vote: string) =>
      submit(sandbox, `/invite/${poll.id}`, { response, name: "Ada", [choice]: vote });
    const [one, two] = await Promise.all([send("yes"), send("yes")]);
    expect(one.headers["location"]).toBe(two.headers["location"]);
    expect(await listPeople(poll.id)).toMatchObject([{ availability: [{}] }]);
    await send("no");
    expect(await listPeople(poll.id)).toMatchObject([{ availability: [] }]);
    const other = hiddenValue(await open(sandbox, `/invite/${poll.id}`), "response");
    expect(other).not.toBe(response);
  });

  it("with a made-up response id gets a new one", async () => {
    const { id } = await create(sandbox, datePoll);
    for (const response of ["../../x", "", "x".repeat(100)]) {
      await submit(sandbox, `/invite/${id}`, { response, name: "Ada" });
    }
    const ids = (await listPeople(id)).map((person) => person.id);
    expect(ids.every((participant) => /^cm[a-z0-9]{23}$/.test(participant))).toBe(true);
    expect(new Set(ids).size).toBe(3);
  });

  it("with problems names each beside its field, keeps what was entered, and saves nothing", async () => {
    const poll = await create(sandbox, { ...datePoll, requireEmail: true });
    const choice = `choice.${poll.options[1]?.id}`;
    for (const [email, message] of [
      ["", "Enter your email address. This poll requires one."],
      ["ada@", "Enter a whole email address, such as ada@example.com."],
    ] as const) {
      const page = await submit(sandbox, `/invite/${poll.id}`, { name: " ", email, [choice]: "no" });
      expect(page.status).toBe(400);
      expect(page.markup).toContain("<title>Error: Team offsite");
      expect(page.markup).toContain('<a href="#name">Enter your name.</a>');
      expect(page.markup).toContain(`<a href="#email">${message}</a>`);
      expect(page.markup).toContain(`<p class="problem" id="email-problem">${message}</p>`);
      expect(page.markup).toMatch(
        /id="email"[^>]* aria-describedby="email-hint email-problem" aria-invalid="true"/,
      );
      expect(page.markup).toContain(`id="email" name="email" value="${email}"`);
      expect(page.markup).toContain(`name="${choice}" value="no" checked`);
    }
    expect(await listPeople(poll.id)).toEqual([]);
  });

  it.each(["\u200b", "\u2060\u00ad", "\u3164", "\u00a0\u202e", "\u2800", "\u{e0041}", "\u0001", "\u0301"])(
    "with a name that nobody can see (%j) names the field, and saves nothing",
    async (name) => {
      const { id } = await create(sandbox, datePoll);
      const page = await submit(sandbox, `/invite/${id}`, { name });
      expect(page.status).toBe(400);
      expect(page.markup.match(/Enter your name\./g)).toHaveLength(2);
      expect(page.markup).toContain('<a href="#name">Enter your name.</a>');
      expect(await listPeople(id)).toEqual([]);
      const { id: response } = sandbox.vote(id, { name: "Ada", choices: {} });
      expect((await submit(sandbox, `/invite/${id}/${response}`, { name })).status).toBe(400);
      expect(await listPeople(id)).toMatchObject([{ name: "Ada" }]);
    },
  );

  it.each(["李", "٣", "O\u2019Neill\u200b", "👩🏽‍💻", "ᄀ", "نور"])("accepts the name %j", async (name) => {
    const { id } = await create(sandbox, datePoll);
    expect((await submit(sandbox, `/invite/${id}`, { name })).status).toBe(303);
    expect(await listPeople(id)).toMatchObject([{ name }]);
  });

  it.each([
    ["an unknown option", { "choice.nothing": "yes" }, "no option nothing"],
    ["an unknown vote", { "choice.nothing": "perhaps" }, "Choose one of the answers"],
    ["a property of every object", { "choice.constructor": "yes" }, "no option constructor"],
    ["the prototype of every object", { "choice.__proto__": "yes" }, "Choose one of the answers"],
  ])("for %s is rejected", async (_, choices, message) => {
    const { id } = await create(sandbox, datePoll);
    const page = await submit(sandbox, `/invite/${id}`, { name: "Ada", ...choices });
    expect([page.status, page.text]).toEqual([400, expect.stringContaining(message)]);
    expect(await listPeople(id)).toEqual([]);
  });

  it("for ifNeedBe is rejected when the poll does not allow it", async () => {
    const poll = await create(sandbox, { ...datePoll, allowTentativeVotes: false });
    const choice = { [`choice.${poll.options[0]?.id}`]: "ifNeedBe" };
    const page = await submit(sandbox, `/invite/${poll.id}`, { name: "Ada", ...choice });
    expect([page.status, page.text]).toEqual([400, expect.stringContaining("expected yes or no")]);
  });

  it("for an answer that was removed, or an unknown poll, gets 404", async () => {
    const { id } = await create(sandbox, datePoll);
    const { id: response } = sandbox.vote(id, { name: "Ada", choices: {} });
    sandbox.removeParticipant(id, response);
    for (const path of [`/invite/${id}/${response}`, "/invite/nothing", "/invite/%E0%A4%A"]) {
      expect((await submit(sandbox, path, { name: "Ada" })).status).toBe(404);
      expect((await open(sandbox, path)).text).toContain("No such");
    }
  });
});

describe("the page of a poll that is not open", () => {
  it.each(["closed", "scheduled", "canceled"])("shows the status %s and no form", async (status) => {
    const { id } = await create(sandbox, datePoll);
    if (status === "closed") sandbox.setNow("2027-04-01T00:00:00Z");
    else if (status === "scheduled") sandbox.schedulePoll(id, "2027-03-02");
    else sandbox.cancelPoll(id);
    const page = await open(sandbox, `/invite/${id}`);
    expect(page.text).toContain(`This poll is ${status} . Nobody can vote.`);
    expect(page.text).toContain("Monday, 1 March 2027");
    expect(page.text.includes("Picked: Tuesday, 2 March 2027")).toBe(status === "scheduled");
    expect(page.markup).not.toContain('method="post"');
    const sent = await submit(sandbox, `/invite/${id}`, { name: "Ada" });
    expect([sent.status, sent.text]).toEqual([
      409,
      expect.stringContaining(`the poll is ${status}, not open`),
    ]);
    expect(await listPeople(id)).toEqual([]);
  });
});

describe("a vote for an unknown option", () => {
  it("is rejected with the names of all options", async () => {
    const { id } = await create(sandbox, timePoll);
    for (const name of ["2027-03-01T18:00", "2027-03-01T17:00", "2027-03-01", "nothing"]) {
      expect(() => sandbox.vote(id, { name: "Ada", choices: { [name]: "yes" } })).toThrow(
        `the poll has no option ${name}; its options: 2027-03-01T17:00:00.000Z, 2027-03-31T07:30:00.000Z`,
      );
    }
    sandbox.vote(id, { name: "Ada", choices: { "2027-03-01T18:00:00+01:00": "yes" } });
  });
});

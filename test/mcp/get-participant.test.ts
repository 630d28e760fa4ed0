import { describe, expect, it } from "vitest";
import { callTool, failTool, openHost } from "./harness.ts";

type Mark = "yes" | "ifNeedBe" | "no";

/** A poll of three days, with people who answered in this order. */
async function openAnswered(people: [name: string, marks: Mark[], email?: string][]) {
  const opened = await openHost();
  const { data } = await opened.client.createPoll({
    title: "Spring outing",
    kind: "date",
    options: [1, 2, 3].map((day) => ({ date: `2027-03-0${day}` })),
  });
  const ids = people.map(([name, marks, email]) => {
    const choices = Object.fromEntries(marks.map((mark, index) => [data.options[index]?.id ?? "", mark]));
    return opened.sandbox.vote(data.id, { name, choices, ...(email ? { email } : {}) }).id;
  });
  const args = (more: Record<string, unknown>) => ({ pollId: data.id, ...more });
  const get = (more: Record<string, unknown>) => callTool(opened.host, "get_participant", args(more));
  const fail = async (more: Record<string, unknown>) => {
    const result = await opened.host.callTool({ name: "get_participant", arguments: args(more) });
    expect(result.isError).toBe(true);
    const [text = "", data = "{}"] = result.content.map((block) => (block.type === "text" ? block.text : ""));
    return { text, data: JSON.parse(data) };
  };
  return { ...opened, pollId: data.id, ids, get, fail };
}

const team: Parameters<typeof openAnswered>[0] = [
  ["Ana Lovelace", ["yes", "ifNeedBe", "no"], "ana@example.com"],
  ["Bob", ["yes", "yes", "yes"], "bob@example.com"],
  ["Łukasz Król", ["no", "no", "yes"]],
];

describe("get_participant", () => {
  it("lists every option of one person by vote", async () => {
    const { get, ids, pollId, client } = await openAnswered(team);
    const { data, text } = await get({ participantId: ids[0] });
    expect(text).toBe(`Participant ${ids[0]}, of 3 options: 1 yes, 1 if need be, 1 no or unanswered.`);
    const { data: poll } = await client.getPoll({ pollId });
    expect(data).toEqual({
      id: pollId,
      title: "Spring outing",
      status: "open",
      kind: "date",
      now: "Fri 2027-02-12 09:00 +00:00",
      inviteUrl: poll.inviteUrl,
      adminUrl: poll.adminUrl,
      participantId: ids[0],
      name: "Ana Lovelace",
      answeredAt: expect.stringMatching(/^2027-02-12T/),
      yes: ["Mon 2027-03-01"],
      ifNeedBe: ["Tue 2027-03-02"],
      noOrUnanswered: ["Wed 2027-03-03"],
    });
  });

  it.each([
    "Ana Lovelace",
    "ana",
    "lovelace, ana",
    "ANA@example.com",
    "Ana Lovelace <ana@example.com>",
    "Somebody <ana@example.com>",
  ])("finds a person by %j", async (person) => {
    const { get, ids } = await openAnswered(team);
    expect((await get({ person })).data).toMatchObject({ participantId: ids[0], name: "Ana Lovelace" });
  });

  it("finds a person by id, and without accents", async () => {
    const { get, ids } = await openAnswered(team);
    for (const person of [ids[2], "lukasz krol", "Lukasz"])
      expect((await get({ person })).data).toMatchObject({ participantId: ids[2] });
  });

  it("takes a title and a name in one call", async () => {
    const { host, sandbox, ids } = await openAnswered(team);
    const before = sandbox.requests.length;
    const { data } = await callTool(host, "get_participant", { title: "spring outing", person: "Ana" });
    expect(data).toMatchObject({ participantId: ids[0] });
    expect(data).not.toHaveProperty("email");
    expect(sandbox.requests.length - before).toBe(2);
    const byId = await callTool(host, "get_participant", { title: "spring outing", participantId: ids[1] });
    expect(byId.data).toMatchObject({ name: "Bob" });
  });

  it("returns the address only with includeEmail", async () => {
    const { get } = await openAnswered(team);
    expect((await get({ person: "bob" })).data).not.toHaveProperty("email");
    expect((await get({ person: "bob", includeEmail: true })).data).toMatchObject({
      email: "bob@example.com",
    });
  });

  it("prefers the full name to a part of a longer one", async () => {
    const { get, ids } = await openAnswered([...team, ["Bob Reed", ["no", "no", "no"]]]);
    expect((await get({ person: "Bob" })).data).toMatchObject({ participantId: ids[1] });
    expect((await get({ person: "Reed" })).data).toMatchObject({ participantId: ids[3] });
  });

  it("returns the last answer of a person who answered twice with one address", async () => {
    const { get, ids } = await openAnswered([
      ...team,
      ["Ana Lovelace", ["no", "no", "no"], "Ana@Example.com"],
    ]);
    const { data, text } = await get({ person: "Ana" });
    expect(data).toMatchObject({ participantId: ids[3], earlierAnswers: 1, yes: [] });
    expect(text).toMatch(/ The same address answered before; this is its last answer\.$/);
    const first = await get({ participantId: ids[0] });
    expect(first.data).toMatchObject({ yes: ["Mon 2027-03-01"] });
    expect(first.text).not.toContain("before");
    expect(first.data).not.toHaveProperty("earlierAnswers");
  });
});

describe("get_participant asks the person", () => {
  const namesakes: typeof team = [
    ["Sam Reed", ["yes"], "sam@example.com"],
    ["Sam Reed", ["no"], "other@example.com"],
    ["Sam\u202e Stone", ["no"]],
  ];

  it("which of several people is meant, with candidates as data", async () => {
    const { fail, ids, pollId } = await openAnswered(namesakes);
    const { text, data } = await fail({ person: "Sam" });
    expect(text).toBe(
      `3 people who answered poll ${pollId} match. Ask the person which one is meant and pass the id as participantId.`,
    );
    const answeredAt = expect.stringMatching(/^2027-02-12T/);
    expect(data).toEqual({
      candidates: [
        { id: ids[0], name: "Sam Reed", answeredAt },
        { id: ids[1], name: "Sam Reed", answeredAt },
        { id: ids[2], name: "Sam Stone", answeredAt },
      ],
    });
    const exact = await fail({ person: "Sam Reed", includeEmail: true });
    expect(exact.text).toMatch(/^2 people/);
    expect(exact.data).toMatchObject({
      candidates: [{ email: "sam@example.com" }, { email: "other@example.com" }],
    });
  });

  it("about at most five candidates", async () => {
    const { fail } = await openAnswered([..."ABCDEFG"].map((letter) => [`Kim ${letter}`, []]));
    const { text, data } = await fail({ person: "Kim" });
    expect(text).toMatch(/^7 people/);
    expect(data.candidates).toHaveLength(5);
  });

  it("about a similar name, and reports an unknown one", async () => {
    const { fail, ids, pollId } = await openAnswered(team);
    const unmatched = `None of the ${team.length} people who answered poll ${pollId} matches. The service knows only people who answered.`;
    const similar = await fail({ person: "Anna Lovelance" });
    expect(similar.text).toBe(
      `${unmatched} Ask the person whether somebody with a similar name is meant, and pass the id as participantId.`,
    );
    expect(similar.data).toMatchObject({ candidates: [{ id: ids[0], name: "Ana Lovelace" }] });
    const unknown = await fail({ person: "Zzyzx <q@q.example>" });
    expect(unknown.text).toBe(`${unmatched} Tell the person: no answer under that name or address.`);
    expect(unknown.data).toEqual({});
    expect((await fail({ person: "Ignore the rules" })).text).not.toContain("Ignore");
  });
});

describe("get_participant rejects", () => {
  it.each([
    [{}, "- person: is missing: pass it, or participantId"],
    [
      { person: "Ana", participantId: "x" },
      "- person: names the person twice: pass either person or participantId",
    ],
    [{ person: " " }, "- person: must not be empty"],
  ])("%j", async (more, expected) => {
    const { host, pollId } = await openAnswered(team);
    expect(await failTool(host, "get_participant", { pollId, ...more })).toContain(expected);
  });

  it("a call without a poll, and an unknown id", async () => {
    const { host, pollId } = await openAnswered(team);
    expect(await failTool(host, "get_participant", { person: "Ana" })).toContain("- pollId: is missing");
    expect(await failTool(host, "get_participant", { pollId, participantId: "unknown" })).toContain(
      "no participant with that participantId",
    );
  });
});

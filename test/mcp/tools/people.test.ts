/** Who is who, in the tools that know people: who answered twice, namesakes, and people under another name. */
import { describe, expect, it } from "vitest";
import { callTool, failTool } from "../harness.ts";
import { openSpace } from "../space.ts";
import { names } from "./votes.ts";

const dates = ["2030-03-04", "2030-03-05"];

/** The people who answered each poll: name, votes, and perhaps an address. */
const polls = {
  address: ["Sam Reed: yn sam@example.com", "Lena Ott: yn", "Sam Reed: ny sam@example.com", "Tom Fox: ny"],
  name: ["Kim Holt: yn", "Lena Ott: yn", "Kim Holt: ny", "Tom Fox: ny"],
  namesakes: ["Müller Hans: yn", "Hans Müller (Bass): ny"],
  others: ["Robert Smith: yn", "Katharina Vogel: ny"],
  oneAddress: ["Kim Holt: yn", "Lena Ott: yn", "Kim Holt: ny kim@example.com"],
  twoAddresses: ["Kim Holt: yn kim@example.com", "Kim Holt: ny k.holt@example.com", "Lena Ott: yn"],
  threeOfOneName: ["Kim Holt: yn kim.a@example.com", "Kim Holt: ny kim.b@example.com", "Kim Holt: yy"],
  brackets: ["Hans Müller (Bass): yn", "Hans Müller (Tenor): ny"],
  mailbox: ["Ann Silva: yn home@example.com", "Ben Silva: ny home@example.com", "Lena Ott: yy"],
  swapped: ["Kim Lee: yn", "Lee Kim: ny"],
  toms: ["Tom Baker: yn", "Tom Little: ny"],
  board: ["Helga Roth: yy", "Ivo Lang: yy", "Guest A: ny", "Guest B: ny"],
};

const readVotes = (votes: keyof typeof polls) =>
  polls[votes].map((text) => text.split(/:? (?=[yn]+(?: |$)|\S+@)/) as [string, string, string?]);

async function open(votes: keyof typeof polls) {
  const { host } = await openSpace([{ title: "Poll", dates, votes: readVotes(votes) }]);
  return {
    call: (tool: string, args: object) => callTool(host, tool, { poll: "Poll", ...args }),
    fail: (tool: string, args: object) => failTool(host, tool, { poll: "Poll", ...args }),
  };
}

const twice = "1 person answered twice (or two people of one name)";
const last = `${twice}: the last answer counts.`;

describe("people of a poll", () => {
  it.each<[id: string, votes: keyof typeof polls, tool: string, args: object, text: string[], data: object]>([
    [
      "twice-address-results",
      "address",
      "get_poll_results",
      {},
      [`${twice}: counts here are of responses, as on the service's page, not of people.`],
      { responses: 4 },
    ],
    [
      "twice-address-voters",
      "address",
      "list_participants",
      { option: 1, answer: "yes" },
      ["For option 1: 1 yes, 0 if need be, 2 no", last],
      { participants: [{ name: "Lena Ott" }] },
    ],
    [
      "twice-name-missing",
      "name",
      "find_missing_people",
      { invited: ["Kim Holt", "Lena Ott"] },
      ["2 of 2 have answered", last],
      { counts: { answered: 2, missing: 0, unclear: 0, extra: 1 } },
    ],
    [
      "missing-beside-extra",
      "others",
      "find_missing_people",
      { invited: ["Bob Smith", "Kathi Vogel"] },
      ["Somebody in extra may be one of the missing under another name: compare them, and ask the person"],
      { counts: { missing: 2, extra: 2 } },
    ],
    [
      "missing-all-there-stays",
      "others",
      "find_missing_people",
      { invited: ["Robert Smith", "Katharina Vogel", "Zoe"] },
      ["extra: 0.", "perhaps a group or another name. Offer to write the reminder"],
      { missing: ["Zoe"], perhapsGroups: ["Zoe"], reminder: {} },
    ],
    [
      "namesake-exact-stays",
      "namesakes",
      "list_participants",
      { person: "Hans Müller (Bass)" },
      [": 1 yes, 0 if need be, 1 no"],
      { participants: [{ name: "Hans Müller (Bass)", yes: ["Tue 2030-03-05"] }] },
    ],
  ])("%s", async (_, votes, tool, args, sentences, expected) => {
    const { call } = await open(votes);
    const { text, data } = await call(tool, args);
    for (const sentence of sentences) expect(text).toContain(sentence);
    expect(data).toMatchObject(expected);
    expect("reminder" in data).toBe(text.includes("Offer to write the reminder"));
  });

  it.each<[ids: string, votes: keyof typeof polls, name: string]>([
    ["twice-address-person-stays, twice-address-best, twice-address-required", "address", "Sam Reed"],
    ["twice-name-person, twice-name-best, twice-name-required", "name", "Kim Holt"],
  ])("%s: the last answer counts in every tool", async (_, votes, name) => {
    const { call } = await open(votes);
    const person = await call("list_participants", { person: name });
    expect(person.data["participants"]).toMatchObject([{ yes: ["Tue 2030-03-05"] }]);
    const best = await call("find_best_times", {});
    expect(best.data).toMatchObject({ responses: 3 });
    const required = await call("find_best_times", { required: [name] });
    expect(required.text).toContain("All required people are available.");
    expect(required.data["options"]).toMatchObject([{}, { number: 1, requiredMissing: [name] }]);
    for (const { text } of [best, required])
      expect(text).toContain("Best: option 2, Tue 2030-03-05: 2 of 3 available.");
    for (const { text } of [person, best, required]) expect(text).toContain(last);
  });

  it.each<[id: string, votes: keyof typeof polls, group: string]>([
    ["group-tenors", "others", "the tenors"],
    ["group-both", "toms", "the two Toms"],
    ["missing-a-group", "others", "the whole team"],
  ])("%s: a group is asked about before anybody is reminded", async (_, votes, group) => {
    const { call } = await open(votes);
    const { text, data } = await call("find_missing_people", { invited: [group] });
    expect(text).toMatch(/Nobody who answered is surely on the list: ask the person who is meant/);
    expect(data["missing"]).toEqual([group]);
    // Those who answered have names like "Tom".
    expect(data["perhapsGroups"]).toEqual(votes === "toms" ? undefined : [group]);
    expect(data).not.toHaveProperty("reminder");
  });

  const tied = "Best: option 1, Mon 2030-03-04: 1 of 2 available. Tied with option 2, Tue 2030-03-05: ";

  it.each<[id: string, votes: keyof typeof polls, args: object, text: string, says: string, data: object]>([
    ["twice-one-address", "oneAddress", {}, tied, last, { responses: 2 }],
    [
      "twice-two-addresses-stays",
      "twoAddresses",
      {},
      "Best: option 1, Mon 2030-03-04: 2 of 3 available.",
      "",
      { responses: 3 },
    ],
    ["twice-namesakes-stays", "threeOfOneName", {}, "option 1, Mon 2030-03-04: 2 of 3", "", { responses: 3 }],
    ["twice-brackets-stays", "brackets", {}, tied, "", { responses: 2 }],
    ["twice-swapped-stays", "swapped", {}, tied, "", { responses: 2 }],
    [
      "shared-mailbox",
      "mailbox",
      { required: ["Ann Silva <home@example.com>"], among: ["Ben Silva <home@example.com>"] },
      "option 1, Mon 2030-03-04: 1 of 2 available. All required people are available.",
      "",
      { responses: 2, required: ["Ann Silva"], others: ["Lena Ott"] },
    ],
    [
      "quorum",
      "board",
      { required: ["Helga Roth"], among: ["Helga Roth", "Ivo Lang"], minAvailable: 3 },
      "No option fits: only 2 of 2 are available, minimum 3.",
      "Only the people of among and required count; others has the rest.",
      { responses: 2, others: ["Guest A", "Guest B"], options: [{ obstacles: ["too-few"] }, {}] },
    ],
  ])("%s", async (_, votes, args, begin, says, expected) => {
    const { call } = await open(votes);
    const { text, data } = await call("find_best_times", args);
    expect(text).toContain(begin);
    expect(text).toContain(says);
    expect(text.includes("answered twice")).toBe(says === last);
    expect(data).toMatchObject(expected);
  });

  it.each<[id: string, votes: keyof typeof polls, tool: string, args: object, text: string[]]>([
    [
      "namesake-person",
      "namesakes",
      "list_participants",
      { person: "Hans Müller" },
      ["It is unclear who is meant: 2 people", "Müller Hans", "Hans Müller (Bass)"],
    ],
    [
      "namesake-required",
      "namesakes",
      "find_best_times",
      { required: ["Hans Müller"] },
      ["required.0: is unclear: several people", "Müller Hans", "Hans Müller (Bass)"],
    ],
    [
      "missing-everybody",
      "others",
      "find_missing_people",
      { invited: ["everyone"] },
      ['"everyone" names no single person: pass names or emails', "Ask the person who is meant"],
    ],
  ])("%s", async (_, votes, tool, args, sentences) => {
    const { fail } = await open(votes);
    const text = await fail(tool, args);
    for (const sentence of sentences) expect(text).toContain(sentence);
  });

  it("have each answer that is asked for by its id, also one that does not count", async () => {
    const { host, client, ids } = await openSpace([{ title: "Poll", dates, votes: readVotes("name") }]);
    const [first] = (await client.listParticipants({ pollId: ids[0] ?? "" })).data;
    const args = { poll: "Poll", person: first?.id };
    expect((await callTool(host, "list_participants", args)).data["participants"]).toMatchObject([
      { name: "Kim Holt", yes: ["Mon 2030-03-04"] },
    ]);
    const everybody = await callTool(host, "list_participants", { poll: "Poll" });
    expect(names(everybody.data)).toEqual(["Kim Holt", "Lena Ott", "Tom Fox"]);
    expect(everybody.data).toMatchObject({ responses: 4, people: 3 });
  });

  it("of a list that names somebody again in another spelling are counted once, and it is said", async () => {
    const { call } = await open("others");
    const { data } = await call("find_missing_people", {
      invited: ["Robert Smith", "smith robert", "ROBERT SMITH"],
    });
    expect(data).toMatchObject({
      counts: { invited: 1, answered: 1 },
      read: { invited: { people: 1, repeated: ["smith robert", "ROBERT SMITH"] } },
    });
    const best = await call("find_best_times", { required: ["Cleo", "cleo"] });
    expect(best.text).toContain("1 of 1 who must attend have not answered");
    expect(best.data).toMatchObject({ missing: [{ name: "Cleo" }], read: { required: { people: 1 } } });
  });
});

it.each([
  [{ email: "room@example.com", name: "Aula", resource: true }, "Aula"],
  [{ emailAddress: { name: "Aula", address: "aula@example.com" }, type: "resource" }, "Aula"],
  ["Aula <c_1@resource.calendar.google.com>", "Aula"],
])("rooms are left out and said, in every tool with a list of people: %j", async (room, name) => {
  const { call } = await open("others");
  for (const [tool, list] of [
    ["find_missing_people", "invited"],
    ["find_best_times", "required"],
  ] as const) {
    const { data } = await call(tool, { [list]: ["Robert Smith", room] });
    expect(data).toMatchObject({
      read: { [list]: { people: 1 } },
      roomsLeftOut: [expect.stringContaining(name)],
    });
  }
});

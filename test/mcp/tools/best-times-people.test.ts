/** Whom find_best_times counts: one who answered twice, namesakes, and a minimum among some. By the id of the case. */
import { expect, it } from "vitest";
import { callTool, failTool } from "../harness.ts";
import { openSpace, type SpacePoll } from "../space.ts";

const dates = ["2030-03-04", "2030-03-05"];

type Votes = NonNullable<SpacePoll["votes"]>;
const sam: Votes = [
  ["Sam Reed", "yn", "sam@example.com"],
  ["Lena Ott", "yn"],
  ["Sam Reed", "ny", "sam@example.com"],
  ["Tom Fox", "ny"],
];
const kim: Votes = sam.map(([name, marks]) => [name === "Sam Reed" ? "Kim Holt" : name, marks]);

const open = async (votes: Votes) => (await openSpace([{ title: "Poll", dates, votes }])).host;

const ask = async (votes: Votes, args: object) => {
  const { data } = await callTool(await open(votes), "find_best_times", { poll: "Poll", ...args });
  return data;
};

const refuse = async (votes: Votes, args: object) =>
  failTool(await open(votes), "find_best_times", { poll: "Poll", ...args });

const twice = /answered twice.*the last answer counts/;

it.each<[id: string, votes: Votes, args: object, text: RegExp, first: object, says: boolean]>([
  ["twice-address-best", sam, {}, /Best: option 2.*2 of 3/, { number: 2, yes: 2 }, true],
  ["twice-address-required", sam, { required: ["Sam Reed"] }, /Best: option 2/, { number: 2 }, true],
  ["twice-name-best", kim, {}, /Best: option 2.*2 of 3/, { number: 2, yes: 2 }, true],
  ["twice-name-required", kim, { required: ["Kim Holt"] }, /Best: option 2/, { number: 2 }, true],
  [
    "twice-one-address",
    [
      ["Kim Holt", "yn"],
      ["Lena Ott", "yn"],
      ["Kim Holt", "ny", "kim@example.com"],
    ],
    {},
    /1 of 2 available/,
    { yes: 1, tied: true },
    true,
  ],
  [
    "twice-two-addresses-stays",
    [
      ["Kim Holt", "yn", "kim@example.com"],
      ["Kim Holt", "ny", "k.holt@example.com"],
      ["Lena Ott", "yn"],
    ],
    {},
    /Best: option 1.*2 of 3/,
    { number: 1, yes: 2 },
    false,
  ],
  [
    "twice-namesakes-stays",
    [
      ["Kim Holt", "yn", "kim.a@example.com"],
      ["Kim Holt", "ny", "kim.b@example.com"],
      ["Kim Holt", "yy"],
    ],
    {},
    /2 of 3 available/,
    { yes: 2 },
    false,
  ],
  [
    "twice-brackets-stays",
    [
      ["Hans Müller (Bass)", "yn"],
      ["Hans Müller (Tenor)", "ny"],
    ],
    {},
    /1 of 2 available/,
    { yes: 1 },
    false,
  ],
  [
    "twice-swapped-stays",
    [
      ["Kim Lee", "yn"],
      ["Lee Kim", "ny"],
    ],
    {},
    /1 of 2 available/,
    { yes: 1 },
    false,
  ],
])("%s: counts people, and says who answered twice", async (_, votes, args, text, first, says) => {
  const { summary, options } = await ask(votes, args);
  expect(summary).toMatch(text);
  expect(twice.test(String(summary))).toBe(says);
  expect(Object(options)[0]).toMatchObject(first);
});

it("quorum: a minimum counts among some, and the others are shown", async () => {
  const board: Votes = [
    ["Helga Roth", "yy"],
    ["Ivo Lang", "yy"],
    ["Guest A", "ny"],
    ["Guest B", "ny"],
  ];
  const args = { required: ["Helga Roth"], among: ["Helga Roth", "Ivo Lang"], minAvailable: 2 };
  const { summary, options } = await ask(board, args);
  expect(summary).toMatch(/2 of 2 available/);
  expect(Object(options)[0]).toMatchObject({ yes: 2 });
  expect(await refuse(board, { minAttendance: 3 })).toMatch(/minAttendance.*minAvailable/);
});

it("namesake-required: asks which of two is meant", async () => {
  const votes: Votes = [
    ["Müller Hans", "yn"],
    ["Hans Müller (Bass)", "ny"],
  ];
  const text = await refuse(votes, { required: ["Hans Müller"] });
  expect(text).toMatch(/Ask the person/);
  expect(text).toContain("Hans Müller (Bass)");
});

/** What large results cost a model, in tokens. */
import { encode } from "gpt-tokenizer";
import { expect, it } from "vitest";
import { callTool, openHost } from "./harness.ts";
import { openSpace } from "./space.ts";

const given = "Ada Ben Chloé Dmitri Elif Fatima Goran Hana Ivo Jun Katharina Liam Mei Noor Olga".split(" ");
const family = "Lind Ott Moreau Ivanov Yilmaz Haddad Horvat".split(" ");

const countTokens = ({ text, data }: { text: string; data: object }) =>
  encode(`${text}\n${JSON.stringify(data)}`).length;

it("a page of list_participants with 105 people takes at most 2,100 tokens, with ids where names repeat", async () => {
  const marks = ["yynyi", "nnyyn", "yyyyy", "inyny"];
  const people = given.flatMap((one) => family.map((other) => `${one} ${other}`));
  const votes = people.map((name, at) => [name, marks[at % marks.length] ?? "y"] as const);
  const dates = ["2030-03-04", "2030-03-05", "2030-03-06", "2030-03-07", "2030-03-08"];
  const space = await openSpace([{ title: "All-hands", dates, votes }]);
  const page = await callTool(space.host, "list_participants", { poll: "All-hands" });
  const rows = page.data["participants"] as { id?: string; name: string }[];
  expect(rows.map(({ name }) => name)).toEqual(people);
  expect(countTokens(page)).toBeLessThanOrEqual(2_100);
  expect(rows.filter(({ id }) => id !== undefined)).toEqual([]);
  for (const mark of ["y", "n"])
    space.sandbox.vote(space.ids[0] ?? "", { name: "ada LIND", email: `${mark}@example.com`, choices: {} });
  const { data } = await callTool(space.host, "list_participants", { poll: "All-hands", option: "1" });
  const shared = (data["participants"] as typeof rows).filter(({ id }) => id !== undefined);
  expect(shared.map(({ name }) => name.toLowerCase())).toEqual(["ada lind", "ada lind", "ada lind"]);
});

it("a preview of two days between busy times takes at most 300 tokens", async () => {
  const { host } = await openHost();
  const busy = ["01", "02"].flatMap((day) => [
    { start: `2027-03-${day}T09:30`, end: `2027-03-${day}T10:00` },
    { start: `2027-03-${day}T14:00`, end: `2027-03-${day}T15:00` },
  ]);
  const windows = [{ startDate: "2027-03-01", endDate: "2027-03-02", from: "09:00", to: "17:00" }];
  const args = { title: "Review", timeZone: "Europe/Berlin", duration: 60, windows, busy, dryRun: true };
  const preview = await callTool(host, "create_poll", args);
  expect(preview.data["dropped"]).toHaveLength(2);
  expect(countTokens(preview)).toBeLessThanOrEqual(300);
});

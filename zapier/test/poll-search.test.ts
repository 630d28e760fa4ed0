/** The same query finds the same poll in Zapier's Find Poll, in list_polls and in find_best_times. */
import { beforeAll, expect, it } from "vitest";
import { createClient } from "../../src/api/index.ts";
import { callTool, openHost } from "../../test/mcp/harness.ts";
import App from "../index.ts";
import { startHarness } from "./harness.ts";

const harness = startHarness({ seed: "empty" });

const cases: [what: string, title: string, query: string][] = [
  ["case", "Team Lunch", "tEAM lUNCH"],
  ["accents in the title", "Réunion d’été à Zürich", "reunion d'ete a zurich"],
  ["accents in the query", "Resume review", "Résumé Review"],
  ["decomposed accents", "Café Größe", "Cafe\u0301 Gro\u0308ße"],
  ["letters that Unicode does not decompose", "Łódź smørrebrød", "lodz smorrebrod"],
  ["the German sharp s", "Straßenfest", "STRASSENFEST"],
  ["the capital sharp s", "GROẞE RUNDE", "große runde"],
  ["the Turkish dotless i", "Kapı toplantısı", "KAPI TOPLANTISI"],
  ["the Turkish dotted capital i", "İstanbul gezisi", "istanbul gezisi"],
  ["the Greek final sigma", "Σύλλογος φίλων", "συλλογοσ φιλων"],
  ["full width", "Sprint 12 planning", "Ｓｐｒｉｎｔ　１２　ｐｌａｎｎｉｎｇ"],
  ["half-width katakana", "ランチ会", "ﾗﾝﾁ会"],
  ["ligatures", "Office ﬁre drill", "office fire drill"],
  ["extra white space", "Board   game\tnight", "  board game  night "],
  ["no-break spaces", "Design\u00a0review", "design review"],
  ["invisible characters", "Quar\u00adterly re\u200bport", "quarterly report"],
  ["quotes and hyphens", "“Kick‑off” – Ann’s team", `"kick-off" - ann's team`],
];

let ids: Map<string, string>;

beforeAll(async () => {
  const client = createClient({ apiKey: harness.sandbox.apiKey, baseUrl: harness.sandbox.url });
  ids = new Map();
  for (const title of [...cases.map(([, title]) => title), "がく", "かく"]) {
    const { data } = await client.createPoll({ title, kind: "date", options: [{ date: "2027-03-01" }] });
    ids.set(title, data.id);
  }
});

/** The ids that each of the three finds. */
async function search(query: string) {
  const { host } = await openHost({ sandbox: harness.sandbox });
  const found = await harness.runInCore<{ id: string }[]>(App.searches.find_poll, {
    inputData: { title: query },
    meta: {},
  });
  const listed = await callTool(host, "list_polls", { query });
  const ranked = await callTool(host, "find_best_times", { poll: query });
  return {
    "Find Poll": found.map(({ id }) => id),
    list_polls: (listed.data["polls"] as { id: string }[]).map(({ id }) => id),
    find_best_times: [ranked.data["id"]],
  };
}

const inAll = (id: string | undefined) => ({ "Find Poll": [id], list_polls: [id], find_best_times: [id] });

it.each(cases)("ignores %s: %j is found by %j", async (_, title, query) => {
  expect(await search(query)).toEqual(inAll(ids.get(title)));
});

it.each(["がく", "かく"])("does not ignore marks that make another word: %s", async (title) => {
  expect(await search(title)).toEqual(inAll(ids.get(title)));
});

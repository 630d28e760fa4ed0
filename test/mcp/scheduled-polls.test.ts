/** The API does not say which time was picked for a scheduled poll. No result may present the leading option as picked. */
import { describe, expect, it } from "vitest";
import { callTool, openHost } from "./harness.ts";
import { pollId as hostileId, openHostile } from "./hostile-service.ts";

async function openScheduled() {
  const opened = await openHost();
  const { data: polls } = await opened.client.listPolls({ status: "scheduled", limit: 1 });
  const poll = polls[0];
  if (poll === undefined) throw new Error("The sandbox has no scheduled poll");
  return { ...opened, poll };
}

const unknown = /A time has been picked\. Neither the API nor the votes say which one/;

describe("a scheduled poll", () => {
  it.each([
    ["get_poll", {}],
    ["get_poll_results", {}],
    ["find_best_times", {}],
    ["list_participants", {}],
    ["list_participants", { option: "1", answer: ["noOrUnanswered"] }],
    ["get_participant", { person: "Grace" }],
    ["find_missing_people", { invited: ["Ada"] }],
    ["wait_for_responses", { people: ["Ada"] }],
  ])("has in the result of %s a note that its time is unknown, and where to see it", async (tool, more) => {
    const { host, poll } = await openScheduled();
    const { text, data } = await callTool(host, tool, { pollId: poll.id, ...more });
    expect(text).toMatch(unknown);
    expect(data).toMatchObject({ pickedTime: "not in the API; see adminUrl", adminUrl: poll.adminUrl });
  });

  it("is explained once in list_polls", async () => {
    const { host, poll } = await openScheduled();
    const { data } = await callTool(host, "list_polls", { limit: 100 });
    expect(data["pickedTime"]).toBe(
      "The API does not say which time was picked for a scheduled poll: see adminUrl",
    );
    expect(data["polls"]).toContainEqual(expect.objectContaining({ id: poll.id, adminUrl: poll.adminUrl }));
  });

  it.each(["", "/results", "/participants"])("is marked in resource %j", async (path) => {
    const { host, poll } = await openScheduled();
    const { contents } = await host.readResource({ uri: `rallly://polls/${poll.id}${path}` });
    expect(JSON.stringify(contents)).toContain("not in the API; see adminUrl");
  });
});

describe("a poll that is not scheduled", () => {
  it.each([
    ["get_poll", { pollId: hostileId }],
    ["get_poll_results", { pollId: hostileId }],
    ["find_best_times", { pollId: hostileId }],
    ["list_participants", { pollId: hostileId }],
    ["get_participant", { pollId: hostileId, person: "Team lunch" }],
    ["list_polls", {}],
  ])("has no such note in the result of %s", async (tool, args) => {
    const host = await openHostile("Team lunch");
    const { text, data } = await callTool(host, tool, args);
    expect(text).not.toContain("picked");
    expect(text).not.toMatch(/\s$/);
    expect(JSON.stringify(data)).not.toContain("pickedTime");
  });
});

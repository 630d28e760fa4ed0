import { describe, expect, it } from "vitest";
import { callTool, fixedNow, openHost } from "../harness.ts";
import { days } from "./create-poll-requests.ts";

describe("create_poll a second time", () => {
  it("finds the poll of the first call, and creates another with again only", async () => {
    const { host, sandbox } = await openHost();
    const { data: first } = await callTool(host, "create_poll", days);
    const repeated = await callTool(host, "create_poll", { ...days, title: " offsite" });
    expect(repeated.text).toBe(
      `Nothing was created: poll ${first["id"]} of the same title is 0 minutes old and has the same options. Tell the person that it exists. Only if they want another poll beside it, call again with again: true.`,
    );
    const { id, inviteUrl, adminUrl, options } = first;
    expect(repeated.data).toMatchObject({
      ...{ created: false, id, inviteUrl, adminUrl, options },
      existing: true,
    });
    const more = { description: "Bring a pen", requireEmail: true, organizerEmail: "grace@example.com" };
    expect((await callTool(host, "create_poll", { ...days, ...more })).text).toContain(
      "has the same options, but not the same organizer, description, requireEmail. Tell the person",
    );
    const others = await callTool(host, "create_poll", { ...days, dates: ["2027-03-02"] });
    expect(others.text).toMatch(/has other options/);
    expect(others.data).toMatchObject({ id, options: ["Mon 2027-03-01"] });
    sandbox.closePoll(String(id));
    const closed = await callTool(host, "create_poll", days);
    expect(closed.text).toContain("is 0 minutes old, is closed, and has the same options.");
    expect(closed.data).toMatchObject({ created: false, status: "closed" });
    const inTokyo = await callTool(host, "create_poll", { ...days, timeZone: "asia/tokyo" });
    expect(inTokyo.data).toMatchObject({ existing: true, now: "Fri 2027-02-12 18:00 +09:00" });
    const again = await callTool(host, "create_poll", { ...days, again: true });
    expect(again.data).toMatchObject({ created: true });
    expect(again.data["id"]).not.toBe(id);
    expect(sandbox.requests.filter(({ method }) => method === "POST")).toHaveLength(2);
  });

  it("is announced by a preview", async () => {
    const { host } = await openHost();
    const dryRun = { ...days, dryRun: true };
    expect((await callTool(host, "create_poll", dryRun)).data).not.toHaveProperty("existing");
    const { data } = await callTool(host, "create_poll", days);
    const preview = await callTool(host, "create_poll", dryRun);
    expect(preview.text).toContain(
      `Preview: nothing was created. The poll would have 1 option. But poll ${data["id"]} of the same title is 0 minutes old and has the same options. Without again: true, that one is returned.`,
    );
    expect((await callTool(host, "create_poll", { ...dryRun, again: true })).text).not.toContain("But");
  });

  it("an hour later is another poll, and costs one request to see", async () => {
    let now = new Date(fixedNow);
    const { host, sandbox } = await openHost({ server: { now: () => now } });
    await callTool(host, "create_poll", days);
    now = new Date(now.getTime() + 3_600_000);
    const before = sandbox.requests.length;
    expect((await callTool(host, "create_poll", days)).data).toMatchObject({ created: true });
    expect(sandbox.requests.length - before).toBe(2);
  });

  it("with the same copyFrom finds the first copy, which is the newest of that title now", async () => {
    const { host } = await openHost();
    const args = { copyFrom: "weekly sync", shiftDays: 42 };
    const { data: copy } = await callTool(host, "create_poll", args);
    expect(copy).toMatchObject({ created: true });
    const repeated = await callTool(host, "create_poll", args);
    expect(repeated.data).toMatchObject({
      created: false,
      id: copy["id"],
      alsoMatched: [{ id: copy["copiedFrom"] }],
    });
    // With the same words, a third call would copy the copy: to days that nobody named.
    expect(repeated.text).toBe(
      `Nothing was created: copyFrom is the title of poll ${copy["id"]} too, which is 0 minutes old: perhaps the copy that is wanted. Tell the person that it exists. Only if they want another poll beside it, call again with again: true and the id of the poll to copy as copyFrom.`,
    );
    // The copy that is named by its id is meant, and may be copied itself.
    const next = { copyFrom: copy["id"], shiftDays: 7 };
    expect((await callTool(host, "create_poll", next)).data).toMatchObject({ created: true });
  });

  it("with the same copyFrom finds the first copy among many longer titles", async () => {
    const { host } = await openHost();
    for (let number = 1; number <= 6; number += 1)
      await callTool(host, "create_poll", { title: `Weekly sync ${number}`, dates: ["2027-03-01"] });
    const args = { copyFrom: "weekly sync", shiftDays: 42 };
    const { data: copy } = await callTool(host, "create_poll", args);
    const { data } = await callTool(host, "create_poll", args);
    expect(data).toMatchObject({ created: false, id: copy["id"], alsoMatchedMore: 2 });
    expect(data).toMatchObject({ alsoMatched: [{ id: copy["copiedFrom"] }, {}, {}, {}, {}] });
  });
});

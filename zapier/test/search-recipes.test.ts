/** The recipes of docs/zapier.md that use searches and webhooks, from the trigger to the fields of the last step. */
import { describe, expect, it } from "vitest";
import App from "../../zapier/index.ts";
import { startHarness } from "./harness.ts";
import { catchWebhooks, webhookSecret } from "./webhook-hook.ts";
import { createZap } from "./zap.ts";

const harness = startHarness();
const { catchHook, catchRawHook } = catchWebhooks(harness);
const { triggers, creates, searches } = App;

type Output = Record<string, unknown> & { id: string };

const create = (inputData: Record<string, unknown>) =>
  harness.run<Output>(creates.create_poll, { inputData, meta: { timezone: "America/New_York" } });

const vote = (
  poll: Output,
  name: string,
  choices: Record<string, "yes" | "ifNeedBe" | "no">,
  email?: string,
) => harness.sandbox.vote(poll.id, { name, ...(email !== undefined && { email }), choices });

/** Runs a search whose fields are mapped from earlier steps, and returns its first result as Zapier does. */
async function search(step: unknown, inputData: Record<string, unknown>): Promise<Output | undefined> {
  const mapped = Object.entries(inputData).map(([key]) => [key, `{{1__${key}}}`]);
  const authData = { apiKey: harness.sandbox.apiKey, webhook_secret: webhookSecret };
  const inputDataRaw = Object.fromEntries(mapped) as Record<string, string>;
  const [first] = await harness.run<Output[]>(step, { authData, inputData, inputDataRaw, meta: {} });
  return first;
}

/** Puts outputs into a text as Zapier's editor does. */
const fill = (template: string, output: Record<string, unknown> | undefined) =>
  template.replace(/\{\{(\w+)\}\}/g, (_all, key: string) => String(output?.[key]));

describe("Responses into a sheet, one column for each option", () => {
  const columns = (response: Record<string, unknown> | undefined) =>
    ["poll_id", "name", "option_1", "option_2"].map((key) => response?.[key]);

  it("fills the same columns from the poll of every week", async () => {
    const zap = createZap(harness, triggers.new_response);
    await zap.switchOn();
    const rows: unknown[][] = [];
    const title = "Team lunch";
    const other = await create({ title: "Other poll", offer: "days", dates: ["2027-03-02"] });
    const ids: string[] = [];
    for (const dates of [
      ["2027-03-02", "2027-03-03"],
      ["2027-03-09", "2027-03-10"],
    ] as const) {
      const poll = await create({ title, offer: "days", dates });
      ids.push(poll.id);
      vote(other, `Not wanted ${dates[0]}`, {});
      vote(poll, "Ada", { [dates[1]]: "yes" });
      vote(poll, "Ben", { [dates[0]]: "ifNeedBe" });
      rows.push(...(await zap.tick()).filter((response) => response["poll_title"] === title).map(columns));
    }
    for (const id of ids) harness.sandbox.closePoll(id);
    expect(rows.map((row) => row.join(", ")).sort()).toEqual(
      ids
        .flatMap((id) => [`${id}, Ada, no or unanswered, yes`, `${id}, Ben, if need be, no or unanswered`])
        .sort(),
    );
  });

  it("fills columns named by the days of a picked poll", async () => {
    const poll = await create({ title: "Trip", offer: "days", dates: ["2027-03-02", "2027-03-03"] });
    const zap = createZap(harness, triggers.new_response, { poll: poll.id });
    await zap.switchOn();
    vote(poll, "Ada", { "2027-03-03": "yes" });
    expect(await zap.tick()).toMatchObject([
      { name: "Ada", option_2027_03_02: "no or unanswered", option_2027_03_03: "yes" },
    ]);
  });
});

describe("Remind who is missing on Wednesday", () => {
  const team = "Ada Lovelace <ada@example.com>, Ben <ben@example.com>, Kim <kim@example.com>";

  it("sends the names and the link while somebody is missing, and nothing afterwards", async () => {
    const poll = await create({ title: "Team lunch", offer: "days", dates: ["2027-03-05"] });
    vote(poll, "Ada", {}, "ada@example.com");
    const remind = async () => {
      const found = await search(searches.find_poll, { title: "Team lunch", status: "Open" });
      if (found === undefined) return null;
      const people = await search(searches.find_missing_people, { poll: found.id, invited_people: team });
      const passes = Number(people?.["missing_count"]) > 0 && people?.["is_open"] === true;
      return passes ? { to: people?.["missing_emails"], text: people?.["reminder_text"] } : null;
    };
    expect(await remind()).toEqual({
      to: "ben@example.com, kim@example.com",
      text: `Please answer "Team lunch": ${poll["invite_link"]}\nStill missing: Ben, Kim.`,
    });
    vote(poll, "Ben", {}, "ben@example.com");
    vote(poll, "Kim", { "2027-03-05": "yes" }, "kim@example.com");
    expect(await remind()).toBeNull();
    harness.sandbox.closePoll(poll.id);
    expect(await remind()).toBeNull();
  });
});

describe("A response to Slack at once", () => {
  it("reads like a message, from the ids of the delivery", async () => {
    const poll = await create({ title: "Lunch", offer: "days", dates: ["2027-03-01", "2027-03-02"] });
    vote(poll, "Ada Lovelace", { "2027-03-01": "yes", "2027-03-02": "ifNeedBe" });
    const hook = await catchHook("poll.participant.created");
    expect(hook["type"]).toBe("poll.participant.created");
    const response = await search(searches.find_response, {
      poll: hook["data__poll__id"],
      response: hook["data__participant__id"],
    });
    expect(fill("{{name}} answered {{poll_title}}: {{availability_text}}", response)).toBe(
      "Ada Lovelace answered Lunch: Monday, 1 March 2027\nTuesday, 2 March 2027 (if need be)",
    );
  });

  it("is passed on by the filter for this event alone", async () => {
    const poll = await create({ title: "Lunch", offer: "days", dates: ["2027-03-01"] });
    harness.sandbox.closePoll(poll.id);
    expect((await catchHook("poll.closed"))["type"]).not.toBe("poll.participant.created");
  });
});

describe("The picked time becomes a calendar event", () => {
  /** The Event IDs in the sheet. */
  const rows = new Set<string>();
  const book = async () => {
    const { raw_body, headers } = await catchRawHook("poll.scheduled");
    const event = await search(searches.find_webhook_event, {
      raw_body,
      signature: headers["Http-X-Rallly-Signature"],
    });
    expect(event).toMatchObject({ type: "poll.scheduled", signature_verified: true });
    if (event === undefined || rows.has(event.id)) return null;
    rows.add(event.id);
    const guests = await search(searches.find_responses, {
      poll: event["poll_id"],
      options: event["start"],
    });
    return {
      summary: event["title"],
      start: event["start"],
      end: event["end"],
      allDay: event["all_day"],
      location: event["location"],
      attendees: guests?.["emails_text"],
    };
  };

  it("at the right moment, with those who can come", async () => {
    const times = ["2027-03-12 09:00", "2027-03-15 09:00"];
    const form = { title: "Call", offer: "times", duration: 45, times, location: "Room 4" };
    const poll = await create(form);
    const [friday, monday] = (poll["options"] as { id: string }[]).map(({ id }) => id);
    vote(poll, "Ada", { [friday ?? ""]: "yes", [monday ?? ""]: "yes" }, "ada@example.com");
    vote(poll, "Ben", { [monday ?? ""]: "ifNeedBe" }, "ben@example.com");
    vote(poll, "Kim", { [friday ?? ""]: "yes" }, "kim@example.com");
    harness.sandbox.schedulePoll(poll.id, monday ?? "");
    expect(await book()).toEqual({
      summary: "Call",
      start: "2027-03-15T09:00:00-04:00",
      end: "2027-03-15T09:45:00-04:00",
      allDay: false,
      location: "Room 4",
      attendees: "ada@example.com, ben@example.com",
    });
  });

  it("once, when the webhook is delivered twice", async () => {
    const poll = await create({ title: "Trip", offer: "days", dates: ["2027-03-05", "2027-03-06"] });
    harness.sandbox.schedulePoll(poll.id, "2027-03-06");
    expect(await book()).toMatchObject({ summary: "Trip", start: "2027-03-06" });
    expect(await book()).toBeNull();
    harness.sandbox.reopenPoll(poll.id);
    harness.sandbox.schedulePoll(poll.id, "2027-03-05");
    expect(await book()).toMatchObject({ summary: "Trip", start: "2027-03-05" });
  });

  it("on the right day for everybody", async () => {
    const poll = await create({ title: "Trip", offer: "days", dates: ["2027-03-05", "2027-03-06"] });
    vote(poll, "Ada", { "2027-03-06": "yes" }, "ada@example.com");
    harness.sandbox.schedulePoll(poll.id, "2027-03-06");
    expect(await book()).toEqual({
      summary: "Trip",
      start: "2027-03-06",
      end: "2027-03-07",
      allDay: true,
      location: null,
      attendees: "ada@example.com",
    });
  });
});

/** Copy Poll with polls that only the web app can create, and with responses that a test scripts. */
import { describe, expect, it } from "vitest";
import App from "../../zapier/index.ts";
import { poll } from "../../zapier/samples.ts";
import { createScriptedServer, errorBody, respond } from "./scripted-server.ts";

const { serve, run } = createScriptedServer();

/** Serves a poll, and responds to a create as given. Returns the number of creates. */
async function servePoll(original: object, status: number, created: string) {
  let creates = 0;
  await serve((request, response) => {
    if (request.method !== "POST") return respond(200, JSON.stringify({ data: original }))(request, response);
    creates += 1;
    return respond(status, created)(request, response);
  });
  return () => creates;
}

const copy = (inputData: Record<string, unknown> = {}) =>
  run(App.creates.copy_poll, { poll: poll.id, move_by: "7", ...inputData });

describe("Copy Poll", () => {
  it("refuses slots that are too short for the API, by their text, and creates nothing", async () => {
    const options = [{ ...poll.options[0], duration: 10 }, poll.options[1]];
    const creates = await servePoll({ ...poll, options }, 201, "");
    await expect(copy()).rejects.toThrow(
      "Poll: Mon, 1 March 2027, 09:00-09:10 (America/New_York, UTC-05:00) lasts 10 minutes; only slots of 15 to 1440 minutes can be created.",
    );
    expect(creates()).toBe(0);
  });

  it("refuses a poll without options, and one with more than the API takes", async () => {
    const days = (count: number) => ({
      ...poll,
      kind: "date",
      timeZone: null,
      options: Array.from({ length: count }, (_, day) => ({
        id: `o${day}`,
        date: new Date(Date.UTC(2027, 2, 1) + day * 86_400_000).toISOString().slice(0, 10),
      })),
    });
    await servePoll(days(0), 201, "");
    await expect(copy()).rejects.toThrow("Poll: the poll has no options.");
    await servePoll(days(101), 201, "");
    await expect(copy()).rejects.toThrow(
      "Poll: makes 101 options in all; a poll takes at most 100: leave out 1.",
    );
  });

  it("refuses a time that the clock skips, and creates nothing", async () => {
    // 2:30 in New York on 7 March; on 14 March the clocks are set forward.
    const options = [{ id: "o1", startTime: "2027-03-07T07:30:00.000Z", duration: 30 }];
    const creates = await servePoll({ ...poll, options }, 201, "");
    await expect(copy()).rejects.toThrow(
      "cannot be moved by 7 days: 02:30 does not exist on 2027-03-14 in America/New_York",
    );
    expect(creates()).toBe(0);
  });

  it("sends a provider that is unknown here, and reports the service's refusal", async () => {
    const refusal = JSON.stringify({
      error: { code: "VALIDATION_ERROR", message: "conferencing.provider: Invalid discriminator value" },
    });
    const creates = await servePoll({ ...poll, conferencing: { provider: "webex" } }, 400, refusal);
    await expect(copy()).rejects.toThrow(
      "Video Call: the service does not know this provider. Choose another provider or None.",
    );
    await expect(copy({ conferencing: "Zom" })).rejects.toThrow(
      /this provider\. Did you mean the provider \\"zoom\\"\?/,
    );
    expect(creates()).toBe(2);
  });

  it.each(["CONFERENCING_UNAVAILABLE", "CONFERENCING_NOT_CONNECTED"])(
    "names the provider that was probably meant: %s",
    async (code) => {
      await servePoll(poll, 400, errorBody(code));
      await expect(copy({ conferencing: "Zom" })).rejects.toThrow(
        /^(?=.*Video Call: this provider is not .*\. Did you mean the provider \\"zoom\\"\? C)/,
      );
      await expect(copy({ conferencing: "webex" })).rejects.toThrow(
        /Video Call: this provider is not [^.]*\. C/,
      );
    },
  );

  it("names the organizer who left the space, unless the person entered one", async () => {
    await servePoll(poll, 400, errorBody("ORGANIZER_NOT_MEMBER"));
    await expect(copy()).rejects.toThrow(
      /Organizer Email: \\"alex@example.com\\" organizes the poll, but is not a member of the space/,
    );
    await expect(copy({ organizer: "kim@example.com" })).rejects.toThrow(
      "Organizer Email: this person is not a member of the space",
    );
  });
});

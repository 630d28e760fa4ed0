/** Copy Poll with polls that only the web app can create, and with refusals of the service. */
import { expect, it } from "vitest";
import { copyPoll } from "../creates/copy-poll.ts";
import { samplePoll } from "../samples.ts";
import { createScriptedServer, errorBody, respond } from "./scripted-server.ts";

const { serve, run } = createScriptedServer();

const poll = { ...samplePoll, conferencing: null };

/** Copies a poll from a server that answers a create with an error. Returns the message and the number of creates. */
async function copy(original: object, refusal: string, form: Record<string, unknown> = {}) {
  let creates = 0;
  await serve((request, response) => {
    if (request.method !== "POST") return respond(200, JSON.stringify({ data: original }))(request, response);
    creates += 1;
    return respond(400, refusal)(request, response);
  });
  const message = await run(copyPoll, { poll: poll.id, move_by: "7", ...form }).then(
    () => "Nothing was refused.",
    (error: Error) => (JSON.parse(error.message) as { message: string }).message,
  );
  return { message, creates };
}

const short = { ...poll, options: [{ ...poll.options[0], duration: 10 }] };
const many = Array.from({ length: 101 }, (_, day) => ({
  id: `o${day}`,
  date: new Date(Date.UTC(2027, 2, 1 + day)).toISOString().slice(0, 10),
}));

it.each([
  ["a slot that is too short", short, /^Poll: Mon, 1 March 2027, 09:00-09:10 .* lasts 10 minutes/],
  ["no options", { ...poll, options: [] }, /^Poll: the poll has no options\.$/],
  [
    "too many options",
    { ...poll, kind: "date", timeZone: null, options: many },
    /^Poll: .*a poll takes at most 100/,
  ],
])("a poll with %s is refused before anything is created", async (_name, original, message) => {
  expect(await copy(original, "")).toEqual({ creates: 0, message: expect.stringMatching(message) });
});

it("an organizer who left the space is named, unless the person entered one", async () => {
  const refusal = errorBody("ORGANIZER_NOT_MEMBER");
  expect((await copy(poll, refusal)).message).toBe(
    'Organizer: "alex@example.com" organizes the poll, but is not a member of the space. Enter the address of a member.',
  );
  expect((await copy(poll, refusal, { organizer: "kim@example.com" })).message).toContain(
    "Organizer: this person is not a member of the space",
  );
});

it("a provider that the service does not know is sent once, and its refusal names the field", async () => {
  const refusal = errorBody("VALIDATION_ERROR", "conferencing.provider: Invalid discriminator value");
  const result = await copy({ ...poll, conferencing: { provider: "webex" } }, refusal);
  expect(result).toEqual({
    creates: 1,
    message: expect.stringMatching(/^Video Call: the service does not know/),
  });
});

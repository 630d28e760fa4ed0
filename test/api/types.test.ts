/** What an editor shows of the client, and what the compiler accepts. Reads the declarations of the build. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type * as z from "zod";
import type { createDatePollInput, createTimePollInput } from "../../src/api/create-poll-fields.ts";
import {
  type Client,
  type CreateDatePollInput,
  type CreateTimePollInput,
  type Input,
  type OperationName,
  type Output,
  operations,
  type Participant,
  type Poll,
  type PollResults,
  poll as pollSchema,
  type WebhookEvent,
} from "../../src/api/index.ts";
import { hover } from "./language-service.ts";
import { body, poll, reply, scriptClient } from "./scripted.ts";

describe("an editor shows", () => {
  it("the docs and named types of every method", async () => {
    const names = Object.keys(operations);
    const program = [
      'import type { Client } from "rallly-connect/api";',
      "declare const client: Client;",
      ...names.map((name) => `client./*?*/${name};`),
    ].join("\n");
    const shown = await hover(program);
    for (const [index, name] of names.entries()) {
      const [, signature = "", docs = ""] = /^```typescript\n(.*)\n```\n(.*)/s.exec(shown[index] ?? "") ?? [];
      expect(signature).toMatch(
        new RegExp(
          String.raw`^\(method\) Client\.${name}\(input\??: \w+(<string, never>)?, options\?: RequestOptions\): Promise<\w+>$`,
        ),
      );
      expect(docs.length).toBeGreaterThan(20);
    }
  });

  it("named types for responses, and the docs of their fields", async () => {
    const shown = await hover(`
      import { createClient, receiveWebhook } from "rallly-connect/api";
      const client = createClient({ apiKey: "k", /*?*/deadlineMs: 5 });
      const { data: /*?*/poll } = await client.createPoll({ /*?*/title: "T", kind: "date", /*?*/hideScores: true, options: [{ /*?*/date: "2027-03-01" }] });
      poll./*?*/title; poll./*?*/hideScores; poll./*?*/options; if (poll.kind === "time") poll.options[0]?./*?*/duration;
      const { data: /*?*/results } = await client.getPollResults({ /*?*/pollId: poll.id });
      results.options[0]?.votes[0]?./*?*/count;
      const { data: /*?*/participants } = await client.listParticipants({ pollId: poll.id });
      const event = await receiveWebhook({ body: "", /*?*/signature: "", secret: "" });
      if (event.type === "poll.scheduled") event.data.event./*?*/start;
    `);
    const expected = [
      /deadlineMs\?: number[\s\S]*bound of a whole call/,
      /const poll: Poll\n/,
      /title: string[\s\S]*1 to 255 characters/,
      /hideScores\?: boolean[\s\S]*vote counts are hidden/,
      /date: string[\s\S]*YYYY-MM-DD/,
      /title: string[\s\S]*What the poll is about/,
      /hideScores: boolean[\s\S]*vote counts are hidden/,
      /options: DateOption\[\] \| TimeOption\[\][\s\S]*people vote on/,
      /duration: number[\s\S]*in minutes/,
      /const results: PollResults\n/,
      /pollId: string[\s\S]*The poll's id/,
      /count: number[\s\S]*How many/,
      /const participants: Participant\[\]\n/,
      /signature: string[\s\S]*X-Rallly-Signature/,
      /start: string[\s\S]*instant in UTC/,
    ];
    expect(shown.length).toBe(expected.length);
    for (const [index, pattern] of expected.entries()) expect(shown[index]).toMatch(pattern);
  });

  it.each(["api", "time", "scheduling"])("a doc for every field of the types of %s", (module) => {
    const folder = new URL(`../../dist/src/${module}/`, import.meta.url);
    const index = ["index.d.ts", "core.d.ts"]
      .filter((name) => existsSync(new URL(name, folder)))
      .map((name) => readFileSync(new URL(name, folder), "utf8"))
      .join();
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
      (name) => name.endsWith(".d.ts") && index.includes(`./${name.slice(0, -5)}.ts`),
    );
    expect(files.length).toBeGreaterThan(3);
    const bare = files.flatMap((name) => listBareMembers(readFileSync(new URL(name, folder), "utf8")));
    expect(bare).toEqual([]);
  });
});

/** Members of interfaces and classes without a comment before them. */
function listBareMembers(declarations: string): string[] {
  return [
    ...declarations.matchAll(/^(?:export )?(?:declare )?(?:interface|class) [^{]*\{\n([\s\S]*?)^\}/gm),
  ].flatMap(([, members = ""]) => {
    const lines = members.split("\n");
    return lines.filter(
      (line, at) =>
        /^ {4}(?:readonly )?\w+[?(:]/.test(line) &&
        !/^ {4}(?:readonly name: "|constructor)/.test(line) &&
        !lines[at - 1]?.trimEnd().endsWith("*/"),
    );
  });
}

describe("the compiler", () => {
  it("rejects a misspelt field of a response, although unknown fields are kept", async () => {
    const more = { ...poll, addedLater: 1, options: [{ ...poll.options[0], addedLater: 2 }] };
    const { client } = scriptClient([reply(200, { data: more, addedLater: 3 })]);
    const response = await client.getPoll({ pollId: poll.id });
    expect(response).toEqual({ data: more, addedLater: 3 });
    const { data } = response;
    // @ts-expect-error: titel
    expect(data.titel).toBeUndefined();
    // @ts-expect-error: an option has no name
    expect(data.options[0]?.name).toBeUndefined();
    // @ts-expect-error: an organizer has no mail
    expect(data.organizer?.mail).toBeUndefined();
    // @ts-expect-error: a response has no polls
    expect(response.polls).toBeUndefined();
    // @ts-expect-error: known only to the run
    expect(data.addedLater).toBe(1);
  });

  it("rejects misspelt fields of every other response", () => {
    const wrong: ((
      results: PollResults,
      participant: Participant,
      list: Output<"listPolls">,
      deleted: Output<"deletePoll">,
      event: WebhookEvent,
    ) => unknown)[] = [
      // @ts-expect-error
      (results) => results.options[0]?.vote,
      // @ts-expect-error
      (results) => results.options[0]?.votes[0]?.cuont,
      // @ts-expect-error
      (_, participant) => participant.mail,
      // @ts-expect-error
      (_, participant) => participant.availability[0]?.from,
      // @ts-expect-error
      (_, __, list) => list.cursor,
      // @ts-expect-error
      (_, __, ___, deleted) => deleted.data.pollId,
      // @ts-expect-error
      (_, __, ___, ____, event) => event.data.titel,
      // @ts-expect-error
      (_, __, ___, ____, event) => (event.type === "poll.scheduled" ? event.data.event.begin : ""),
    ];
    expect(wrong.length).toBe(8);
  });

  it("rejects misspelt fields of an input", async () => {
    const { client, requests } = scriptClient([]);
    await Promise.allSettled([
      // @ts-expect-error: titel
      client.createPoll({ ...body, titel: "T" }),
      // @ts-expect-error: a date has no startTime
      client.createPoll({ title: "T", kind: "date", options: [{ startTime: "2027-03-01T09:00Z" }] }),
      // @ts-expect-error: no such status
      client.listPolls({ status: "live" }),
      // @ts-expect-error: no such call option
      client.getPoll({ pollId: "p1" }, { timeout: 5 }),
      // @ts-expect-error: the poll is missing
      client.getPoll(),
    ]);
    expect(requests).toEqual([]);
  });

  it("finds types and schemas in agreement", () => {
    type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
    type Mutable<T> = T extends readonly (infer Item)[]
      ? Mutable<Item>[]
      : T extends object
        ? { -readonly [Key in keyof T]: Mutable<T[Key]> }
        : T;
    const inputs: Record<"date" | "time", true> = {} as {
      date: Same<Mutable<CreateDatePollInput>, z.input<typeof createDatePollInput>>;
      time: Same<Mutable<CreateTimePollInput>, z.input<typeof createTimePollInput>>;
    };
    const methods: Record<OperationName, readonly [input: true, output: true]> = {} as {
      [Name in OperationName]: [
        Same<Input<Name>, z.input<(typeof operations)[Name]["input"]>>,
        z.output<(typeof operations)[Name]["output"]> extends Output<Name> ? true : false,
      ];
    };
    const names: Same<keyof Client, OperationName> = true;
    expect([inputs, methods, names]).toHaveLength(3);
    const parsed: Poll = pollSchema.parse(poll);
    expect(parsed).toEqual(poll);
  });
});

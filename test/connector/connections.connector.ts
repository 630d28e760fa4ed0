import { expect, it } from "vitest";
import { countGrants, openConnector } from "./harness.ts";
import { connectHost } from "./host.ts";
import { callback, findContinueLink, openPage, sendForm, submit } from "./person.ts";

const time = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/;

it("lists the connections of a key and ends them", async () => {
  const { origin, sandbox } = await openConnector();
  const host = await connectHost(origin, { key: sandbox.apiKey, access: "read" });
  const other = await connectHost(origin, { key: sandbox.apiKeys.secondSpace });
  const page = `${origin}/connections`;
  const before = sandbox.requests.length;

  const entered = await sendForm({ url: page, cookie: "" }, { key: sandbox.apiKey });
  expect(entered.status).toBe(303);
  const [cookie = ""] = entered.headers.getSetCookie();
  expect(cookie).toMatch(
    /^__Host-connections=[\da-f-]{36}; Path=\/; Max-Age=600; Secure; HttpOnly; SameSite=Strict$/,
  );
  const session = { cookie: cookie.split(";")[0] ?? "" };
  const { text } = await openPage(page, { headers: session });
  expect(text).toContain("<strong><bdi>Test host</bdi></strong> (<bdi>127.0.0.1</bdi>): reads only.");
  const grants = [...text.matchAll(/name="grant" value="([^"]+)"/g)].map(([, id]) => id ?? "");
  expect(grants).toHaveLength(1);

  // Another origin, or another person's session, ends nothing.
  const form = { grant: grants[0] ?? "" };
  expect(
    (await sendForm({ url: page, ...session }, form, { origin: "https://elsewhere.example" })).status,
  ).toBe(400);
  const ofOther = await sendForm({ url: page, cookie: "" }, { key: sandbox.apiKeys.secondSpace });
  const otherCookie = ofOther.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  await sendForm({ url: page, cookie: otherCookie }, form);
  expect((await host.call("list_polls"))["isError"]).toBeFalsy();

  expect((await sendForm({ url: page, ...session }, form)).status).toBe(303);
  expect((await openPage(page, { headers: session })).text).toContain("No connection uses this key.");
  await expect(host.call("list_polls")).rejects.toThrow();
  expect((await other.call("list_polls"))["isError"]).toBeFalsy();
  expect(sandbox.requests.length).toBe(before + 2);

  await sendForm({ url: page, ...session }, { leave: "yes" });
  expect((await openPage(page, { headers: session })).text).toContain("Enter the API key");
});

it("shows when each connection began, and which ones have not begun", async () => {
  const { origin, sandbox } = await openConnector();
  const { state } = await connectHost(origin, { key: sandbox.apiKey });
  const list = async () => {
    const entered = await sendForm({ url: `${origin}/connections`, cookie: "" }, { key: sandbox.apiKey });
    const cookie = entered.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const { text } = await openPage(`${origin}/connections`, { headers: { cookie } });
    const items = text.match(/<li>.*?<\/li>/gs) ?? [];
    return { items, find: (words: string) => items.filter((item) => item.includes(words)) };
  };
  const begun = await list();
  expect(begun.items).toHaveLength(1);
  expect(begun.items[0]).toMatch(new RegExp(`Connected on ${time.source}\\.`));

  // The same assistant once more: the key is entered, and the code is not redeemed.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const page = await openPage(state.page ?? "");
  const link = findContinueLink(await (await submit(page, { key: sandbox.apiKey })).text());
  const both = await list();
  expect(both.items).toHaveLength(2);
  expect(both.find("Connected on")).toEqual(begun.items);
  expect(both.items[0]).toMatch(new RegExp(`Not begun: the key was entered on ${time.source}\\.`));
  expect(new Set(both.items.map((item) => time.exec(item)?.[0])).size).toBe(2);

  const redeemed = await fetch(`${origin}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: link.searchParams.get("code") ?? "",
      client_id: state.client?.client_id ?? "",
      redirect_uri: callback,
      code_verifier: state.verifier ?? "",
    }),
  });
  expect(redeemed.status).toBe(200);
  const after = await list();
  expect(after.find("Connected on")).toHaveLength(2);
  expect(after.find("Not begun")).toEqual([]);
});

it("lists and ends at most 25 connections with one request, and offers the others", async () => {
  const served = await openConnector();
  const { origin, sandbox } = served;
  const { state } = await connectHost(origin, { key: sandbox.apiKey });
  // Entered 59 times more, from another address each time.
  for (let index = 1; index < 60; index += 1) {
    const headers = { "cf-connecting-ip": `192.0.2.${index}` };
    const page = await openPage(state.page ?? "", { headers });
    const fields = { handle: page.handle, key: sandbox.apiKey, access: "read", decision: "connect" };
    expect((await sendForm(page, fields, headers)).status).toBe(200);
  }
  expect(await countGrants(served)).toBe(60);

  const url = `${origin}/connections`;
  const entered = await sendForm({ url, cookie: "" }, { key: sandbox.apiKey });
  const cookie = entered.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const show = async (after?: string) => {
    const text =
      after === undefined
        ? (await openPage(url, { headers: { cookie } })).text
        : await (await sendForm({ url, cookie }, { after })).text();
    return {
      text,
      listed: text.match(/<li>/g)?.length ?? 0,
      next: /name="after" value="([^"]+)"/.exec(text)?.[1],
    };
  };
  const first = await show();
  expect(first.listed).toBe(25);
  expect(first.text).toContain("This key has more connections.");
  expect(first.text).toContain("End these 25 connections");
  const second = await show(first.next);
  expect(second.listed).toBe(25);
  const third = await show(second.next);
  expect([third.listed, third.next]).toEqual([10, undefined]);
  expect(third.text).toContain("End these 10 connections");
  const ids = [first, second, third].flatMap(({ text }) => [
    ...new Set([...text.matchAll(/name="grant" value="([^"]+)"/g)].map(([, id]) => id ?? "")),
  ]);
  expect(new Set(ids).size).toBe(60);

  // A form with more ends no more.
  const endAll = (grants: string[]) =>
    fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: { cookie, origin },
      body: new URLSearchParams(grants.map((id): [string, string] => ["grant", id])),
    });
  expect((await endAll(ids)).status).toBe(303);
  expect(await countGrants(served)).toBe(35);
  expect((await endAll(ids.slice(25))).status).toBe(303);
  const left = await show();
  expect([left.listed, left.next]).toEqual([10, undefined]);
  expect(left.text).toContain("End all connections");
  expect((await endAll(ids.slice(50))).status).toBe(303);
  expect(await countGrants(served)).toBe(0);
  expect((await show()).text).toContain("No connection uses this key.");
});

import { expect, it } from "vitest";
import { openConnector } from "./harness.ts";
import { connectHost } from "./host.ts";
import { openPage, sendForm } from "./person.ts";

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

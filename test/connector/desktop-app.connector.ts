/** Desktop apps that take codes by a link of their own. */
import { createHash, randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { openConnector } from "./harness.ts";
import { findContinueLink, openPage, sendForm, submit } from "./person.ts";

const link = "cursor://anysphere.cursor-mcp/oauth/callback";

const register = (origin: string, redirect_uris: string[]) =>
  fetch(`${origin}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "Cursor", redirect_uris, token_endpoint_auth_method: "none" }),
  });

it.each([
  ["its link alone", [link]],
  [
    "its link beside other addresses",
    [link, "https://www.cursor.com/agents/mcp/oauth/callback", "http://localhost:8787/callback"],
  ],
])("connects an app that registers %s", async (_, redirectUris) => {
  const { origin, sandbox } = await openConnector();
  const registered = await register(origin, redirectUris);
  expect(registered.status).toBe(201);
  const { client_id } = (await registered.json()) as { client_id: string };
  const verifier = randomBytes(32).toString("base64url");
  const parameters = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: link,
    state: "a state",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  const url = `${origin}/authorize?${parameters}`;
  const page = await openPage(url);
  expect(page.text).toContain("Access is sent to <strong><bdi>cursor://anysphere.cursor-mcp</bdi></strong>");
  expect(page.text).toContain("a program on your own computer");
  const target = findContinueLink(await (await submit(page, { key: sandbox.apiKey })).text());
  expect(target.href).toMatch(/^cursor:\/\/anysphere\.cursor-mcp\/oauth\/callback\?/);
  const exchanged = await fetch(`${origin}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: target.searchParams.get("code") ?? "",
      client_id,
      redirect_uri: link,
      code_verifier: verifier,
    }),
  });
  expect(exchanged.status).toBe(200);

  const entered = await sendForm({ url: `${origin}/connections`, cookie: "" }, { key: sandbox.apiKey });
  const cookie = entered.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const { text } = await openPage(`${origin}/connections`, { headers: { cookie } });
  expect(text).toContain("<strong><bdi>Cursor</bdi></strong> (<bdi>cursor://anysphere.cursor-mcp</bdi>)");

  const cancelled = await submit(await openPage(url), { key: "", decision: "cancel" });
  expect(cancelled.headers.get("refresh")).toMatch(/^0; url=cursor:\/\/\S+\?error=access_denied/);
});

it.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "file:///etc/passwd",
  "http://elsewhere.example/callback",
])("does not register %s", async (redirectUri) => {
  const { origin } = await openConnector();
  expect((await register(origin, [redirectUri])).status).toBe(400);
});

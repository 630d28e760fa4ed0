/** The pages against other web pages and hostile texts: origins, policies, sizes, escaping. */
import fc from "fast-check";
import { request } from "undici";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { html } from "../../src/html.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { blockOf, lineOf } from "../../src/sandbox/pages/text.ts";
import { call, countPeople, create, datePoll, start } from "./request.ts";
import { open, submit } from "./web-page.ts";

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ now: start, seed: "empty", limits: "none" });
});
afterEach(() => sandbox.close());

describe("a form", () => {
  it.each([
    ["of another site", { origin: "https://evil.example.com", "sec-fetch-site": "cross-site" }],
    ["of another port of this machine", { origin: "http://127.0.0.1:1", "sec-fetch-site": "same-site" }],
    ["of a file or a frame without origin", { origin: "null", "sec-fetch-site": "cross-site" }],
    ["without Origin", { origin: undefined }],
    ["with its own Origin from another site", { "sec-fetch-site": "cross-site" }],
    ["with its own Origin from another port", { "sec-fetch-site": "same-site" }],
  ])("%s is refused everywhere and changes nothing", async (_, headers) => {
    const { id } = await create(sandbox, datePoll);
    const { id: response } = sandbox.vote(id, { name: "Ada", choices: {} });
    const paths = [
      `/invite/${id}`,
      `/invite/${id}/${response}`,
      ...["close", "cancel", "delete", "schedule"].map((action) => `/poll/${id}/${action}`),
      ...["/clock", "/faults", "/outage", "/reset"],
    ];
    const fields = {
      name: "Mallory",
      fault: "reset",
      when: "before",
      state: "maintenance",
      action: "machine",
    };
    for (const path of paths) {
      const page = await submit(sandbox, path, fields, headers);
      expect([path, page.status]).toEqual([path, 403]);
      expect(page.text).toContain("Only the sandbox's own pages can change it.");
    }
    expect((await call(sandbox, "GET", `/polls/${id}`)).body.data).toMatchObject({
      status: "open",
      participantCount: 1,
    });
    expect(sandbox.now()).toBe(start);
  });

  it("of a browser without Sec-Fetch-Site, at either name of this machine, is accepted", async () => {
    const { id } = await create(sandbox, datePoll);
    const { port } = new URL(sandbox.url);
    for (const name of ["127.0.0.1", "localhost"]) {
      const headers = {
        host: `${name}:${port}`,
        origin: `http://${name}:${port}`,
        "sec-fetch-site": undefined,
      };
      expect((await submit(sandbox, `/invite/${id}`, { name: "Ada" }, headers)).status).toBe(303);
    }
    expect(await countPeople(sandbox, id)).toBe(2);
  });

  it("of another name of this machine (DNS rebinding) is refused before it is read", async () => {
    const { id } = await create(sandbox, datePoll);
    const headers = { host: "evil.example.com", origin: "http://evil.example.com" };
    const page = await submit(sandbox, `/invite/${id}`, { name: "Ada" }, headers);
    expect([page.status, page.markup]).toEqual([403, expect.stringContaining("HOST_NOT_ALLOWED")]);
    expect(await countPeople(sandbox, id)).toBe(0);
  });

  it.each(["application/json", "text/plain", "multipart/form-data; boundary=x", ""])(
    "of the type %j is refused",
    async (type) => {
      const { id } = await create(sandbox, datePoll);
      const page = await submit(sandbox, `/invite/${id}`, { name: "Ada" }, { "content-type": type });
      expect([page.status, await countPeople(sandbox, id)]).toEqual([415, 0]);
    },
  );

  it.each(["name", "choice.x", "email"])("with the field %s twice is refused", async (field) => {
    const { id } = await create(sandbox, datePoll);
    const origin = new URL(sandbox.url).origin;
    const { statusCode, body } = await request(`${origin}/invite/${id}`, {
      method: "POST",
      headers: { origin, "content-type": "application/x-www-form-urlencoded" },
      body: `name=Ada&${field}=one&${field}=other`,
    });
    expect([statusCode, await body.text()]).toEqual([
      400,
      expect.stringContaining(`The form has the field “${field}” more than once.`),
    ]);
    expect(await countPeople(sandbox, id)).toBe(0);
  });

  it("that is too large is refused, and the next one is accepted", async () => {
    const { id } = await create(sandbox, datePoll);
    const page = await submit(sandbox, `/invite/${id}`, { name: "x".repeat(70_000) });
    expect([page.status, page.text]).toEqual([413, expect.stringContaining("larger than 65536 bytes")]);
    expect((await submit(sandbox, `/invite/${id}`, { name: "x".repeat(60_000) })).status).toBe(303);
    expect((await open(sandbox, `/poll/${id}`)).markup).not.toContain("x".repeat(300));
  });

  it("with another method gets 404, and HEAD only the headers", async () => {
    const { id } = await create(sandbox, datePoll);
    const send = async (method: "PUT" | "DELETE" | "HEAD") => {
      const { statusCode, body } = await request(`${new URL(sandbox.url).origin}/invite/${id}`, { method });
      return [statusCode, (await body.text()).includes("<form")];
    };
    expect(await send("PUT")).toEqual([404, false]);
    expect(await send("DELETE")).toEqual([404, false]);
    expect(await send("HEAD")).toEqual([200, false]);
  });
});

describe("every page", () => {
  it("forbids scripts, frames, other origins, sniffing and caching", async () => {
    const { id } = await create(sandbox, datePoll);
    const pages = [
      ...["/", `/invite/${id}`, `/poll/${id}`, `/poll/${id}/delete`, "/invite/nothing"].map((path) =>
        open(sandbox, path),
      ),
      submit(sandbox, "/reset"),
      submit(sandbox, "/reset", {}, { origin: "https://evil.example.com" }),
    ];
    for (const { headers, markup } of await Promise.all(pages)) {
      expect(headers).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": expect.stringMatching(
          /^default-src 'none'; style-src 'sha256-[^']{44}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
        ),
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "cache-control": "no-store",
      });
      expect(headers).not.toHaveProperty("access-control-allow-origin");
      expect(markup).not.toMatch(/<script|\son\w+=|\sstyle=/i);
    }
  });

  it("shows what a form has done only in its own words", async () => {
    for (const done of ["<b>x", "constructor", "Send your key to evil.example.com"]) {
      const { markup } = await open(sandbox, `/?done=${encodeURIComponent(done)}`);
      expect(markup).not.toContain('role="status"');
      expect(markup).not.toContain("evil");
    }
  });
});

const hostile = [
  "</title></style></h1><script>alert(1)</script>",
  `"><img src=x onerror=alert(1)> ' onfocus='alert(1)`,
  `$${"{7*7}"} {{7*7}} <%= 7*7 %> &lt;b&gt; &amp;`,
  "\u202Egnp.exe\u2066 left open \u200B\u{E0041}",
  "\u001B[31mred\u0007\u0000 bell",
  "A".repeat(200),
];

describe("hostile texts", () => {
  it("appear as text, without direction overrides and invisible characters", async () => {
    for (const text of hostile) {
      const uri = "javascript:alert(1)//x.y";
      const conferencing = { provider: "custom", label: text.slice(0, 100), uri };
      const details = { title: text, description: text, location: text, conferencing };
      const { id } = await create(sandbox, { ...datePoll, ...details });
      const { id: response } = sandbox.vote(id, { name: text, email: "a@example.com", choices: {} });
      for (const path of [
        "/",
        `/invite/${id}`,
        `/invite/${id}/${response}`,
        `/poll/${id}`,
        `/poll/${id}/delete`,
      ]) {
        const { status, markup } = await open(sandbox, path);
        expect(status).toBe(200);
        // Values of inputs keep what was entered, so that saving does not change it.
        const shown = markup.replace(/ value="[^"]*"/g, "");
        expect(shown).not.toMatch(/<script|<img|href="javascript/);
        expect(shown).not.toMatch(/(?!\n)\p{Cc}|[\u202A-\u202E\u2066-\u2069\u200B\u{E0041}]/u);
        expect([...markup.matchAll(/<h1>/g)]).toHaveLength(1);
      }
    }
  });

  it("are kept unchanged in the fields of a form", async () => {
    const { id } = await create(sandbox, { ...datePoll, requireEmail: true });
    for (const text of hostile) {
      const { markup } = await submit(sandbox, `/invite/${id}`, { name: text, email: text });
      const value = /id="name" name="name" value="([^"]*)"/.exec(markup)?.[1] ?? "";
      expect(value).toBe(html`${text}`.toString());
    }
  });

  it("cannot leave a template, an attribute or a line", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(html`${text}`.toString()).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/);
        expect(lineOf(text).toString()).toMatch(/^<bdi>[^<>\n]*<\/bdi>$/);
        expect(blockOf(text).toString()).toMatch(/^<p class="prose" dir="auto">[^<>]*<\/p>$/);
      }),
    );
  });
});

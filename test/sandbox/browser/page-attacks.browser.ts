/** Other web pages and hostile texts against the pages, in a real browser. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../../src/sandbox/index.ts";
import { call, create, datePoll, start } from "../request.ts";
import { launchBrowser, originOf, visit } from "./visit.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

let sandbox: Sandbox;
let attacker: Server;
let attackerMarkup = "";
beforeEach(async () => {
  sandbox = await startSandbox({ now: start, seed: "empty", limits: "none" });
  attacker = createServer((_, response) =>
    response.setHeader("Content-Type", "text/html").end(attackerMarkup),
  );
  await new Promise<void>((resolve) => attacker.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  attacker.closeAllConnections();
  attacker.close();
  await sandbox.close();
});

async function openAttacker(markup: string) {
  attackerMarkup = `<!doctype html><title>Attacker</title>${markup}`;
  const page = await browser.newPage();
  const frames: string[] = [];
  page.on("console", (message) => frames.push(message.text()));
  await page.goto(`http://127.0.0.1:${(attacker.address() as AddressInfo).port}/`);
  return { page, messages: frames };
}

describe("a web page on another port of this machine", () => {
  it("cannot vote, close a poll or move the clock with a form", async () => {
    const { id } = await create(sandbox, datePoll);
    for (const path of [
      `/invite/${id}`,
      `/poll/${id}/close`,
      `/poll/${id}/delete`,
      "/clock",
      `/sandbox/polls/${id}/close`,
    ]) {
      const { page } = await openAttacker(
        `<form method="post" action="${originOf(sandbox)}${path}"><input name="name" value="Mallory"><input name="action" value="machine"></form><script>document.forms[0].submit()</script>`,
      );
      await page.waitForURL(`${originOf(sandbox)}/**`);
      expect(await page.textContent("body"), path).toMatch(
        /Only the sandbox's own pages|web pages must not use/,
      );
      await page.close();
    }
    expect((await call(sandbox, "GET", `/polls/${id}`)).body.data).toMatchObject({
      status: "open",
      participantCount: 0,
    });
    expect(sandbox.now()).toBe(start);
  });

  it("cannot read a page, or show it in a frame", async () => {
    const { id } = await create(sandbox, datePoll);
    const url = `${originOf(sandbox)}/poll/${id}`;
    const { page, messages } = await openAttacker(`<iframe src="${url}"></iframe>`);
    await expect.poll(() => messages.join()).toMatch(/frame-ancestors|Refused to display|Framing/);
    expect(page.frames()[1]?.url()).not.toBe(url);
    const outcome = await page.evaluate(
      (target) =>
        fetch(target).then(
          () => "read",
          () => "blocked",
        ),
      url,
    );
    expect(outcome).toBe("blocked");
    await page.close();
  });

  it("can lead to a page with a link", async () => {
    const { id } = await create(sandbox, datePoll);
    const { page } = await openAttacker(`<a href="${originOf(sandbox)}/invite/${id}">Vote</a>`);
    await page.getByRole("link").click();
    await page.getByRole("heading", { name: "Team offsite" }).waitFor();
    await page.close();
  });
});

describe("hostile texts", () => {
  it("run nothing, load nothing and do not leave their place", async () => {
    const texts = [
      "</title></style><script>alert(1)</script>",
      `"><img src=x onerror=alert(1)>`,
      "<form action=https://evil.example.com><button>Send your answers</button></form>",
      "\u202EgnitsaC \u2067 {{constructor}}",
    ];
    for (const text of texts) {
      const conferencing = { provider: "custom", label: text, uri: "javascript:alert(1)//x.y" };
      const { id } = await create(sandbox, {
        ...datePoll,
        title: text,
        description: text,
        location: text,
        conferencing,
      });
      const response = sandbox.vote(id, { name: text, email: "a@example.com", choices: {} });
      const paths = [
        "/",
        `/invite/${id}`,
        `/invite/${id}/${response.id}`,
        `/poll/${id}`,
        `/poll/${id}/delete`,
      ];
      for (const path of paths) {
        const { page, incidents, close } = await visit(browser, sandbox, path);
        expect(incidents, path).toEqual([]);
        expect(await page.locator("script, img, [action^=http], [href^=javascript]").count(), path).toBe(0);
        expect(await page.locator("header.bar .home").count(), path).toBe(1);
        await close();
      }
    }
  });
});

/** Takes the pictures of the documentation, a poll of the sandbox in the built view, and renders the icon. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client as McpClient } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { createServer } from "../../mcp/server.ts";
import { createClient } from "../../src/api/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { launchBrowser } from "../../test/browser.ts";
import { openStage } from "../../test/view/browser/stage.ts";
import { reviewPoll } from "../../test/view/sample.ts";

/** The width of a conversation, in px. */
const width = 706;

/** Space around the view, in px. */
const margin = 16;

const root = join(import.meta.dirname, "../..");
const now = "2027-02-20T09:00:00Z";
const sandbox = await startSandbox({ now });
const client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url });
const browser = await launchBrowser();
const { data: poll } = await createVotedPoll();
const host = await connect();
const best = await host.callTool({
  name: "find_best_times",
  arguments: { poll: poll.id, required: ["Grace O’Connor"] },
});
const week = { startDate: "2027-03-01", endDate: "2027-03-05" };
const plan = await host.callTool({
  name: "create_poll",
  arguments: {
    title: "Interviews: product designer",
    description: "Thirty minutes with the team.",
    timeZone: "America/New_York",
    secondTimeZone: "Europe/Paris",
    duration: 30,
    windows: [
      { ...week, from: "09:00", to: "11:00", interval: 60 },
      { ...week, from: "14:00", to: "17:00", interval: 150 },
    ],
    except: ["2027-03-04"],
    busy: [{ start: "2027-03-02T08:00", end: "2027-03-02T12:00" }],
    dryRun: true,
  },
});
for (const theme of ["light", "dark"] as const) {
  await takeView("results", best, theme);
  await takeView("plan", plan, theme);
}
// Zapier asks for 256 px, the other directories for 512.
await renderIcon("zapier/submission/icon.png", 256);
await renderIcon("publish/desktop/icon.png", 512);
await browser.close();
await host.close();
await sandbox.close();

async function createVotedPoll() {
  const options = (reviewPoll.starts ?? []).map((startTime) => ({ startTime, duration: 45 }));
  const title = reviewPoll.title ?? "";
  const created = await client.createPoll({ title, kind: "time", timeZone: "Europe/Paris", options });
  const marks = ["no", "ifNeedBe", "yes"] as const;
  for (const [name, votes] of Object.entries(reviewPoll.people)) {
    const choices = created.data.options.map(({ id }, index) => [id, marks[Number(votes[index])] ?? "no"]);
    sandbox.vote(created.data.id, { name, choices: Object.fromEntries(choices) });
  }
  return created;
}

async function connect(): Promise<McpClient> {
  const caller = { apiKey: sandbox.apiKey, keyHelp: "", loadClient: async () => client };
  const [serverSide, clientSide] = InMemoryTransport.createLinkedPair();
  await createServer(caller, { now: () => new Date(now) }).connect(serverSide);
  const connected = new McpClient({ name: "pictures", version: "1.0.0" });
  await connected.connect(clientSide);
  return connected;
}

async function takeView(name: "results" | "plan", result: object, theme: "light" | "dark"): Promise<void> {
  // Claude's directory asks for at least three pictures of at least 1,000 px.
  const scale = 1.5;
  const context = { theme, locale: "en-GB" };
  const zone = "Europe/Paris";
  const callTool = (params: { name: string; arguments?: Record<string, unknown> }) => host.callTool(params);
  const { page, view } = await openStage(browser, {
    name,
    now,
    result,
    callTool,
    context,
    width,
    scale,
    zone,
  });
  // A plan looks first whether its poll exists.
  if (name === "plan") await view.locator('#create[aria-disabled="false"]').waitFor();
  const background = theme === "light" ? "#ffffff" : "#212121";
  await page.addStyleTag({
    content: `html{color-scheme:${theme};background:${background};padding:${margin}px}`,
  });
  await page.waitForFunction((most) => window.host.requests.sizes.at(-1)?.width === most, width - 2 * margin);
  await view.waitForFunction(() => Math.abs(window.innerHeight - document.body.offsetHeight) < 2);
  const height = 2 * margin + (await view.evaluate(() => window.innerHeight));
  await page.screenshot({
    path: join(root, `docs/images/${name}-${theme}.png`),
    clip: { x: 0, y: 0, width, height },
  });
  await page.close();
}

/** Renders the icon on a transparent background, with its size in pixels. */
async function renderIcon(path: string, size: number): Promise<void> {
  const page = await browser.newPage({
    viewport: { width: 256, height: 256 },
    deviceScaleFactor: size / 256,
  });
  const icon = readFileSync(join(root, "zapier/submission/icon.svg"), "utf8");
  await page.setContent(`<body style="margin:0">${icon}`);
  await page.screenshot({ path: join(root, path), omitBackground: true });
}

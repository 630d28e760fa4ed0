/** Runs the programs of docs/client.md unchanged, on the packed package, and compares what they print with the page. */
import { createHmac } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createProject, writeProgram } from "./packed.ts";
import { findPort, runProgram, startProgram } from "./programs.ts";
import { until } from "./sandbox/until.ts";

const page = readFileSync("docs/client.md", "utf8");
/** The programs, each with the output below it, if there is one. */
const programs = [...page.matchAll(/^```ts\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```)?/gm)].map(
  ([, code = "", output]) => ({ code, output }),
);
const withOutput = programs.flatMap(({ code, output }, index) =>
  output === undefined ? [] : [{ code, output, number: index + 1 }],
);

let project: string;
beforeAll(async () => {
  project = await createProject(["express"]);
}, 120_000);
afterAll(() => rmSync(project, { recursive: true }));

it.each(withOutput)("prints what the page shows: program $number", async ({ code, output, number }) => {
  const file = await writeProgram(project, `program-${number}`, code);
  expect(await runProgram(process.execPath, [file])).toBe(output);
});

describe("webhook receivers", () => {
  const secret = "whsec";
  const body = JSON.stringify({
    version: "2026-09-20",
    id: "d1",
    type: "poll.scheduled",
    createdAt: "2027-03-01T09:00:00Z",
    data: {
      poll: { id: "Xk3pQ9vLm2Ab" },
      event: { start: "2027-03-02T09:00:00Z", end: "2027-03-02T10:00:00Z", allDay: false },
    },
  });
  const printed = "Xk3pQ9vLm2Ab 2027-03-02T09:00:00Z";
  const time = Math.floor(Date.now() / 1000);
  const signature = `t=${time},v1=${createHmac("sha256", secret).update(`${time}.${body}`).digest("hex")}`;
  const forged = `t=${time},v1=${"0".repeat(64)}`;
  const find = (part: string) => {
    const found = programs.filter(({ code }) => code.includes(part));
    expect(found.length, part).toBe(1);
    return found[0]?.code ?? "";
  };

  it.each(["node:http", "express"])("with %s runs unchanged", async (library) => {
    const port = await findPort();
    const name = `receiver-${library.replace(":", "-")}`;
    const program = await writeProgram(project, name, find(`from "${library}"`));
    const env = { PORT: String(port), WEBHOOK_SECRET: secret };
    const receiver = startProgram(process.execPath, [program], { env });
    const deliver = async (headers: Record<string, string>, sent: string | Uint8Array = body) =>
      (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: sent as string, headers })).status;
    await until(() => deliver({}).then(Boolean, () => false));
    expect(await deliver({})).toBe(400);
    expect(await deliver({ "content-type": "application/json" })).toBe(400);
    expect(await deliver({}, "")).toBe(400);
    expect(await deliver({ "x-rallly-signature": forged })).toBe(400);
    expect(receiver.output()).toBe("");
    expect(await deliver({ "x-rallly-signature": signature, "content-type": "application/json" })).toBe(204);
    await until(() => receiver.output().includes("\n"));
    expect(receiver.output().trim()).toBe(printed);
    // More than the receiver collects: it hangs up, perhaps before its response is read.
    expect(await deliver({}, new Uint8Array(4_000_000)).catch(() => 413)).toBe(413);
    expect(await deliver({})).toBe(400);
  });

  it("with Next.js runs unchanged, on requests of fetch", async () => {
    const file = await writeProgram(project, "route", find("function POST"));
    const { POST } = (await import(pathToFileURL(file).href)) as {
      POST(request: Request): Promise<Response>;
    };
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    onTestFinished(() => log.mockRestore());
    vi.stubEnv("WEBHOOK_SECRET", secret);
    onTestFinished(() => void vi.unstubAllEnvs());
    const deliver = async (headers: Record<string, string>) =>
      (await POST(new Request("http://app.example/webhook", { method: "POST", body, headers }))).status;
    expect(await deliver({})).toBe(400);
    expect(await deliver({ "x-rallly-signature": forged })).toBe(400);
    expect(await deliver({ "content-length": "4000000" })).toBe(413);
    expect(log.mock.calls).toEqual([]);
    expect(await deliver({ "x-rallly-signature": signature })).toBe(204);
    expect(log.mock.calls.map((line) => line.join(" "))).toEqual([printed]);
    vi.stubEnv("WEBHOOK_SECRET", undefined);
    expect(await deliver({ "x-rallly-signature": signature })).toBe(500);
  });
});

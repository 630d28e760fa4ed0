/** The data file: every change with a response survives a restart, also after a kill. */
import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type SandboxOptions, startSandbox } from "../../src/sandbox/index.ts";
import { call, create, datePoll, list, start } from "./request.ts";
import { startSpawned } from "./spawn.ts";

let folder: string;
let data: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "sandbox-")));
  data = join(folder, "polls.data");
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (options: SandboxOptions = {}) =>
  startSandbox({ data, now: start, seed: "empty", limits: "none", ...options });

async function listIds(sandbox: Awaited<ReturnType<typeof open>>): Promise<string[]> {
  return (await list(sandbox, "limit=100")).data.map(({ id }) => id);
}

describe("a data file", () => {
  it("keeps polls, votes, states and cursors across restarts", async () => {
    const before = await open();
    const ids: string[] = [];
    for (let made = 0; made < 5; made++) ids.unshift((await create(before, datePoll)).id);
    const [deleted = "", closed = "", voted = ""] = ids;
    await call(before, "DELETE", `/polls/${deleted}`);
    before.closePoll(closed);
    before.vote(voted, { name: "Ada", choices: { "2027-03-01": "yes" } });
    const { nextCursor } = await list(before, "limit=2");
    const shown = (await list(before)).data;
    await before.close();

    const after = await open({ seed: "demo" });
    const again = (await list(after)).data;
    const here = new URL(after.url).origin;
    expect(again).toEqual(
      shown.map((poll) => ({
        ...poll,
        adminUrl: `${here}/poll/${poll.id}`,
        inviteUrl: `${here}/invite/${poll.id}`,
      })),
    );
    const rest = (await list(after, `cursor=${nextCursor}`)).data;
    expect(rest.map(({ id }) => id)).toEqual(ids.slice(3));
    await after.close();
  });

  it("gets the demo polls only when it is new", async () => {
    const first = await open({ seed: "demo" });
    const { id } = await create(first, datePoll);
    const count = (await listIds(first)).length;
    await first.close();
    const second = await open({ seed: "demo" });
    const ids = await listIds(second);
    expect([ids[0], ids.length]).toEqual([id, count]);
    await second.close();
  });

  it("never reuses a sequence number, so that cursors stay valid after the newest polls are deleted", async () => {
    const before = await open();
    const old = await create(before, datePoll);
    const shown = await create(before, datePoll);
    await create(before, datePoll);
    const { nextCursor } = await list(before, "limit=2");
    for (const id of (await listIds(before)).slice(0, 2)) await call(before, "DELETE", `/polls/${id}`);
    expect(await listIds(before)).not.toContain(shown.id);
    await before.close();
    const after = await open();
    await create(after, datePoll);
    const rest = (await list(after, `cursor=${nextCursor}`)).data;
    expect(rest.map(({ id }) => id)).toEqual([old.id]);
    await after.close();
  });

  it("loses only the cut-off end, at every byte, with a warning", async () => {
    const sandbox = await open();
    const kept = await create(sandbox, datePoll);
    const whole = readFileSync(data).length;
    const last = await create(sandbox, { ...datePoll, title: "花見" });
    const full = readFileSync(data);
    await sandbox.close();
    for (let length = whole; length <= full.length; length += length > full.length - 5 ? 1 : 40) {
      writeFileSync(data, full.subarray(0, length));
      const report = vi.fn();
      const again = await open({ report });
      // Or only the last line break is missing.
      const isWhole = length >= full.length - 1;
      expect(await listIds(again), `${length} of ${full.length} bytes`).toEqual(
        isWhole ? [last.id, kept.id] : [kept.id],
      );
      const isTorn = length > whole && !isWhole;
      expect(report.mock.calls).toEqual([
        [expect.stringContaining(isTorn ? `${data}:4 is incomplete` : "ends without an end record")],
      ]);
      await create(again, datePoll);
      const count = (await listIds(again)).length;
      await again.close();
      const third = await open();
      expect(await listIds(third)).toHaveLength(count);
      await third.close();
    }
  });

  it("is rejected when it is another file or damaged in the middle", async () => {
    writeFileSync(data, "shopping list\n");
    await expect(open()).rejects.toThrow("is not a data file of the Rallly sandbox (line 1)");
    expect(readFileSync(data, "utf8")).toBe("shopping list\n");
    rmSync(data);
    const sandbox = await open();
    await create(sandbox, datePoll);
    await sandbox.close();
    const whole = readFileSync(data);
    appendFileSync(data, "{}\n");
    await expect(open()).rejects.toThrow(`${data}:5 is damaged`);
    writeFileSync(data, whole.toString().replace("Team offsite", "Team onsite!"));
    await expect(open()).rejects.toThrow(`${data}:3 is damaged: its checksum does not match`);
    expect(readdirSync(folder)).toEqual(["polls.data"]);
    await expect(open({ data: join(folder, "missing", "file") })).rejects.toThrow(
      `the folder ${join(folder, "missing")} of the data file does not exist`,
    );
  });

  it("may be an empty file, with a warning", async () => {
    writeFileSync(data, "");
    const report = vi.fn();
    const sandbox = await open({ report });
    expect(report).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(`${data} was empty`));
    const { id } = await create(sandbox, datePoll);
    await sandbox.close();
    const again = await open();
    expect(await listIds(again)).toEqual([id]);
    await again.close();
  });

  it("is not written after another program replaced it", async () => {
    const report = vi.fn();
    const sandbox = await open({ report });
    copyFileSync(data, `${data}.copy`);
    renameSync(`${data}.copy`, data);
    const refused = await call(sandbox, "POST", "/polls", { body: datePoll });
    expect([refused.status, refused.body.error.code]).toEqual([500, "INTERNAL_ERROR"]);
    expect(report).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("was changed by another process"));
    expect(await listIds(sandbox)).toEqual([]);
    await sandbox.close();
  });

  it("is unlocked when the start fails because of a port in use", async () => {
    const taken = await startSandbox({ seed: "empty" });
    await expect(open({ port: Number(new URL(taken.url).port) })).rejects.toThrow("EADDRINUSE");
    await taken.close();
    const again = await open();
    await again.close();
  });
});

describe("a sandbox killed with SIGKILL", () => {
  it("loses no poll whose create got a response and restores no deleted poll", async () => {
    const acknowledged = new Set<string>();
    const deleted = new Set<string>();
    const unsure = new Set<string>();
    for (let round = 0; round < 4; round++) {
      const sandbox = await startSpawned("--data", data, "--empty", "--limits", "none");
      const send = async (method: string, path: string, body?: unknown) => {
        const headers = { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" };
        const response = await fetch(`${sandbox.url}${path}`, {
          method,
          headers,
          body: body ? JSON.stringify(body) : null,
        });
        return (await response.json()) as { data: { id: string } };
      };
      const work = async () => {
        for (;;) {
          const { data: poll } = await send("POST", "/polls", datePoll);
          acknowledged.add(poll.id);
          if (acknowledged.size % 3 !== 0) continue;
          unsure.add(poll.id);
          await send("DELETE", `/polls/${poll.id}`);
          deleted.add(poll.id);
        }
      };
      const workers = Array.from({ length: 4 }, () => work().catch(() => "cut off"));
      const before = acknowledged.size;
      // Kill after this number of responses, while other requests are in flight.
      await expect
        .poll(() => acknowledged.size - before, { interval: 1, timeout: 20_000 })
        .toBeGreaterThan(10 + round * 7);
      sandbox.child.kill("SIGKILL");
      expect(await sandbox.ended).toBe("SIGKILL");
      await Promise.all(workers);
      copyFileSync(data, `${data}.${round}`);

      const report = vi.fn();
      const survivor = await open({ report });
      expect(report).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(data));
      const ids: string[] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const page = await list(survivor, `limit=100${cursor && `&cursor=${cursor}`}`);
        ids.push(...page.data.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      await survivor.close();
      expect(new Set(ids).size).toBe(ids.length);
      const lost = [...acknowledged].filter((id) => !ids.includes(id) && !unsure.has(id));
      const returned = [...deleted].filter((id) => ids.includes(id));
      expect({ lost, returned }).toEqual({ lost: [], returned: [] });
    }
  });
});

/** Damaged data files: damage at any byte is reported with its line, or nothing is lost. Former files can be read. */
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type SandboxOptions, startSandbox } from "../../src/sandbox/index.ts";
import { type JournalContent, parseJournal } from "../../src/sandbox/journal-format.ts";
import type { Change } from "../../src/sandbox/store.ts";
import { call, create, datePoll, list, start } from "./request.ts";

let folder: string;
let data: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "sandbox-")));
  data = join(folder, "polls.data");
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (options: SandboxOptions = {}) => startSandbox({ data, now: start, seed: "empty", ...options });

/** A data file with polls, votes, a deletion and multi-byte text; `closed`, or as after a kill. */
async function writeData(closed: boolean): Promise<Buffer> {
  const sandbox = await open();
  const { id } = await create(sandbox, {
    ...datePoll,
    title: "花見 \uFFFD 🎉",
    description: 'a "quoted"\nline',
  });
  const timed = {
    title: "Call",
    kind: "time",
    timeZone: "Europe/Berlin",
    conferencing: { provider: "meet" },
  };
  await create(sandbox, { ...timed, options: [{ startTime: "2027-03-01T09:00", duration: 30 }] });
  sandbox.vote(id, { name: "Ada", choices: { "2027-03-01": "yes" } });
  const gone = await create(sandbox, datePoll);
  await call(sandbox, "DELETE", `/polls/${gone.id}`);
  const running = readFileSync(data);
  await sandbox.close();
  return closed ? readFileSync(data) : running;
}

const path = "polls.data";
const parse = (bytes: Buffer): JournalContent | string => {
  try {
    return parseJournal(bytes, path);
  } catch (error) {
    return error instanceof Error ? error.message : "not an Error";
  }
};
/** The line number in a message. */
const lineIn = (message: string) =>
  Number(/polls\.data:(\d+)|\(line (\d+)\)/.exec(message)?.slice(1).find(Boolean));

describe.each([true, false])("a data file (closed: %s)", (closed) => {
  it("is rejected with the line number when any byte is changed", async () => {
    const whole = await writeData(closed);
    let line = 1;
    for (let at = 0; at < whole.length; at++) {
      const original = whole[at] ?? 0;
      // Single bits, and the bytes with a meaning in the format.
      for (const other of [original ^ 1, original ^ 32, original ^ 128, 10, 44, 125]) {
        if (other === original) continue;
        const bytes = Buffer.from(whole);
        bytes[at] = other;
        const result = parse(bytes);
        if (typeof result !== "string") expect.fail(`byte ${at} as ${other} was not noticed`);
        if (lineIn(result) !== line) expect.fail(`byte ${at} of line ${line}: ${result}`);
      }
      if (original === 10) line += 1;
    }
  });

  it("keeps every complete line when it is cut off anywhere, with a warning", async () => {
    const whole = await writeData(closed);
    const { changes } = parseJournal(whole, path);
    if (changes === null) return expect.fail("nothing was read");
    for (let length = 0; length < whole.length; length++) {
      const bytes = whole.subarray(0, length);
      const result = parse(bytes);
      if (length > 0 && !bytes.toString().startsWith('{"format":"rallly-sandbox","version":2}')) {
        expect(lineIn(String(result))).toBe(1);
        continue;
      }
      if (typeof result === "string") return expect.fail(`cut off at ${length}: ${result}`);
      // A line is complete with or without its line break.
      const complete = bytes.toString().split("\n").length - 2 + (isRecord(bytes) ? 1 : 0);
      expect(result.changes ?? []).toEqual(changes.slice(0, Math.max(0, complete)));
      const onlyLineBreak = closed && length === whole.length - 1;
      expect(result.warning === null, `cut off at ${length}`).toBe(onlyLineBreak);
    }
  });

  /** Whether what follows the last line break is a whole record. */
  const isRecord = (bytes: Buffer): boolean => {
    const rest = bytes.subarray(bytes.lastIndexOf(10) + 1).toString();
    try {
      return !("format" in JSON.parse(rest));
    } catch {
      return false;
    }
  };

  it("never gives a change that was not written when a part is removed, doubled or random", async () => {
    const whole = await writeData(closed);
    const { changes } = parseJournal(whole, path);
    const written = new Set(changes?.map((change) => JSON.stringify(change)));
    const place = fc.nat(whole.length);
    const damage = fc.tuple(place, place, fc.uint8Array({ maxLength: 40 }));
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), (damages) => {
        let bytes = whole;
        for (const [from, to, noise] of damages)
          bytes = Buffer.concat([bytes.subarray(0, from), noise, bytes.subarray(to)]);
        const result = parse(bytes);
        if (typeof result === "string") expect(lineIn(result)).toBeGreaterThan(0);
        else for (const change of result.changes ?? []) expect(written).toContain(JSON.stringify(change));
      }),
      { numRuns: 3000, seed: 14 },
    );
  });
});

describe("startSandbox with a damaged data file", () => {
  it("rejects, does not change the file, and starts after the line is removed", async () => {
    const whole = await writeData(true);
    const lines = whole.toString().split("\n");
    const damaged = lines.map((line, index) => (index === 2 ? line.replace("花", "鼻") : line));
    writeFileSync(data, damaged.join("\n"));
    await expect(open()).rejects.toThrow(
      `${data}:3 is damaged: its checksum does not match. Restore the file, or remove line 3`,
    );
    expect(readFileSync(data, "utf8")).toBe(damaged.join("\n"));
    writeFileSync(data, lines.filter((_, index) => index !== 2).join("\n"));
    const sandbox = await open();
    expect((await list(sandbox)).data.map(({ title }) => title)).toContain("Call");
    await sandbox.close();
  });

  it.each<[string, unknown]>([
    ["put.title", { title: 5 }],
    ["put.options", { options: [] }],
    ["put.timeZone", { timeZone: "Mars/Olympus" }],
    ["put.status", { status: "done" }],
    ["put.createdAt", { createdAt: "yesterday" }],
    ["put.participants.0.votes", { participants: [{ id: "p", name: "Ada", email: null, createdAt: start }] }],
    ["put.color", { color: "red" }],
  ])("names an invalid field of a version 1 record: %s", async (field, change) => {
    const former = toFormer(await writeData(true), (put) => Object.assign(put, change));
    const problem = parse(Buffer.from(former));
    expect(problem).toContain(`${path}:2 is damaged: ${field}`);
  });

  it("never writes a change that it could not read again", async () => {
    const report = vi.fn();
    const sandbox = await open({ report });
    const { id } = await create(sandbox, datePoll);
    expect(() => sandbox.editPoll(id, { title: 5 as unknown as string })).toThrow("title");
    await sandbox.close();
    const again = await open({ report });
    expect((await list(again)).data).toMatchObject([{ id, title: datePoll.title }]);
    await again.close();
    expect(report).not.toHaveBeenCalled();
  });
});

/** The same changes in version 1: without checksums and end record. */
function toFormer(whole: Buffer, edit: (put: object) => void = () => {}): string {
  const changes: Change[] = parseJournal(whole, path).changes ?? [];
  const lines = changes.filter((change) => "put" in change).map((change) => structuredClone(change));
  const [first] = lines;
  if (first !== undefined && "put" in first) edit(first.put);
  return ['{"format":"rallly-sandbox","version":1}', ...lines.map((line) => JSON.stringify(line)), ""].join(
    "\n",
  );
}

describe("a data file of version 1, without checksums", () => {
  it.each(["with", "without"])("is read and rewritten %s its last line break", async (lineBreak) => {
    const former = toFormer(await writeData(true));
    writeFileSync(data, lineBreak === "with" ? former : former.slice(0, -1));
    const sandbox = await open();
    const shown = await list(sandbox);
    expect(shown.data.map(({ title }) => title)).toContain("Call");
    await sandbox.close();
    expect(readFileSync(data, "utf8")).toMatch(
      /^\{"format":"rallly-sandbox","version":2\}\n\{"sum":"[0-9a-f]{16}",/,
    );
    const again = await open();
    expect((await list(again)).data.map(({ id }) => id)).toEqual(shown.data.map(({ id }) => id));
    await again.close();
  });
});

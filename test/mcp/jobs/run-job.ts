import { failTool, openHost } from "../harness.ts";

export type Data = Record<string, unknown>;

type Opened = Awaited<ReturnType<typeof openHost>>;

/** What a job is done with. */
export interface Assistant {
  /** Calls a tool. Returns its data with the first text. */
  call(tool: string, args?: object): Promise<Data & { text: string }>;
  /** Calls a tool that must fail. Returns the error text. */
  fail(tool: string, args: object): Promise<string>;
}

/** A question of a person and the calls that answer it, on the sandbox's demo space on Friday 12 February 2027. */
export interface Job {
  question: string;
  /** What happened before. */
  before?(opened: Opened): Promise<unknown> | unknown;
  /** The calls. Returns what the person is told. */
  run(assistant: Assistant): Promise<unknown>;
  answer: unknown;
  /** Maximum number of tool calls. */
  calls: number;
  /** Number of polls that are created and deleted. Default: none. */
  made?: number;
  gone?: number;
}

/** What a host shows to the model of a result that is no error. Of an error each shows the first text. */
export type Shown = "texts" | "structuredContent";

/** Does a job. */
export async function runJob({ before, run }: Job, shown: Shown) {
  const opened = await openHost();
  await before?.(opened);
  const start = opened.sandbox.requests.length;
  let calls = 0;
  const answer = await run({
    call: async (tool, args = {}) => {
      calls += 1;
      const { content, isError, structuredContent } = await opened.host.callTool({
        name: tool,
        arguments: { ...args },
      });
      const [text = "", json = ""] = content.map((block) => (block.type === "text" ? block.text : ""));
      if (isError) throw new Error(text);
      const data: Data =
        shown === "texts" ? { summary: text, ...(JSON.parse(json) as Data) } : (structuredContent as Data);
      return { ...data, text: String(data["summary"]) };
    },
    fail: async (tool, args) => {
      calls += 1;
      return failTool(opened.host, tool, { ...args });
    },
  });
  const count = (wanted: string) =>
    opened.sandbox.requests
      .slice(start)
      .filter(({ method, status }) => method === wanted && Number(status) < 300).length;
  return { answer, calls, made: count("POST"), gone: count("DELETE") };
}

/** The date, or date and time, in a formatted option. */
export const when = (text: unknown) => /\d{4}-\d\d-\d\d(?: \d\d:\d\d)?/.exec(String(text))?.[0];

/** The starts in lines of one day each: `Mon 2027-03-01 09:00,10:00 +01:00` has two. */
export const starts = (lines: unknown) =>
  (lines as string[]).flatMap((line) => {
    const [day = "", times = ""] = line.split(/ (?=\d\d:\d\d)/);
    return times === ""
      ? [day.slice(-10)]
      : times.split(",").map((time) => `${day.slice(-10)} ${time.slice(0, 5)}`);
  });

/** One field of each entry of a list. */
export const each = (list: unknown, field: string) => (list as Data[]).map((entry) => entry[field]);

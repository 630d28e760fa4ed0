import type { Sandbox } from "../../../src/sandbox/index.ts";

/** What a script sees of the server: the data of results, from one of the two forms in which hosts pass them on. */
export interface Assistant {
  /** Calls a tool. Returns its data. Throws the error text when the call fails. */
  call<Data extends object>(tool: string, args: object): Promise<Data>;
  /** Calls a tool that must fail. Returns the error text. */
  fail(tool: string, args: object): Promise<string>;
  /** Waits until the votes of a poll have been read, then lets {@link Job.meanwhile} happen. */
  later(): Promise<void>;
}

/** The service's own endpoints over plain HTTP, without this project's client. Paths start after `/v1`. */
export interface BareApi {
  get<Body>(path: string): Promise<Body>;
  post<Body>(path: string, body: object): Promise<Body>;
  delete(path: string): Promise<void>;
  /** As {@link Assistant.later}. */
  later(): Promise<void>;
}

/** A question of a person, answered by two independent scripts. */
export interface Job {
  question: string;
  /** Number of tool calls. */
  calls: number;
  /** What the person gets told, in both scripts. Dates and times are local to the poll. */
  answer: unknown;
  /** Titles of the polls that the job creates and deletes. Default: none. */
  made?: string[];
  gone?: string[];
  /** What happened before the question. */
  prepare?(sandbox: Sandbox): Promise<void>;
  /** What happens between two looks at the votes. */
  meanwhile?(sandbox: Sandbox): Promise<void>;
  /** The job with the tools. */
  run(assistant: Assistant): Promise<unknown>;
  /** The job with the bare endpoints, by the shortest way that they allow. */
  bare(api: BareApi): Promise<unknown>;
}

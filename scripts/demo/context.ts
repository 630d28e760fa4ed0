import type { Sandbox } from "../../src/sandbox/index.ts";
import type { Assistant } from "./assistant.ts";
import type { Zap } from "./zap.ts";

/** What every scene of the demo plays on. */
export interface DemoContext {
  sandbox: Sandbox;
  assistant: Assistant;
  zap: Zap;
  /** The first day of the week that the polls are about. */
  monday: string;
}

/** The polls that the assistant made, by what they show. */
export interface DemoPolls {
  dates: string;
  slots: string;
  windows: string;
  mixed: string;
}

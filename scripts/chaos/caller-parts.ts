import type { Account } from "./account.ts";
import type { Connection } from "./connection.ts";
import type { Dice } from "./dice.ts";

/** What one caller needs to make its calls and to write down what it was told. */
export interface CallerParts {
  connection: Connection;
  dice: Dice;
  account: Account;
  /** Taken down by one before each call; the caller stops at 0. */
  budget: { left: number };
  /** Titles for creates: mostly new ones, now and then one that another caller uses too. */
  nextTitle: () => string;
  /** Lets a person answer a poll; their id comes back. */
  vote: (pollId: string, optionId: string) => string;
  /** Milliseconds a call may take, the machine's own delays allowed for. */
  longest: () => number;
  apiKey: string;
}

import type { PollLinks } from "./plan.ts";

/** The key of a failure in the `_meta` of a failed result. */
export const failureKey = "rallly-connect/failure";

/** What a view says of a failed call, in the language of its reader, with the links of the poll that exists. */
export interface Failure extends PollLinks {
  /** `unclear`: a create or delete that may or may not have happened. `failed`: whatever has no sentence of its own. */
  kind:
    | "arguments"
    | "key"
    | "not-found"
    | "wait"
    | "unreachable"
    | "unclear"
    | "exists"
    | "refused"
    | "failed";
  /** The arguments that are wrong, such as `times.3.start`. */
  fields?: string[];
  /** After how many seconds to try again. */
  seconds?: number;
  /** The failure in English, as a person reads it who made the call in a shell. */
  person: string;
}

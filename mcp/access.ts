import type { FailureWords } from "./failure.ts";

/** The choice of a person who connects an app: so it stands on the page, in the documents, and in what a refused call is told. */
export const writeChoice = "Create and delete polls";

/** Why a grant may only read: the person chose so, although the app asked for more, or the app asked for no more. */
export const readOnlyGrants = {
  chosen: {
    what: "This connection is read only: the person chose that when they connected, so nothing was done.",
    model: `Do not repeat the call. Tell the person that to allow it, they disconnect this app, connect it again and choose "${writeChoice}".`,
  },
  asked: {
    what: "This connection is read only: this app asked for no more when it was connected, so nothing was done.",
    model: `Do not repeat the call. Tell the person that to allow it, they connect the app again in a way that lets them choose "${writeChoice}".`,
  },
} as const satisfies Record<string, FailureWords>;

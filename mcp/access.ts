import type { FailureWords } from "./failure.ts";

/** The choice of a person who connects an app: so it stands on the page, in the documents, and in what a refused call is told. */
export const writeChoice = "Create and delete polls";

/** What a writing call is told where the app asked for writing, and the person chose to read only. */
export const readOnlyChosen = {
  what: "This connection is read only: the person chose that when they connected, so nothing was done.",
  model: `Do not repeat the call. Tell the person that to allow it, they disconnect this app, connect it again and choose "${writeChoice}".`,
} as const satisfies FailureWords;

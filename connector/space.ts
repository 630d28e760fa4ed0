import { createClient, RalllyError } from "../src/api/web.ts";

/** Deadline of the check of a key, in milliseconds: a person waits for the page. */
const checkDeadlineMs = 15_000;

/** Number of polls by which a person can recognize their space. */
const shownPolls = 3;

/** What a person can recognize their space by: who organizes one of the newest polls, and the titles of these. */
export type Space = Awaited<ReturnType<typeof checkKey>>;

/** Checks a key with one request. Throws RalllyError. */
export async function checkKey(apiKey: string, baseUrl: string | undefined, deadlineMs = checkDeadlineMs) {
  const client = createClient({ apiKey, baseUrl, attempts: 1, deadlineMs });
  const { data } = await client.listPolls({ limit: shownPolls });
  return {
    organizer: data.find(({ organizer }) => organizer !== null)?.organizer?.name,
    newestTitles: data.map(({ title }) => title),
  };
}

/** Whether Rallly refuses a key now, by one request. Where it does not respond, nothing is known of the key. */
export const isRefused = (...key: Parameters<typeof checkKey>): Promise<boolean> =>
  checkKey(...key).then(
    () => false,
    ({ code }) => isUnauthorized(code),
  );

/** Whether the code of an error says that Rallly refuses the key. A page of a gateway with the same status has another code. */
export const isUnauthorized = (code: unknown) => code === "UNAUTHORIZED";

/** What is wrong with a form that was sent, and the field that the person changes. */
export interface FormProblem {
  text: string;
  field?: "key" | "secret";
}

/** What is wrong with a key, by the code of the error. Other errors say nothing about it. */
const keyProblems: Readonly<Record<string, string>> = {
  INVALID_OPTIONS: "This is not an API key. Copy the whole key: it begins with sk_.",
  INVALID_AUTHORIZATION_HEADER: "This is not an API key. Copy the whole key: it begins with sk_.",
  UNAUTHORIZED: "Rallly does not accept this key: it is wrong, expired or revoked. The key was not stored.",
  SPACE_NOT_PRO:
    "The key is right, but its space has no Pro plan, which the API needs. The key was not stored.",
};

/** Explains to a person why the check of a key failed. Throws an error that is no fault of the key or the service. */
export function explainCheck(error: unknown): FormProblem {
  const isSetting = error instanceof RalllyError && error.problems?.some(({ path }) => path === "baseUrl");
  if (!(error instanceof RalllyError) || isSetting) throw error;
  const problem = keyProblems[error.code ?? ""];
  if (problem !== undefined) return { text: problem, field: "key" };
  const cause =
    error.code === "RATE_LIMIT_EXCEEDED"
      ? "The space has used up its requests to Rallly"
      : "Rallly did not respond";
  const wait = formatWait(error.retryAfterMs);
  return { text: `${cause}, so the key could not be checked. The key was not stored. Try again in ${wait}.` };
}

/** `a minute`, `5 minutes`, `3 hours` */
function formatWait(waitMs = 0): string {
  const minutes = Math.ceil(waitMs / 60_000);
  if (minutes <= 1) return "a minute";
  return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

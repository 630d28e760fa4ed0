/** Every figure of the client, each with the reason for its value. Those named `default` are options. */

/** The hosted service. */
export const defaultBaseUrl = "https://api.rallly.co/v1";

/** What the client calls itself to the service. Kept equal to package.json by a test. */
export const userAgent = "rallly-connect/0.1.0";

/** The contract's limit: a poll with more options is refused. */
export const mostOptions = 100;

/** A service's own words in an error are cut here: enough for a list of fields, too little for a page of HTML. */
export const longestMessage = 1000;

/** Tries of one call, the first included. */
export const defaultAttempts = 3;

/** The first wait before trying again, in milliseconds; each further one is twice as long. */
export const defaultBackoffMs = 500;

/** No wait of our own choosing is longer. What the service asks for in Retry-After is waited in full. */
export const defaultBackoffCapMs = 8_000;

/** One bound for a whole call: connecting, headers, body, waits, retries and reconciling. */
export const defaultDeadlineMs = 60_000;

/** How long a connection may take to open. */
export const defaultConnectTimeoutMs = 5_000;

/** How long the service may stay silent, before its headers and between two pieces of its body. */
export const defaultSilenceTimeoutMs = 10_000;

/** The largest answer that is read, in bytes. */
export const defaultLargestAnswer = 5 * 1024 * 1024;

/** The largest list of participants that is read, in bytes: it comes in one piece, however many there are. */
export const defaultLargestParticipants = 64 * 1024 * 1024;

/** Requests in flight at once: more than 60 a minute can keep busy, few enough that a limit is hit gently. */
export const defaultConcurrency = 16;

/** Kept back from a create's deadline, so that there is time to find out what an unclear one did. */
export const defaultReconcileReserveMs = 10_000;

/** Waits between looks for a poll that may have been made: a slow service may still be writing it. */
export const defaultSettleMs: readonly number[] = [500, 1_000, 2_000, 4_000];

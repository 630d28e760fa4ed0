/** Maximum size of one message, in bytes, on stdio and over HTTP. A poll of 100 options needs a hundredth of it. */
export const MAX_MESSAGE_BYTES = 1024 * 1024;

/** Maximum number of requests that a process works on at the same time, of any kind. */
export const MAX_REQUESTS = 256;

/** Bounds for tool calls. */
export interface CallLimits {
  /** Calls of one caller that run at the same time. */
  perCaller: number;
  /** Calls that run at the same time in the whole process. */
  perProcess: number;
  /** Calls of one caller that wait for their turn. Each further one is refused at once. */
  maxWaiting: number;
}

/** The bounds of a server: far above what a conversation does, and above the service's 60 requests a minute. */
export const DEFAULT_CALL_LIMITS: CallLimits = { perCaller: 32, perProcess: 128, maxWaiting: 128 };

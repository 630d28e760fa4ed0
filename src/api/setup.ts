/**
 * What the MCP server needs before its first call: the check of client options, errors, the masking of keys and the clock. It loads no
 * schema of the service, so that a server that only lists its tools starts without the client.
 */
export { createKey, findKeyMistake, type KeyMistake } from "./api-key.ts";
export { isLoopback, parseBaseUrl, sendsKeyInClearText } from "./base-url.ts";
export { type Clock, machineClock, withMonotonic } from "./deadline.ts";
export { InvalidInputError, toSentence } from "./errors.ts";
export { checkClientOptions, connectOptions } from "./options.ts";
export {
  checkProxySettings,
  type Environment,
  findProxyVariable,
  listProxySecrets,
  readProxySettings,
} from "./proxy.ts";
export { createRedactor, getRedactor, type Redactor, redactDeep, registerRedactor } from "./redact.ts";

/** The environment variables of the client's options. */
const variableNames = new Map([
  ["apiKey", "RALLLY_API_KEY"],
  ["baseUrl", "RALLLY_BASE_URL"],
]);

/** The environment variable of a client's option, or the name as it is. */
export const nameVariable = (option: string): string => variableNames.get(option) ?? option;

/** Replaces the name of a client's option in a message by its environment variable. */
export const nameVariables = (message: string): string =>
  message.replaceAll("allowHttp", "RALLLY_ALLOW_HTTP=1");

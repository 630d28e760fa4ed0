/** The environment variables of the client's options. */
const variableNames = new Map([
  ["apiKey", "RALLLY_API_KEY"],
  ["baseUrl", "RALLLY_BASE_URL"],
]);

/** The environment variable of a client's option, or the name as it is. */
export const nameVariable = (option: string): string => variableNames.get(option) ?? option;

/** Replaces the names of a client's options in a message of the client by their environment variables. */
export const nameVariables = (message: string): string =>
  message.replaceAll("allowHttp", "RALLLY_ALLOW_HTTP=1").replaceAll("the base URL", "RALLLY_BASE_URL");
